// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_pinned_rest.c - flexible events share what pinned ones leave
 */
#include "scenario/mux.h"

enum { TURNS = 5, TRIES = 3 };

#define TOLERANCE 0.03

static void check_rest(struct kit *kit, const struct mux_set *set, size_t room)
{
	struct pmx_reading readings[MUX_MAX];
	double shares[MUX_MAX], steady = 0;

	for (int i = 0; i < TRIES && steady < MUX_STEADY; i++)
		steady = mux_spin(kit, set, TURNS * set->count * mux_interval(kit, set->pmu),
				  readings);
	mux_shares(readings, set->count, shares);
	kit_check(kit, pmx_oracle_capacity(kit->breach, "what pinned events leave", shares,
					   set->count, (double)room, TOLERANCE));
	for (size_t i = 0; i < set->count; i++) {
		mux_check_rate(kit, set->pmu, i, "beside pinned ones", &readings[i],
			       TURNS * set->count);
		if (steady >= MUX_STEADY)
			mux_check_share(kit, "an event beside pinned ones", &readings[i],
					(double)room / (double)set->count, TURNS, false);
	}
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	size_t room = pmu->capacity, pinned;
	struct mux_set set;
	int fd[MUX_MAX];

	if (room < 2 || room > MUX_MAX)
		kit_skip(kit, "%s has %zu counters; 2 to %d are needed", pmu->name, room, MUX_MAX);
	mux_place(kit, pmu);
	pinned = 1 + kit_random_below(&kit->random, (uint32_t)room - 1);
	mux_open(kit, &set, pmu, room - pinned + 1 + kit_random_below(&kit->random, 4));
	/* last, so that they must come before those that are on already */
	for (size_t i = 0; i < pinned; i++) {
		struct perf_event_attr attr = mux_attr(pmu, i);

		attr.pinned = 1;
		fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	check_rest(kit, &set, room - pinned);
	for (size_t i = 0; i < pinned; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);

		kit_check(kit, pmx_oracle_always_on(kit->breach, "a pinned event", &it));
		mux_check_rate(kit, pmu, i, "pinned", &it, 2);
	}
}

const struct pmx_scenario scenario_mux_pinned_rest = {
	.name = "mux.pinned-rest",
	.summary = "flexible events share what pinned ones leave",
	.about = "pinned before flexible events",
	.explain =
		"More flexible events than there are counters take turns when pinned events are "
		"opened, fewer than there are counters. The pinned ones must be on at once and "
		"always, without a gap when the others rotate; these must share the counters that "
		"are left, add up to them, and have equal turns. ctx_resched() takes flexible "
		"events off for a pinned one, and perf_rotate_context() must leave pinned ones "
		"alone.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
