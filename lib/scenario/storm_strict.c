// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm_strict.c - nothing is forgiven
 */
#include "scenario/storm.h"

static void run(struct kit *kit)
{
	struct storm_profile profile = storm_everything;

	profile.strict = true;
	storm_run(kit, &profile, 0);
}

const struct pmx_scenario scenario_storm_strict = {
	.name = "storm.strict",
	.summary = "random programs, and nothing is forgiven",
	.about = "what kernels forget when events change amid a run",
	.explain =
		"As storm.mixed, but without leave for what kernels are known to forget: a sibling "
		"of another PMU that joins a group while it is on, or is enabled in it, must count "
		"at once; one whose leader is closed while that is off must count from then on, "
		"and not have been enabled before; an event that its samples have turned off must "
		"count again when it is enabled; and no more breakpoints may be opened for a task "
		"than there are, swapped contexts or not. Kernels that do not know that warn in "
		"their log.",
	.dangerous = true, /* kernels warn in their log */
	.endless = true,
	.run = run,
};
