// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_apart.c - two cgroups each fill a PMU, and are never on the CPU together
 */
#include <unistd.h>

#include "kit/turns.h"
#include "scenario/cgroup.h"
#include "scenario/mux.h"

enum { CGROUPS = 2, ROUNDS = 6 };

#define STEP (5 * KIT_MSEC)

struct account {
	struct kit_cgroup cgroup[CGROUPS];
	struct kit_gate gate;
	struct kit_turns turns;
	uint32_t born;
};

static void work(struct kit *kit, void *arg)
{
	struct account *account = arg;
	uint32_t me = __atomic_fetch_add(&account->born, 1, __ATOMIC_RELAXED);

	cgroup_enter(kit, &account->cgroup[me]);
	kit_gate_wait(&account->gate, 1);
	for (uint32_t round = 0; round < ROUNDS; round++) {
		kit_turn_wait(&account->turns, me, round);
		kit_spin(STEP);
		kit_turn_end(&account->turns, me, round);
	}
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	struct account *account = kit_shared(kit, sizeof(*account));
	size_t room = pmu->capacity < MUX_MAX ? pmu->capacity : MUX_MAX;
	int cpu = pmx_cpus_next(&pmu->cpus, -1), fd[CGROUPS][MUX_MAX];
	pid_t child[CGROUPS];

	account->turns.tasks = CGROUPS;
	kit_pin(cpu);
	for (int i = 0; i < CGROUPS; i++)
		account->cgroup[i] = kit_cgroup_new(kit, NULL);
	for (int i = 0; i < CGROUPS; i++)
		child[i] = kit_fork(kit, work, account);
	for (size_t e = 0; e < room; e++) { /* alternately: neither has a better place in line */
		for (int i = 0; i < CGROUPS; i++) {
			struct perf_event_attr attr = mux_attr(pmu, e);

			fd[i][e] = kit_cgroup_open(kit, &account->cgroup[i], &attr, cpu, -1);
			if (fd[i][e] < 0)
				kit_skip(kit, "%s takes no events of cgroups", pmu->name);
		}
	}
	kit_gate_open(&account->gate, 1);
	for (int i = 0; i < CGROUPS; i++)
		kit_wait(kit, child[i]);
	for (int i = 0; i < CGROUPS; i++) {
		for (size_t e = 0; e < room; e++) {
			struct pmx_reading it = kit_read(kit, fd[i][e]);

			kit_check(kit, pmx_oracle_always_on(kit->breach,
							    "a cgroup that fills the PMU", &it));
			kit_check(kit, pmx_oracle_exact(kit->breach, "ns that a cgroup was counted",
							it.enabled, ROUNDS * STEP, UINT64_MAX));
			mux_check_rate(kit, pmu, e, "of a cgroup", &it, 8 * ROUNDS);
		}
	}
}

const struct pmx_scenario scenario_cgroup_apart = {
	.name = "cgroup.apart",
	.summary = "two cgroups fill a PMU one after the other",
	.about = "cgroup events that do not compete",
	.explain =
		"Two cgroups have as many events on a CPU as its PMU has counters, and a task "
		"each; the tasks take turns. Since only one of the two is on the CPU at a time "
		"none of the events has to wait: each must be on whenever its cgroup is, for all "
		"of its task's time, and count what it ran. Events that are not of the cgroup that "
		"has the CPU must be passed over without making others wait (visit_groups_merge).",
	.needs = PMX_NEED_CORE | PMX_NEED_CGROUPS | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
