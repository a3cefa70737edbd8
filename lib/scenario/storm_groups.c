// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm_groups.c - groups that grow, shrink and fall apart
 */
#include "scenario/storm.h"

static const struct storm_profile profile = {
	.weight = { [STORM_FORK] = 1,
		    [STORM_THREAD] = 1,
		    [STORM_END] = 1,
		    [STORM_PIN] = 2,
		    [STORM_WORK] = 50,
		    [STORM_SWITCH] = 2,
		    [STORM_OPEN] = 40,
		    [STORM_CLOSE] = 30,
		    [STORM_ENABLE] = 25,
		    [STORM_DISABLE] = 20,
		    [STORM_RESET] = 10,
		    [STORM_REFRESH] = 3,
		    [STORM_ID] = 4,
		    [STORM_READ] = 60 },
	.whats = STORM_SOFTWARE,
	.flags = STORM_DISABLED | STORM_PINNED | STORM_EXCLUSIVE | STORM_READ_GROUP |
		 STORM_READ_ID | STORM_READ_LOST | STORM_READ_TIMES | STORM_NO_GROUP | STORM_GROUP,
	.tasks = 4,
	.events = 32,
	.shortest = 200,
	.longest = 1500,
	.led = 70,
	.on_cpu = 20,
	.cpus = 10,
	.sampled = 8,
	.odd = 4,
};

static void run(struct kit *kit)
{
	storm_run(kit, &profile, 0);
}

const struct pmx_scenario scenario_storm_groups = {
	.name = "storm.groups",
	.summary = "random programs: groups change while they count",
	.about = "groups: joining, leaving, leaders that go first",
	.explain =
		"As storm.counts, with groups: members join and leave while the group counts, "
		"leaders are closed before their siblings, members and whole groups are enabled, "
		"disabled and reset, and read together and one by one in all read formats. A "
		"sibling counts while both it and its leader are enabled; whoever loses its leader "
		"counts on its own. What kernels are known to forget when a sibling joins a group "
		"that is on, or loses a leader that is off, is not asked for here: see "
		"storm.strict.",
	.endless = true,
	.run = run,
};
