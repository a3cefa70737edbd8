// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_uprobes.c - an inherited uprobe, with context swap possible and forbidden
 */
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	struct inherit_family family = {
		.event = { { .meter = kit_meter(kit, KIT_PROBE), .cpu = -1, .leader = -1 } },
		.events = 1,
	};
	static const char *const names[] = { "calls" };
	struct inherit_counts apart, swapped;

	swapped = inherit_run(kit, &family);
	/* the same work once more */
	kit->random.state = kit->seed;
	family.apart = true;
	apart = inherit_run(kit, &family);
	kit_check(kit, pmx_oracle_same(kit->breach, "uprobe of a parent and two children",
				       (const struct pmx_variant[]){
					       { "the work itself", apart.done },
					       { "contexts kept apart", apart.counted },
					       { "contexts swapped", swapped.counted },
				       },
				       3, names, 1, 0));
}

const struct pmx_scenario scenario_inherit_uprobes = {
	.name = "inherit.uprobes",
	.summary = "an inherited uprobe, contexts swapped or not",
	.about = "context swap between clones",
	.explain =
		"A task opens an inherited uprobe event, and it and two children take turns on one "
		"CPU, calling the function known numbers of times; then once more with an event "
		"beside it that is not inherited, which forbids the kernel to swap their contexts. "
		"All calls must be counted, both times. A uprobe's events are filtered by the "
		"address space of the task that they were opened for (hw.target), and after "
		"perf_event_context_sched_out() has swapped contexts an event is with another "
		"task.",
	.needs = PMX_NEED_PROBES,
	.run = run,
};
