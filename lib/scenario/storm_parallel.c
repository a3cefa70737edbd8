// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm_parallel.c - a storm on each CPU at once
 */
#include "scenario/storm.h"

static void run(struct kit *kit)
{
	storm_run_parallel(kit, &storm_everything);
}

const struct pmx_scenario scenario_storm_parallel = {
	.name = "storm.parallel",
	.summary = "random programs on all CPUs at once",
	.about = "locks, and what CPUs do to each other's events",
	.explain =
		"storm.mixed once on each CPU, at the same time. The storms share no task and no "
		"event, and each is predicted as if it were alone; their tasks move between all "
		"CPUs. Beside them a process makes children that inherit and end at once, and "
		"another enables and disables events of one CPU after the other.",
	.endless = true,
	.alone = true,
	.run = run,
};
