// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_moves.c - a task goes from cgroup to cgroup, and works in each
 */
#include <stdio.h>

#include "scenario/cgroup.h"

enum { CGROUPS = 3, MOVES = 12, TIMES = 200 };

/* The child's account, in shared memory. */
struct account {
	const struct kit_meter *meter[CGROUP_METERS];
	size_t meters;
	struct kit_cgroup cgroup[CGROUPS];
	uint64_t done[CGROUPS][KIT_METERS];
	struct kit_gate gate;
};

static void wander(struct kit *kit, void *arg)
{
	struct account *account = arg;

	kit_gate_wait(&account->gate, 1);
	for (int move = 0; move < MOVES; move++) {
		uint32_t to = kit_random_below(&kit->random, CGROUPS);

		cgroup_enter(kit, &account->cgroup[to]);
		kit_pin(kit_cpu(kit, kit_random_below(&kit->random, CGROUP_CPUS)));
		for (size_t i = 0; i < account->meters; i++) {
			uint64_t times = 1 + kit_random_below(&kit->random, TIMES);

			kit_work(account->meter[i], times);
			account->done[to][account->meter[i]->kind] += times;
		}
	}
}

static void run(struct kit *kit)
{
	struct account *account = kit_shared(kit, sizeof(*account));
	struct cgroup_event event[CGROUPS][CGROUP_METERS];
	pid_t child;

	cgroup_place(kit);
	account->meters = cgroup_meters(kit, account->meter);
	for (int i = 0; i < CGROUPS; i++)
		account->cgroup[i] = kit_cgroup_new(kit, NULL);
	child = kit_fork(kit, wander, account);
	kit_wait_asleep(kit, child);
	for (int i = 0; i < CGROUPS; i++)
		for (size_t m = 0; m < account->meters; m++)
			event[i][m] =
				cgroup_event(kit, &account->cgroup[i], &account->meter[m]->attr);
	kit_gate_open(&account->gate, 1);
	kit_wait(kit, child);
	for (int i = 0; i < CGROUPS; i++) {
		for (size_t m = 0; m < account->meters; m++) {
			struct pmx_reading it = cgroup_read(kit, &event[i][m]);
			char whose[32];

			snprintf(whose, sizeof(whose), "cgroup %d", i + 1);
			cgroup_check_count(kit, account->meter[m], whose, &it,
					   account->done[i][account->meter[m]->kind], 1);
			if (it.enabled)
				kit_check(kit, pmx_oracle_always_on(kit->breach, whose, &it));
		}
	}
}

const struct pmx_scenario scenario_cgroup_moves = {
	.name = "cgroup.moves",
	.summary = "a task goes from cgroup to cgroup and works",
	.about = "switching events when a task changes its cgroup",
	.explain =
		"A task enters one of three cgroups after the other, moves to another CPU, and "
		"does known work there. Events of each cgroup on all these CPUs must have counted "
		"exactly the work that was done in it, and have been on whenever the cgroup was. A "
		"task that changes its cgroup while it runs has the CPU's events switched "
		"(perf_cgroup_attach, perf_cgroup_switch), as a switch between tasks of different "
		"cgroups does.",
	.needs = PMX_NEED_CALLS | PMX_NEED_CGROUPS,
	.run = run,
};
