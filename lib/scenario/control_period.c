// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_period.c - PERIOD changes how many events there are to a sample
 */
#include <errno.h>
#include <unistd.h>

#include "kit/ring.h"
#include "scenario/control.h"

enum { ROUNDS = 12 };

static void check_refused(struct kit *kit, const struct kit_meter *meter, int sampling)
{
	uint64_t zero = 0, negative = 1ull << 63, one = 1;
	int counting = kit_must_open(kit, &meter->attr, 0, -1, -1);

	control_check(kit, "PERIOD of an event that does not sample", counting,
		      PERF_EVENT_IOC_PERIOD, (unsigned long)&one, EINVAL);
	close(counting);
	control_check(kit, "PERIOD 0", sampling, PERF_EVENT_IOC_PERIOD, (unsigned long)&zero,
		      EINVAL);
	control_check(kit, "PERIOD with its highest bit", sampling, PERF_EVENT_IOC_PERIOD,
		      (unsigned long)&negative, EINVAL);
	control_check(kit, "PERIOD from nowhere", sampling, PERF_EVENT_IOC_PERIOD, 0, EFAULT);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_FAULTS);
	struct kit_ring ring;
	int fd = control_sampled(kit, meter, &ring);

	for (int i = 0; i < ROUNDS; i++) {
		control_check(kit, "DISABLE", fd, PERF_EVENT_IOC_DISABLE, 0, 0);
		control_check_period(kit, meter, fd, &ring, true);
		if (i == 1)
			check_refused(kit, meter, fd);
	}
	kit_check(kit, pmx_oracle_exact(kit->breach, "lost samples", ring.lost, 0, 0));
}

const struct pmx_scenario scenario_control_period = {
	.name = "control.period",
	.summary = "PERIOD changes the number of events a sample",
	.about = "__perf_event_period",
	.explain =
		"Gives a sampling event of page faults one period after the other, each while it "
		"is disabled, then enables it and causes known numbers of faults: there must be a "
		"sample for each period, and all faults must be counted. Periods that are none are "
		"refused with EINVAL, as is PERIOD of an event that does not sample, and a refused "
		"request must change nothing.",
	.needs = PMX_NEED_FAULTS,
	.run = run,
};
