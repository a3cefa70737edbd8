// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_moved.c - tasks are moved between cgroups by another, while they work
 */
#include <stdio.h>
#include <string.h>

#include "scenario/cgroup.h"

enum { CGROUPS = 2, TASKS = 2, MOVES = 10, PIECE = 50 };

/* The work done by all tasks, in shared memory. */
struct account {
	const struct kit_meter *meter[CGROUP_METERS];
	size_t meters;
	struct kit_cgroup cgroup[CGROUPS];
	struct kit_gate gate; /* 1: begin, 2: come to an end */
	uint64_t pieces;
};

static void work(struct kit *kit, void *arg)
{
	struct account *account = arg;

	(void)kit;
	kit_gate_wait(&account->gate, 1);
	do {
		for (size_t i = 0; i < account->meters; i++)
			kit_work(account->meter[i], PIECE);
		__atomic_fetch_add(&account->pieces, 1, __ATOMIC_RELAXED);
	} while (__atomic_load_n(&account->gate.stage, __ATOMIC_ACQUIRE) < 2);
}

static void join(struct kit *kit, const struct kit_cgroup *cgroup, pid_t pid)
{
	int ret = kit_cgroup_join(cgroup, pid);

	if (ret)
		kit_error(kit, "cannot move task %d to %s: %s", pid, cgroup->name, strerror(-ret));
}

static void check(struct kit *kit, const struct kit_meter *meter, const struct cgroup_event *events,
		  uint64_t done)
{
	uint64_t parts[CGROUPS], sum = 0;
	char what[80];

	for (int i = 0; i < CGROUPS; i++) {
		struct pmx_reading it = cgroup_read(kit, &events[i]);

		parts[i] = it.value;
		sum += it.value;
		if (it.enabled)
			kit_check(kit, pmx_oracle_always_on(kit->breach, meter->name, &it));
	}
	snprintf(what, sizeof(what), "%s of tasks that are moved", meter->name);
	if (sum > done && sum - done <= TASKS * meter->slack)
		done = sum; /* more of some kinds happen than are done */
	kit_check(kit, pmx_oracle_conserved(kit->breach, what, parts, CGROUPS, done, 0));
}

static void run(struct kit *kit)
{
	struct account *account = kit_shared(kit, sizeof(*account));
	struct cgroup_event event[CGROUP_METERS][CGROUPS];
	pid_t child[TASKS];

	cgroup_place(kit);
	account->meters = cgroup_meters(kit, account->meter);
	for (int i = 0; i < CGROUPS; i++)
		account->cgroup[i] = kit_cgroup_new(kit, NULL);
	for (int i = 0; i < TASKS; i++) {
		child[i] = kit_fork(kit, work, account);
		join(kit, &account->cgroup[0], child[i]);
		kit_wait_asleep(kit, child[i]);
	}
	for (size_t m = 0; m < account->meters; m++)
		for (int i = 0; i < CGROUPS; i++)
			event[m][i] =
				cgroup_event(kit, &account->cgroup[i], &account->meter[m]->attr);
	kit_gate_open(&account->gate, 1);
	for (int i = 0; i < MOVES; i++) {
		kit_sleep(kit_random_below(&kit->random, 2 * KIT_MSEC));
		join(kit, &account->cgroup[kit_random_below(&kit->random, CGROUPS)],
		     child[kit_random_below(&kit->random, TASKS)]);
	}
	kit_gate_open(&account->gate, 2);
	for (int i = 0; i < TASKS; i++)
		kit_wait(kit, child[i]);
	for (size_t m = 0; m < account->meters; m++)
		check(kit, account->meter[m], event[m], account->pieces * PIECE);
	kit_count(kit, MOVES);
}

const struct pmx_scenario scenario_cgroup_moved = {
	.name = "cgroup.moved",
	.summary = "tasks are moved between cgroups as they work",
	.about = "switching events of a task that runs elsewhere",
	.explain =
		"Two tasks do known work on any CPU while a third moves them between two cgroups. "
		"Where each piece of work falls is not known, but none may be lost or counted "
		"twice: the counts of both cgroups add up to all that was done, and each event was "
		"on whenever its cgroup was. The CPU on which a moved task runs is interrupted to "
		"switch events; until then they are its old cgroup's.",
	.needs = PMX_NEED_CALLS | PMX_NEED_CGROUPS,
	.run = run,
};
