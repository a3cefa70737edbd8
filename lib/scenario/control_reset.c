// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_reset.c - RESET, of an event and of groups, on and off
 */
#include "kit/calls.h"
#include "scenario/control.h"

enum { STEPS = 40, MEMBERS = 3 };

static void run(struct kit *kit)
{
	struct kit_meter calls[MEMBERS];
	uint64_t counted[MEMBERS] = { 0 };
	int fd[MEMBERS];
	bool on = true;

	kit_calls(kit, calls, MEMBERS);
	for (int i = 0; i < MEMBERS; i++)
		fd[i] = kit_must_open(kit, &calls[i].attr, 0, -1, i ? fd[0] : -1);
	for (int step = 0; step < STEPS; step++) {
		bool group = kit_random_chance(&kit->random, 3);
		int which = (int)kit_random_below(&kit->random, MEMBERS);
		uint32_t times = kit_random_below(&kit->random, 50);
		struct pmx_reading before, after;

		if (kit_random_chance(&kit->random, 4)) {
			on = !on;
			control_check(kit, "ENABLE or DISABLE of a leader", fd[0],
				      on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0, 0);
		}
		before = kit_read(kit, fd[which]);
		control_check(kit, "RESET", fd[which], PERF_EVENT_IOC_RESET,
			      group ? PERF_IOC_FLAG_GROUP : 0, 0);
		after = kit_read(kit, fd[which]);
		/* "there is no way to reset the multiplexing time_enabled or time_running" */
		if (after.enabled < before.enabled || after.running < before.running)
			kit_breach(kit, "monotone",
				   "RESET has put times back: enabled %llu to %llu ns",
				   (unsigned long long)before.enabled,
				   (unsigned long long)after.enabled);
		for (int i = 0; i < MEMBERS; i++) {
			if (group || i == which)
				counted[i] = 0;
			kit_work(&calls[i], times);
			counted[i] += on ? times : 0;
			control_check_value(kit, "calls since RESET", fd[i], counted[i]);
		}
	}
}

const struct pmx_scenario scenario_control_reset = {
	.name = "control.reset",
	.summary = "RESET sets counts to 0, and nothing else",
	.about = "_perf_event_reset",
	.explain =
		"Resets members of a group at random, one or all of them (PERF_IOC_FLAG_GROUP), "
		"while it is enabled or disabled, and does known work in between. Each member must "
		"have the work since its last RESET; times must not go back, and others must not "
		"be reset.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
