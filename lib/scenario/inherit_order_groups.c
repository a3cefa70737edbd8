// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_order_groups.c - inherit_stat, with another event opened amid a group
 */
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	inherit_check_arranged(kit, INHERIT_GROUP_TORN);
}

const struct pmx_scenario scenario_inherit_order_groups = {
	.name = "inherit.order-groups",
	.summary = "inherit_stat, another event opened amid a group",
	.about = "inherit_stat: lists walked side by side at a context swap",
	.explain =
		"Opens an inherited leader, another event of the same PMU, and then the leader's "
		"sibling, all with inherit_stat; the task and two children take turns on one CPU "
		"with known work. Each event must have counted its own. A group is inherited as a "
		"whole, so a child has its members side by side, its parent as they were opened, "
		"and perf_event_sync_stat() swaps the counts of what has the same place. "
		"inherit.order-kept opens the group without a break.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
