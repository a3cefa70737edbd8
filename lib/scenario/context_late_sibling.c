// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_late_sibling.c - siblings of other PMUs are added to running groups
 */
#include "kit/keep.h"
#include "scenario/context.h"

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = kit_meters(kit, meters, KIT_METERS);

	kit_keep(kit, meters, count);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count; j++)
			/* a uprobe's own event is slow to go */
			if (i != j && meters[i]->kind != KIT_PROBE && meters[j]->kind != KIT_PROBE)
				context_check_late_sibling(kit, meters[i], meters[j]);
}

const struct pmx_scenario scenario_context_late_sibling = {
	.name = "context.late-sibling",
	.summary = "a running group gets a sibling of another PMU",
	.about = "rescheduling of one PMU only, since Linux 6.12",
	.explain =
		"Opens an enabled leader, adds an enabled sibling of another software-class PMU "
		"while the group runs, and does known work at once. The sibling must count all of "
		"it and never be off: these PMUs have room for everything. "
		"__perf_install_in_context() reschedules the sibling's PMU, but a group is in the "
		"lists of its leader's PMU, and when that is left alone the sibling waits for the "
		"next switch of tasks. context.late-sibling-own does the same with siblings of the "
		"leader's own PMU.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
