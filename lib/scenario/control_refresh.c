// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_refresh.c - REFRESH lets so many overflows happen, and then the event is off
 */
#include <errno.h>
#include <unistd.h>

#include "scenario/control.h"

enum { ROUNDS = 12, TIMES = 100 };

static void check_refused(struct kit *kit, const struct kit_meter *meter)
{
	struct perf_event_attr attr = meter->attr;
	int fd;

	attr.disabled = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	control_check(kit, "REFRESH of an event that does not sample", fd, PERF_EVENT_IOC_REFRESH,
		      1, EINVAL);
	close(fd);
	attr.sample_period = 1;
	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	control_check(kit, "REFRESH of an inherited event", fd, PERF_EVENT_IOC_REFRESH, 1, EINVAL);
	close(fd);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_FAULTS);
	uint64_t period = 1 + kit_random_below(&kit->random, 5), counted = 0;
	struct perf_event_attr attr = meter->attr;
	int fd;

	check_refused(kit, meter);
	attr.sample_period = period;
	attr.disabled = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	kit_work(meter, TIMES);
	control_check_value(kit, "page faults before REFRESH", fd, 0);
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t limit = 1 + kit_random_below(&kit->random, 4);
		struct pmx_reading it, again;

		control_check(kit, "REFRESH", fd, PERF_EVENT_IOC_REFRESH, limit, 0);
		kit_work(meter, TIMES);
		it = kit_read(kit, fd);
		counted += limit * period;
		/*
		 * it is off from the overflow on, before the next fault; so it does not matter
		 * whose they are
		 */
		kit_check(kit, pmx_oracle_exact(kit->breach, "page faults until the last overflow",
						it.value, counted, counted));
		kit_work(meter, TIMES);
		again = kit_read(kit, fd);
		kit_check(kit, pmx_oracle_held(kit->breach, "an event whose overflows are used up",
					       &it, &again));
	}
}

const struct pmx_scenario scenario_control_refresh = {
	.name = "control.refresh",
	.summary = "REFRESH counts up to so many overflows",
	.about = "_perf_event_refresh, event_limit",
	.explain =
		"Gives a disabled event that overflows at each few page faults one to four "
		"overflows by REFRESH, again and again, and causes more faults than that. It must "
		"count exactly up to the last overflow and then hold count and times. The kernel "
		"disables the event by an interrupt that it sends itself, which must come before "
		"the next fault. Events that do not sample, and inherited ones, refuse REFRESH "
		"with EINVAL.",
	.needs = PMX_NEED_FAULTS,
	.run = run,
};
