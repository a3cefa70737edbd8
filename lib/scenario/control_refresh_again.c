// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_refresh_again.c - REFRESH of a breakpoint and a tracepoint whose overflows were used up
 */
#include <stdio.h>
#include <unistd.h>

#include "scenario/control.h"

enum { ROUNDS = 4, TIMES = 20, PERIOD = 3 };

static void check(struct kit *kit, const struct kit_meter *meter)
{
	struct perf_event_attr attr = meter->attr;
	int fd;

	attr.sample_period = PERIOD;
	attr.disabled = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	for (uint64_t i = 1; i <= ROUNDS; i++) {
		uint64_t value;
		char what[80];

		control_check(kit, "REFRESH", fd, PERF_EVENT_IOC_REFRESH, 1, 0);
		kit_work(meter, TIMES);
		value = kit_read(kit, fd).value;
		snprintf(what, sizeof(what), "%s up to overflow %llu", meter->name,
			 (unsigned long long)i);
		/* tracepoints begin with a period that is over */
		if (!kit_check(kit, pmx_oracle_exact(kit->breach, what, value, (i - 1) * PERIOD + 1,
						     i * PERIOD)))
			break;
	}
	close(fd);
}

static void run(struct kit *kit)
{
	static const enum kit_meter_kind kinds[] = { KIT_CALLS, KIT_WRITES };

	for (int i = 0; i < 2; i++)
		if (kit_meter(kit, kinds[i]))
			check(kit, kit_meter(kit, kinds[i]));
}

const struct pmx_scenario scenario_control_refresh_again = {
	.name = "control.refresh-again",
	.summary = "REFRESH brings back breakpoints, tracepoints",
	.about = "event_limit, pmu->stop and pmu->add",
	.explain =
		"Gives a sampling breakpoint and a sampling tracepoint one overflow by REFRESH, "
		"uses it up, and does so again: each time the event must count up to the next "
		"overflow. What stops the event when its overflows are used up must be undone when "
		"it is enabled: the state that pmu->stop() sets is not taken back by the "
		"pmu->add() of these PMUs. control.refresh does it with a software event.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
