// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_inherited.c - events take turns in a family of tasks that take turns, too
 */
#include <stdio.h>

#include "kit/turns.h"
#include "scenario/mux.h"

enum { CHILDREN = 2, ROUNDS = 8 };

#define TOLERANCE 0.05

struct family {
	struct kit_turns turns;
	struct kit_random random; /* of all of them, since one at a time takes from it */
	uint64_t interval, worked;
	uint32_t born;
};

static void work(struct family *family, uint32_t me)
{
	for (uint32_t round = 0; round < ROUNDS; round++) {
		uint64_t time;

		kit_turn_wait(&family->turns, me, round);
		time = family->interval / 2 +
		       kit_random_below(&family->random, (uint32_t)(2 * family->interval));
		kit_spin(time);
		family->worked += time;
		kit_turn_end(&family->turns, me, round);
	}
}

static void child(struct kit *kit, void *arg)
{
	struct family *family = arg;

	(void)kit;
	work(family, 1 + __atomic_fetch_add(&family->born, 1, __ATOMIC_RELAXED));
}

static void open_inherited(struct kit *kit, struct mux_set *set, const struct kit_pmu *pmu)
{
	*set = (struct mux_set){ .pmu = pmu, .count = 2 * pmu->capacity };
	if (set->count > MUX_MAX)
		set->count = MUX_MAX;
	for (size_t i = 0; i < set->count; i++) {
		struct perf_event_attr attr = mux_attr(pmu, i);

		attr.inherit = 1;
		set->fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
}

static void check(struct kit *kit, const struct mux_set *set, uint64_t worked, uint64_t wall)
{
	struct pmx_reading it[MUX_MAX];
	double shares[MUX_MAX];

	for (size_t i = 0; i < set->count; i++) {
		it[i] = mux_read(kit, set->fd[i]);
		mux_check_rate(kit, set->pmu, i, "of a family", &it[i],
			       8 * (CHILDREN + 1) * ROUNDS);
		kit_check(kit, pmx_oracle_times(kit->breach, "an event of a family", &it[i], wall,
						1, (CHILDREN + 1) * ROUNDS * KIT_MSEC / 5));
		kit_check(kit, pmx_oracle_exact(kit->breach, "ns enabled in a family",
						it[i].enabled, worked, UINT64_MAX));
	}
	mux_shares(it, set->count, shares);
	kit_check(kit, pmx_oracle_capacity(kit->breach, "events of a family", shares, set->count,
					   set->pmu->capacity, TOLERANCE));
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	struct family *family = kit_shared(kit, sizeof(*family));
	uint64_t start = kit_now();
	pid_t pid[CHILDREN];
	struct mux_set set;

	mux_place(kit, pmu); /* all on one CPU: one of them at a time */
	*family = (struct family){
		.turns = { .tasks = CHILDREN + 1 },
		.random = kit->random,
		.interval = mux_interval(kit, pmu),
	};
	open_inherited(kit, &set, pmu);
	for (int i = 0; i < CHILDREN; i++)
		pid[i] = kit_fork(kit, child, family);
	work(family, 0);
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, pid[i]);
	check(kit, &set, family->worked, kit_now() - start);
}

const struct pmx_scenario scenario_mux_inherited = {
	.name = "mux.inherited",
	.summary = "events take turns in a family of tasks",
	.about = "rotation beside swaps of contexts",
	.explain =
		"A task and two children with inherited events, twice as many as the PMU has "
		"counters, work by turns on one CPU, each for half of the multiplexing interval or "
		"up to two and a half. After the children have ended each event must have counted, "
		"of all three, exactly what it was on in all three; as many events as there are "
		"counters must have been on all the time; and all must have been enabled for the "
		"time worked. The kernel swaps the contexts of such tasks instead of taking events "
		"off and on (perf_event_context_sched_out), whatever order rotation has brought "
		"theirs into.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
