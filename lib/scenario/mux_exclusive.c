// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_exclusive.c - an event that wants its PMU for itself
 */
#include "scenario/mux.h"

enum { TURNS = 6, TRIES = 3 };

#define TOLERANCE 0.02

/* All of them, the exclusive one last. */
static void check(struct kit *kit, const struct mux_set *set, const struct pmx_reading *it,
		  bool steady)
{
	size_t others = set->count - 1;
	uint64_t alone = it[others].running, used = 0, enabled = it[others].enabled;
	uint64_t most = (uint64_t)((double)enabled * (1 + TOLERANCE));

	for (size_t i = 0; i < set->count; i++) {
		mux_check_rate(kit, set->pmu, i, "beside an exclusive one", &it[i],
			       TURNS * set->count);
		if (steady)
			mux_check_share(kit,
					i < others ? "an event beside an exclusive one" :
						     "an exclusive event",
					&it[i], 1.0 / (double)set->count, TURNS, true);
	}
	for (size_t i = 0; i < others; i++) {
		used += it[i].running;
		kit_check(kit, pmx_oracle_exact(kit->breach,
						"ns of an exclusive event and of another, together",
						alone + it[i].running, 0, most));
	}
	if (most < alone) /* has been said above */
		return;
	kit_check(kit, pmx_oracle_exact(kit->breach,
					"ns of counters used beside an exclusive "
					"event",
					used, 0, (most - alone) * set->pmu->capacity));
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	struct perf_event_attr exclusive,
		software = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	size_t others = 1 + kit_random_below(&kit->random, 2 * pmu->capacity);
	struct pmx_reading it[MUX_MAX] = { 0 }, always;
	struct mux_set set;
	double steady = 0;
	int fd;

	mux_place(kit, pmu);
	mux_open(kit, &set, pmu, others);
	if (others == MUX_MAX)
		kit_skip(kit, "%s has room for too many events", pmu->name);
	fd = kit_must_open(kit, &software, 0, -1, -1);
	exclusive = mux_attr(pmu, others);
	exclusive.exclusive = 1;
	set.fd[set.count++] = kit_must_open(kit, &exclusive, 0, -1, -1);
	for (int i = 0; i < TRIES && steady < MUX_STEADY; i++)
		steady = mux_spin(kit, &set, TURNS * set.count * mux_interval(kit, pmu), it);
	check(kit, &set, it, steady >= MUX_STEADY);
	always = kit_read(kit, fd);
	kit_check(kit, pmx_oracle_always_on(kit->breach, "a software event beside an exclusive one",
					    &always));
}

const struct pmx_scenario scenario_mux_exclusive = {
	.name = "mux.exclusive",
	.summary = "an event that wants the PMU for itself",
	.about = "exclusive events",
	.explain =
		"An exclusive event is opened beside others on its PMU. It must never be on while "
		"another is, so its time and that of any other are no more than the whole; it and "
		"each of the others must be on when they are the first in line, which is once in "
		"as many rotations as there are events; no more counters may be used than there "
		"are; and a software event is none of their affair. group_can_go_on() keeps the "
		"exclusive one and the others apart, in both directions.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
