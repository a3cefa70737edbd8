// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_uprobes_apart.c - an inherited uprobe, with context swap forbidden
 */
#include "scenario/inherit.h"

static void run(struct kit *kit)
{
	struct inherit_family family = {
		.name = "processes whose contexts are kept apart",
		.event = { { .meter = kit_meter(kit, KIT_PROBE), .cpu = -1, .leader = -1 } },
		.events = 1,
		.apart = true,
	};
	struct inherit_counts counts = inherit_run(kit, &family);

	inherit_check(kit, &family, &counts);
	kit_check(kit, pmx_oracle_always_on(kit->breach, family.name, &counts.reading[0]));
}

const struct pmx_scenario scenario_inherit_uprobes_apart = {
	.name = "inherit.uprobes-apart",
	.summary = "an inherited uprobe, contexts not swapped",
	.about = "inheritance: counts added to the parent at exit",
	.explain =
		"A task opens an inherited uprobe event, and one that is not inherited, which "
		"forbids the kernel to swap contexts. It and two children take turns on one CPU, "
		"calling the function known numbers of times; all calls must be counted. Each "
		"child's event has a consumer of its own at the probed address, which must see "
		"that child and no other.",
	.needs = PMX_NEED_PROBES,
	.run = run,
};
