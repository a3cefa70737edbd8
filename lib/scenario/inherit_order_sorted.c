// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_order_sorted.c - inherit_stat, with events of several PMUs opened in the order that works
 */
#include "kit/keep.h"
#include "scenario/inherit.h"

enum { PASSES = 4 };

/* Whether all passes are exact, the first that is not being in @counts. */
static bool holds(struct kit *kit, const struct inherit_family *family,
		  struct inherit_counts *counts)
{
	for (int i = 0; i < PASSES; i++) {
		*counts = inherit_run(kit, family);
		if (!inherit_is_exact(family, counts))
			return false;
	}
	return true;
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	struct inherit_family family;
	struct inherit_counts counts;
	char name[120];

	kit_keep(kit, meters, count);
	for (unsigned i = 0; i < inherit_orders(count); i++) {
		family = inherit_order(meters, count, i, name, sizeof(name));
		family.stat = true;
		if (holds(kit, &family, &counts))
			break;
	}
	/* the last one stands for all when none held */
	inherit_check(kit, &family, &counts);
}

const struct pmx_scenario scenario_inherit_order_sorted = {
	.name = "inherit.order-sorted",
	.summary = "inherit_stat, events of PMUs in the right order",
	.about = "inherit_stat: lists walked side by side at a context swap",
	.explain =
		"What inherit.order does, until an order of opening is found in which four passes "
		"count exactly. There must be one: that in which the kernel sorts events, in which "
		"a child has them as its parent has. Were there none, inherit_stat would be broken "
		"whatever the order.",
	.needs = PMX_NEED_CALLS | PMX_NEED_TWO_METERS,
	.run = run,
};
