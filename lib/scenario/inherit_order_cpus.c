// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_order_cpus.c - inherit_stat, with the higher CPU's event opened first
 */
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	inherit_check_arranged(kit, INHERIT_CPUS_DOWN);
}

const struct pmx_scenario scenario_inherit_order_cpus = {
	.name = "inherit.order-cpus",
	.summary = "inherit_stat, the higher CPU's event opened first",
	.about = "inherit_stat: lists walked side by side at a context swap",
	.explain =
		"Opens inherited events of one PMU for the task on two CPUs, the higher one first, "
		"with inherit_stat; the task and two children take turns on one of the CPUs with "
		"known work. All of it must be counted there, and nothing on the other. Events are "
		"inherited by CPU, so a child has them in another order than its parent, and "
		"perf_event_sync_stat() swaps the counts of what has the same place. "
		"inherit.order-kept opens them from the lower CPU up.",
	.needs = PMX_NEED_CALLS | PMX_NEED_TWO_CPUS,
	.run = run,
};
