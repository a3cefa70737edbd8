// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_order_kept.c - inherit_stat, with events opened in the order in which children inherit
 * them
 */
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	inherit_check_arranged(kit, INHERIT_PINNED_FIRST);
	inherit_check_arranged(kit, INHERIT_GROUP_WHOLE);
	inherit_check_arranged(kit, INHERIT_CPUS_UP);
}

const struct pmx_scenario scenario_inherit_order_kept = {
	.name = "inherit.order-kept",
	.summary = "inherit_stat, events opened as they are inherited",
	.about = "inherit_stat: lists walked side by side at a context swap",
	.explain =
		"What inherit.order-pinned, inherit.order-groups and inherit.order-cpus do, with "
		"the same events opened in the order in which children inherit them: pinned ones "
		"first, a group without a break, from the lower CPU up. All lists then have the "
		"same order, and each event must have counted its own work.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
