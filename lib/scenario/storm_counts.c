// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm_counts.c - counts of tasks, by single events
 */
#include "scenario/storm.h"

static const struct storm_profile profile = {
	.weight = { [STORM_FORK] = 2,
		    [STORM_THREAD] = 2,
		    [STORM_END] = 2,
		    [STORM_PIN] = 3,
		    [STORM_WORK] = 60,
		    [STORM_SWITCH] = 2,
		    [STORM_OPEN] = 30,
		    [STORM_CLOSE] = 25,
		    [STORM_ENABLE] = 20,
		    [STORM_DISABLE] = 15,
		    [STORM_RESET] = 12,
		    [STORM_REFRESH] = 6,
		    [STORM_PERIOD] = 4,
		    [STORM_ID] = 5,
		    [STORM_READ] = 60 },
	.whats = STORM_SOFTWARE,
	.flags = STORM_DISABLED | STORM_PINNED | STORM_EXCLUSIVE | STORM_READ_ID | STORM_READ_LOST |
		 STORM_READ_TIMES,
	.tasks = 6,
	.events = 32,
	.shortest = 200,
	.longest = 1500,
	.on_cpu = 20,
	.cpus = 8,
	.sampled = 20,
};

static void run(struct kit *kit)
{
	storm_run(kit, &profile, 0);
}

const struct pmx_scenario scenario_storm_counts = {
	.name = "storm.counts",
	.summary = "random programs: single events count tasks",
	.about = "what enabling, resets and samples do to a count",
	.explain =
		"Draws programs of some hundred operations from the seed: tasks begin, end and "
		"move between CPUs, events of known work are opened for them, enabled, disabled, "
		"reset, refreshed and read, and tasks do so much work. A model beside it knows "
		"what each read must give, to the last count, and which error each request must "
		"get. Times must be those of an event that is never multiplexed, a disabled event "
		"must hold still. The first answer that was not predicted is a violation; the "
		"program is then cut down to the shortest that still fails, and given as a list "
		"and as a C program.",
	.endless = true,
	.run = run,
};
