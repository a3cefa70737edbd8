// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_arrange.c - in which order a family's events are opened, and where they are in the
 * kernel's lists
 *
 * A task's events are in a list in the order of their opening. A child's are in the order in which
 * they were inherited: the pinned ones first, each kind by CPU (any CPU comes first), from Linux
 * 6.2 on by PMU (by the address of its struct), then by age; members of a group behind their
 * leader.
 */
#include <stdio.h>

#include "kit/calls.h"
#include "kit/keep.h"
#include "scenario/inherit.h"

unsigned inherit_orders(size_t count)
{
	unsigned orders = 1;

	for (unsigned i = 2; i <= count; i++)
		orders *= i;
	return orders;
}

/*
 * The order is a number in the factorial number system, whose digits say which of the rest is next.
 */
void inherit_permute(unsigned order, size_t count, size_t *out)
{
	bool used[INHERIT_EVENTS] = { false };

	for (size_t i = 0; i < count; i++) {
		unsigned rest = inherit_orders(count - 1 - i), skip = order / rest;
		size_t at = 0;

		order %= rest;
		while (used[at] || skip--)
			at++;
		used[at] = true;
		out[i] = at;
	}
}

struct inherit_family inherit_order(const struct kit_meter *const *meters, size_t count,
				    unsigned order, char *name, size_t size)
{
	struct inherit_family family = { .name = name, .events = count };
	size_t place[INHERIT_EVENTS] = { 0 };
	int used = snprintf(name, size, "opened in the order");

	inherit_permute(order, count, place);
	for (size_t i = 0; i < count; i++) {
		const struct kit_meter *meter = meters[place[i]];

		family.event[i] = (struct inherit_event){ .meter = meter, .cpu = -1, .leader = -1 };
		if ((size_t)used < size)
			used += snprintf(name + used, size - (size_t)used, "%s %s", i ? "," : "",
					 meter->name);
	}
	return family;
}

bool inherit_arrange(const struct kit *kit, enum inherit_arrangement which,
		     const struct kit_meter *calls, struct inherit_family *out)
{
	int here = kit_cpu(kit, 0), there = kit_cpu(kit, 1);
	int up[2] = { here < there ? here : there, here < there ? there : here };
	const struct inherit_family all[INHERIT_ARRANGEMENTS] = {
		[INHERIT_FLEXIBLE_FIRST] = { "a flexible event opened before a pinned one",
					     { { &calls[0], -1, -1, false },
					       { &calls[1], -1, -1, true } },
					     2 },
		[INHERIT_GROUP_TORN] = { "another event opened between leader and sibling",
					 { { &calls[0], -1, -1, false },
					   { &calls[1], -1, -1, false },
					   { &calls[2], -1, 0, false } },
					 3 },
		[INHERIT_CPUS_DOWN] = { "the higher CPU's event opened first",
					{ { &calls[0], up[1], -1, false },
					  { &calls[1], up[0], -1, false } },
					2 },
		[INHERIT_PINNED_FIRST] = { "a pinned event opened before a flexible one",
					   { { &calls[0], -1, -1, true },
					     { &calls[1], -1, -1, false } },
					   2 },
		[INHERIT_GROUP_WHOLE] = { "a group opened without a break",
					  { { &calls[0], -1, -1, false },
					    { &calls[1], -1, 0, false },
					    { &calls[2], -1, -1, false } },
					  3 },
		[INHERIT_CPUS_UP] = { "the lower CPU's event opened first",
				      { { &calls[0], up[0], -1, false },
					{ &calls[1], up[1], -1, false } },
				      2 },
	};

	*out = all[which];
	return here != there || (which != INHERIT_CPUS_DOWN && which != INHERIT_CPUS_UP);
}

void inherit_check_arranged(struct kit *kit, enum inherit_arrangement which)
{
	struct kit_meter calls[3];
	struct inherit_family family;
	struct inherit_counts counts;

	kit_calls(kit, calls, 3);
	if (!inherit_arrange(kit, which, calls, &family))
		return;
	family.stat = true;
	counts = inherit_run(kit, &family);
	inherit_check(kit, &family, &counts);
}
