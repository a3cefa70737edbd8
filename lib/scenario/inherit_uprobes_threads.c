// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_uprobes_threads.c - an inherited uprobe of threads, whose contexts may be swapped
 */
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	struct inherit_family family = {
		.name = "threads",
		.event = { { .meter = kit_meter(kit, KIT_PROBE), .cpu = -1, .leader = -1 } },
		.events = 1,
		.threads = true,
	};
	struct inherit_counts counts = inherit_run(kit, &family);

	inherit_check(kit, &family, &counts);
	kit_check(kit, pmx_oracle_always_on(kit->breach, family.name, &counts.reading[0]));
}

const struct pmx_scenario scenario_inherit_uprobes_threads = {
	.name = "inherit.uprobes-threads",
	.summary = "an inherited uprobe counts in all threads",
	.about = "context swap between clones",
	.explain =
		"A task opens an inherited uprobe event, and it and two threads take turns on one "
		"CPU, calling the function known numbers of times. All calls must be counted: "
		"threads have one address space, so the filter of a uprobe's event lets each of "
		"them pass, also after the kernel has swapped their contexts; at least while the "
		"thread lives for which it was opened, so none ends early. They go before all "
		"ordinary tasks, so that none is interrupted in a call: "
		"inherit.uprobes-preempted.",
	.needs = PMX_NEED_PROBES,
	.run = run,
};
