// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm_mixed.c - all there is, together
 */
#include "scenario/storm.h"

const struct storm_profile storm_everything = {
	.weight = { [STORM_FORK] = 4,	    [STORM_THREAD] = 3,	   [STORM_END] = 4,
		    [STORM_PIN] = 3,	    [STORM_WORK] = 60,	   [STORM_SWITCH] = 2,
		    [STORM_OPEN] = 30,	    [STORM_CLOSE] = 22,	   [STORM_ENABLE] = 20,
		    [STORM_DISABLE] = 15,   [STORM_RESET] = 8,	   [STORM_REFRESH] = 5,
		    [STORM_PERIOD] = 3,	    [STORM_OUTPUT] = 4,	   [STORM_ID] = 4,
		    [STORM_MAP] = 5,	    [STORM_UNMAP] = 4,	   [STORM_READ] = 60,
		    [STORM_WRONG_OPEN] = 4, [STORM_WRONG_CALL] = 3 },
	.whats = STORM_ALL,
	.flags = (1 << STORM_FLAGS) - 1,
	.tasks = STORM_TASKS,
	.events = STORM_EVENTS,
	.shortest = 200,
	.longest = 2000,
	.led = 45,
	.on_cpu = 15,
	.cpus = 8,
	.sampled = 12,
	.odd = 10,
};

static void run(struct kit *kit)
{
	storm_run(kit, &storm_everything, 0);
}

const struct pmx_scenario scenario_storm_mixed = {
	.name = "storm.mixed",
	.summary = "random programs of all there is",
	.about = "any change of events, tasks, groups and rings",
	.explain =
		"What the other storms do apart: single events and groups, inherited and not, of "
		"tasks and CPUs, with samples and rings, in requests right and wrong. Where a PMU "
		"is there that multiplexes its events are among them; how often those are on is "
		"not predicted, but all else is: times, ids, sizes, errors, and the counts of "
		"whoever is not in their groups.",
	.endless = true,
	.run = run,
};
