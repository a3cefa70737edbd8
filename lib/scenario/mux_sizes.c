// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_sizes.c - groups of mixed size take turns
 */
#include <stdio.h>

#include "kit/steady.h"
#include "scenario/mux.h"

enum { TURNS = 6, MOST = 8, TRIES = 3 };

#define TOLERANCE 0.02

struct sized {
	int fd[MUX_MAX]; /* the leader's first */
	size_t size;
};

static void open_sized(struct kit *kit, const struct kit_pmu *pmu, struct sized *group, size_t size)
{
	group->size = size;
	for (size_t i = 0; i < size; i++) {
		struct perf_event_attr attr = mux_attr(pmu, i);

		attr.disabled = i == 0;
		group->fd[i] = kit_must_open(kit, &attr, 0, -1, i ? group->fd[0] : -1);
	}
}

static void switch_all(struct kit *kit, const struct sized *groups, size_t count, bool on)
{
	for (size_t i = 0; i < count; i++)
		kit_ioctl(kit, groups[i].fd[0], on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE,
			  0);
}

/*
 * Once in @count rotations each is the first in line, and then it is on. What is on behind it
 * depends on the order: this is the only share that it has for certain.
 */
static void check_group(struct kit *kit, const struct kit_pmu *pmu, const struct sized *group,
			size_t count, bool steady, uint64_t *used)
{
	struct pmx_reading members[MUX_MAX];
	char what[80];

	snprintf(what, sizeof(what), "a group of %zu among %zu on %u counters", group->size, count,
		 pmu->capacity);
	for (size_t i = 0; i < group->size; i++) {
		members[i] = kit_read(kit, group->fd[i]);
		mux_check_rate(kit, pmu, i, what, &members[i], TRIES * TURNS * count);
		*used += members[i].running;
	}
	kit_check(kit, pmx_oracle_group(kit->breach, what, members, group->size, 0));
	if (steady)
		mux_check_share(kit, what, &members[0], 1.0 / (double)count, TURNS, true);
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	uint64_t time, used = 0, enabled;
	struct sized groups[MOST] = { 0 };
	size_t count = 4 + kit_random_below(&kit->random, MOST - 3), first = pmu->capacity;
	double steady = 0;

	mux_place(kit, pmu);
	if (first > MUX_MAX)
		kit_skip(kit, "%s has %zu counters; groups of %d at most are opened", pmu->name,
			 first, MUX_MAX);
	/* the first needs all counters, so that they cannot all be on */
	for (size_t i = 0; i < count; i++)
		open_sized(kit, pmu, &groups[i],
			   i ? 1 + kit_random_below(&kit->random, (uint32_t)first) : first);
	time = TURNS * count * mux_interval(kit, pmu);
	switch_all(kit, groups, count, true);
	for (int i = 0; i < TRIES && steady < MUX_STEADY; i++)
		steady = kit_spin_share(time);
	switch_all(kit, groups, count, false);
	for (size_t i = 0; i < count; i++)
		check_group(kit, pmu, &groups[i], count, steady >= MUX_STEADY, &used);
	enabled = kit_read(kit, groups[0].fd[0]).enabled;
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "ns of counters used by groups", used, enabled / 2,
				   (uint64_t)((double)enabled * pmu->capacity * (1 + TOLERANCE))));
}

const struct pmx_scenario scenario_mux_sizes = {
	.name = "mux.sizes",
	.summary = "groups of mixed size take turns",
	.about = "rotation of groups, head-of-line blocking",
	.explain =
		"Four to eight groups of one to K events want the K counters of a PMU, the first "
		"of them all K. Which of them are on together depends on their order, and counters "
		"may stand idle behind a group that does not fit; but no more counters may be used "
		"than there are, each group must be on when it is the first in line, which it is "
		"once in as many rotations as there are groups, its members must have been on for "
		"the same time to a nanosecond, and each have counted exactly this time. A group "
		"that fits in part is taken off again (group_sched_in), which must leave nothing "
		"behind.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
