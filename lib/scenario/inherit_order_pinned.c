// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_order_pinned.c - inherit_stat, with a pinned event that was opened last
 */
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	inherit_check_arranged(kit, INHERIT_FLEXIBLE_FIRST);
}

const struct pmx_scenario scenario_inherit_order_pinned = {
	.name = "inherit.order-pinned",
	.summary = "inherit_stat, a pinned event opened last",
	.about = "inherit_stat: lists walked side by side at a context swap",
	.explain =
		"Opens an inherited flexible event and then a pinned one of the same PMU, both "
		"with inherit_stat; the task and two children take turns on one CPU with known "
		"work. Each event must have counted its own. Pinned events are inherited before "
		"all others, so a child has them in front, its parent where they were opened, and "
		"perf_event_sync_stat() swaps the counts of what has the same place. "
		"inherit.order-kept opens them the other way round.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
