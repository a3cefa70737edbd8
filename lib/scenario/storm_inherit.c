// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm_inherit.c - events that children have from their parents
 */
#include "scenario/storm.h"

static const struct storm_profile profile = {
	.weight = { [STORM_FORK] = 8,
		    [STORM_THREAD] = 6,
		    [STORM_END] = 9,
		    [STORM_PIN] = 4,
		    [STORM_WORK] = 70,
		    [STORM_SWITCH] = 2,
		    [STORM_OPEN] = 25,
		    [STORM_CLOSE] = 20,
		    [STORM_ENABLE] = 15,
		    [STORM_DISABLE] = 12,
		    [STORM_RESET] = 8,
		    [STORM_ID] = 2,
		    [STORM_READ] = 60 },
	.whats = STORM_SOFTWARE & ~(1 << KIT_PROBE),
	.flags = STORM_DISABLED | STORM_INHERIT | STORM_INHERIT_THREAD | STORM_ENABLE_ON_EXEC |
		 STORM_REMOVE_ON_EXEC | STORM_READ_GROUP | STORM_READ_ID | STORM_READ_TIMES |
		 STORM_GROUP,
	.tasks = 8,
	.events = 24,
	.shortest = 200,
	.longest = 1500,
	.led = 35,
	.on_cpu = 10,
	.sampled = 5,
	.odd = 3,
};

static void run(struct kit *kit)
{
	storm_run(kit, &profile, 0);
}

const struct pmx_scenario scenario_storm_inherit = {
	.name = "storm.inherit",
	.summary = "random programs: children and threads inherit",
	.about = "inheritance, and contexts that are swapped",
	.explain =
		"As storm.groups, with tasks that begin and end all the time, children of children "
		"and threads among them, and events that they inherit: alone, in groups, by "
		"threads only. A read must give what all of a family has done, also after some of "
		"it has ended; a group that grew after a child was made cannot be read (ECHILD). "
		"Where contexts may have been swapped between tasks the model knows who may have "
		"what, and accepts each of these answers, and no other.",
	.endless = true,
	.run = run,
};
