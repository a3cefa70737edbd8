// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_late_sibling_own.c - siblings of their leader's PMU are added to running groups
 */
#include "kit/keep.h"
#include "scenario/context.h"

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = kit_meters(kit, meters, KIT_METERS);

	kit_keep(kit, meters, count);
	for (size_t i = 0; i < count; i++)
		/* a uprobe's own event is slow to go; emulated breakpoints are one only */
		if (meters[i]->kind == KIT_CALLS || meters[i]->kind == KIT_FAULTS)
			context_check_late_sibling(kit, meters[i], meters[i]);
}

const struct pmx_scenario scenario_context_late_sibling_own = {
	.name = "context.late-sibling-own",
	.summary = "a running group gets a sibling of its own PMU",
	.about = "rescheduling of one PMU only, since Linux 6.12",
	.explain =
		"Opens an enabled leader, adds an enabled sibling of the same PMU while the group "
		"runs, and does known work at once. The sibling must count all of it and never be "
		"off.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
