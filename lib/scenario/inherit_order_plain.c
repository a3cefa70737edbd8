// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_order_plain.c - inherited events opened in each order, without inherit_stat
 */
#include "kit/calls.h"
#include "kit/keep.h"
#include "scenario/inherit.h"

static void check(struct kit *kit, const struct inherit_family *family)
{
	struct inherit_counts counts = inherit_run(kit, family);

	inherit_check(kit, family, &counts);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	struct kit_meter calls[3];
	struct inherit_family family;

	kit_keep(kit, meters, count);
	for (unsigned i = 0; i < inherit_orders(count); i++) {
		char name[120];

		family = inherit_order(meters, count, i, name, sizeof(name));
		check(kit, &family);
	}
	kit_calls(kit, calls, 3);
	kit_keep(kit, (const struct kit_meter *[]){ &calls[1], &calls[2] }, 2);
	for (int i = 0; i < INHERIT_ARRANGEMENTS; i++)
		if (inherit_arrange(kit, (enum inherit_arrangement)i, calls, &family))
			check(kit, &family);
}

const struct pmx_scenario scenario_inherit_order_plain = {
	.name = "inherit.order-plain",
	.summary = "inherited events opened in any order",
	.about = "context swap between clones",
	.explain =
		"What the other inherit.order scenarios do, in each of their orders, but without "
		"inherit_stat: it does not matter then to which task a count belongs, and each "
		"event must have counted the work of all tasks. perf_event_context_sched_out() "
		"swaps the contexts of two clones instead of taking events off and on; what it "
		"forgot to swap would be lost here or counted twice.",
	.needs = PMX_NEED_CALLS | PMX_NEED_TWO_METERS,
	.run = run,
};
