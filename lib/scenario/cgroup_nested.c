// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_nested.c - what is done in a cgroup is done in those around it, too
 */
#include <stdio.h>

#include "scenario/cgroup.h"

enum { LEVELS = 3, TIMES = 300 };

struct account {
	const struct kit_meter *meter[CGROUP_METERS];
	size_t meters;
	struct kit_cgroup cgroup[LEVELS]; /* each in the one before */
	struct kit_gate gate;
	uint32_t born;
	uint64_t done[LEVELS];
};

/* The task of one level: a part of its work on every CPU, beside the others' tasks. */
static void work(struct kit *kit, void *arg)
{
	struct account *account = arg;
	uint32_t level = __atomic_fetch_add(&account->born, 1, __ATOMIC_RELAXED);

	cgroup_enter(kit, &account->cgroup[level]);
	kit_gate_wait(&account->gate, 1);
	for (unsigned cpu = 0; cpu < CGROUP_CPUS; cpu++) {
		uint64_t times = 1 + kit_random_below(&kit->random, TIMES) + level;

		kit_pin(kit_cpu(kit, cpu));
		for (size_t i = 0; i < account->meters; i++)
			kit_work(account->meter[i], times);
		account->done[level] += times;
	}
}

static void check_level(struct kit *kit, const struct account *account,
			const struct kit_meter *meter, const struct cgroup_event *event, int level)
{
	struct pmx_reading it = cgroup_read(kit, event);
	uint64_t done = 0;
	char whose[48];

	for (int i = level; i < LEVELS; i++)
		done += account->done[i];
	snprintf(whose, sizeof(whose), "a cgroup with %d below it", LEVELS - level - 1);
	cgroup_check_count(kit, meter, whose, &it, done, (unsigned)(LEVELS - level));
	kit_check(kit, pmx_oracle_always_on(kit->breach, whose, &it));
}

static void run(struct kit *kit)
{
	struct account *account = kit_shared(kit, sizeof(*account));
	struct cgroup_event event[CGROUP_METERS][LEVELS];
	pid_t child[LEVELS];

	cgroup_place(kit);
	account->meters = cgroup_meters(kit, account->meter);
	for (int i = 0; i < LEVELS; i++)
		account->cgroup[i] = kit_cgroup_new(kit, i ? &account->cgroup[i - 1] : NULL);
	for (int i = 0; i < LEVELS; i++)
		child[i] = kit_fork(kit, work, account);
	for (int i = 0; i < LEVELS; i++)
		kit_wait_asleep(kit, child[i]);
	for (size_t m = 0; m < account->meters; m++)
		for (int i = 0; i < LEVELS; i++)
			event[m][i] =
				cgroup_event(kit, &account->cgroup[i], &account->meter[m]->attr);
	kit_gate_open(&account->gate, 1);
	for (int i = 0; i < LEVELS; i++)
		kit_wait(kit, child[i]);
	for (size_t m = 0; m < account->meters; m++)
		for (int i = 0; i < LEVELS; i++)
			check_level(kit, account, account->meter[m], &event[m][i], i);
}

const struct pmx_scenario scenario_cgroup_nested = {
	.name = "cgroup.nested",
	.summary = "cgroups count what is done in those below",
	.about = "events of a hierarchy of cgroups",
	.explain =
		"Three cgroups are nested, with a task in each that does known work on every CPU, "
		"all at the same time. The innermost cgroup's events must have counted the work of "
		"its own task, the middle one's that of two, the outermost one's that of all "
		"three. An event is on when the task's cgroup is its own or below it "
		"(perf_cgroup_match), and when one of two that share an ancestor takes over from "
		"the other, the ancestor's stays.",
	.needs = PMX_NEED_CALLS | PMX_NEED_CGROUPS,
	.run = run,
};
