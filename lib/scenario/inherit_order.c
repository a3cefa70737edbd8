// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_order.c - inherit_stat, with events of several PMUs opened in each order
 */
#include "kit/keep.h"
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);

	kit_keep(kit, meters, count);
	for (unsigned i = 0; i < inherit_orders(count); i++) {
		char name[120];
		struct inherit_family family = inherit_order(meters, count, i, name, sizeof(name));
		struct inherit_counts counts;

		family.stat = true;
		counts = inherit_run(kit, &family);
		inherit_check(kit, &family, &counts);
	}
}

const struct pmx_scenario scenario_inherit_order = {
	.name = "inherit.order",
	.summary = "inherit_stat, events of PMUs opened in any order",
	.about = "inherit_stat: lists walked side by side at a context swap",
	.explain =
		"Opens inherited events with inherit_stat of two or more PMUs in each order there "
		"is; the task and two children take turns on one CPU, each with other amounts of "
		"known work. Each event must have counted its work, and their sum that of all. "
		"When the kernel swaps the contexts of two such tasks, perf_event_sync_stat() "
		"gives the counts back by walking both lists of events side by side. That is right "
		"only while events have the same places in both; a child's are those of the sorted "
		"tree from which it inherits, its parent's those in which they were opened.",
	.needs = PMX_NEED_CALLS | PMX_NEED_TWO_METERS,
	.run = run,
};
