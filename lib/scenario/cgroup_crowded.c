// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_crowded.c - a cgroup has more events on a CPU than there are counters
 */
#include <unistd.h>

#include "kit/steady.h"
#include "scenario/cgroup.h"
#include "scenario/mux.h"

enum { TURNS = 5, OTHERS = 5 };

#define TOLERANCE 0.03

struct account {
	struct kit_cgroup inside, outside;
	struct kit_gate gate;
	uint64_t time;
	double steady;
};

/* In one piece, so that its events have turns. */
static void work(struct kit *kit, void *arg)
{
	struct account *account = arg;

	cgroup_enter(kit, &account->inside);
	kit_steady();
	kit_gate_wait(&account->gate, 1);
	account->steady = kit_spin_share(account->time);
}

static void work_outside(struct kit *kit, void *arg)
{
	struct account *account = arg;

	cgroup_enter(kit, &account->outside);
	kit_spin(OTHERS * KIT_MSEC);
}

static void open_set(struct kit *kit, struct mux_set *set, const struct kit_pmu *pmu, int cpu,
		     const struct kit_cgroup *cgroup)
{
	*set = (struct mux_set){ .pmu = pmu, .count = 2 * pmu->capacity };
	if (set->count > MUX_MAX)
		set->count = MUX_MAX;
	for (size_t i = 0; i < set->count; i++) {
		struct perf_event_attr attr = mux_attr(pmu, i);

		set->fd[i] = kit_cgroup_open(kit, cgroup, &attr, cpu, -1);
		if (set->fd[i] < 0)
			kit_skip(kit, "%s takes no events of cgroups", pmu->name);
	}
}

static void check(struct kit *kit, const struct mux_set *set, const struct account *account)
{
	double shares[MUX_MAX] = { 0 }, due = (double)set->pmu->capacity / (double)set->count;
	struct pmx_reading it[MUX_MAX];

	for (size_t i = 0; i < set->count; i++) {
		it[i] = kit_read(kit, set->fd[i]);
		shares[i] = kit_share(&it[i]);
		mux_check_rate(kit, set->pmu, i, "of a crowded cgroup", &it[i],
			       4 * TURNS * set->count);
		kit_check(kit, pmx_oracle_exact(kit->breach, "ns that a crowded cgroup was counted",
						it[i].enabled, account->time, UINT64_MAX));
		if (account->steady >= MUX_STEADY)
			mux_check_share(kit, "an event of a crowded cgroup", &it[i], due, TURNS,
					false);
	}
	kit_check(kit, pmx_oracle_capacity(kit->breach, "events of a crowded cgroup", shares,
					   set->count, set->pmu->capacity, TOLERANCE));
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	struct account *account = kit_shared(kit, sizeof(*account));
	int cpu = pmx_cpus_next(&pmu->cpus, -1);
	struct mux_set inside, outside;
	pid_t child;

	kit_pin(cpu);
	account->inside = kit_cgroup_new(kit, NULL);
	account->outside = kit_cgroup_new(kit, NULL);
	child = kit_fork(kit, work, account);
	kit_wait_asleep(kit, child);
	open_set(kit, &outside, pmu, cpu, &account->outside);
	open_set(kit, &inside, pmu, cpu, &account->inside);
	account->time = TURNS * inside.count * mux_interval(kit, pmu);
	kit_wait(kit, kit_fork(kit, work_outside, account));
	kit_gate_open(&account->gate, 1);
	kit_wait(kit, child);
	check(kit, &inside, account);
}

const struct pmx_scenario scenario_cgroup_crowded = {
	.name = "cgroup.crowded",
	.summary = "a cgroup with more events than counters",
	.about = "rotation of cgroup events",
	.explain =
		"Two cgroups have twice as many events each on a CPU as its PMU has counters. A "
		"task of one works for a moment, then one of the other for many turns. The "
		"latter's events must use all counters while it has the CPU, have equal turns, be "
		"enabled for all of its time, and count what they ran; those of the cgroup that is "
		"not there must take no turn. Rotation takes the first event that is active, of "
		"whatever cgroup (ctx_event_to_rotate), in a tree that is sorted by cgroup.",
	.needs = PMX_NEED_CORE | PMX_NEED_CGROUPS | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
