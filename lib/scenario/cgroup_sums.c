// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_sums.c - cgroups, the rest, and the CPUs that they all run on
 */
#include <stdio.h>

#include "scenario/cgroup.h"

enum { CGROUPS = 2, TASKS = 2 * CGROUPS + 1, ROUNDS = 20, TIMES = 50 };

/*
 * Of the last task, which is in no cgroup of ours, and of the others, in the order of their number.
 */
struct account {
	struct kit_cgroup cgroup[CGROUPS];
	struct kit_gate gate;
	uint32_t born;
	uint64_t done[CGROUPS + 1];
};

/* Of what nobody else does, where there is such a thing, and of what anybody may do. */
static size_t choose(const struct kit *kit, const struct kit_meter **out)
{
	out[0] = kit_meter(kit, KIT_CALLS);
	out[1] = kit_meter(kit, KIT_PROBE);
	return out[1] ? 2 : 1;
}

static void work(struct kit *kit, void *arg)
{
	struct account *account = arg;
	uint32_t me = __atomic_fetch_add(&account->born, 1, __ATOMIC_RELAXED);
	uint32_t where = me / 2; /* CGROUPS: outside */
	const struct kit_meter *meters[2];
	size_t count = choose(kit, meters);
	uint64_t done = 0;

	if (where < CGROUPS)
		cgroup_enter(kit, &account->cgroup[where]);
	/* a task that moves between the probes of two CPUs' events counts on both, or on none */
	kit_pin(kit_cpu(kit, me));
	kit_gate_wait(&account->gate, 1);
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t times = 1 + kit_random_below(&kit->random, TIMES) + me;

		for (size_t i = 0; i < count; i++)
			kit_work(meters[i], times);
		done += times;
		kit_sleep(KIT_MSEC / 10); /* another takes over */
	}
	__atomic_fetch_add(&account->done[where], done, __ATOMIC_RELAXED);
}

/* Events of one meter. They are enabled from the outside in, and disabled the other way round. */
struct layers {
	struct cgroup_event cpus, root, cgroup[CGROUPS];
};

static void switch_all(struct kit *kit, const struct layers *layers, bool on)
{
	const struct cgroup_event *all[2 + CGROUPS] = { &layers->cpus, &layers->root };

	for (size_t i = 0; i < CGROUPS; i++)
		all[2 + i] = &layers->cgroup[i];
	for (size_t i = 0; i < 2 + CGROUPS; i++)
		cgroup_ioctl(kit, all[on ? i : 1 + CGROUPS - i],
			     on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE);
}

static void check(struct kit *kit, const struct account *account, const struct kit_meter *meter,
		  const struct layers *layers)
{
	struct pmx_reading cpus = cgroup_read(kit, &layers->cpus);
	struct pmx_reading root = cgroup_read(kit, &layers->root);
	uint64_t all = account->done[CGROUPS], parts[CGROUPS + 1] = { all };

	for (int i = 0; i < CGROUPS; i++) {
		struct pmx_reading it = cgroup_read(kit, &layers->cgroup[i]);

		cgroup_check_count(kit, meter, "a cgroup among others", &it, account->done[i], 2);
		all += account->done[i];
		parts[i + 1] = it.value;
	}
	/* nobody else calls a function of ours; system calls and faults are everybody's */
	if (meter->kind == KIT_PROBE)
		kit_check(kit, pmx_oracle_conserved(kit->breach, "calls in cgroups and outside",
						    parts, CGROUPS + 1, cpus.value, 0));
	kit_check(kit, pmx_oracle_exact(kit->breach, "counted on CPUs, all tasks", cpus.value, all,
					UINT64_MAX));
	kit_check(kit, pmx_oracle_exact(kit->breach, "counted in the cgroup of all tasks",
					root.value, all, cpus.value));
	kit_check(kit, pmx_oracle_always_on(kit->breach,
					    "an event of a CPU beside those of cgroups", &cpus));
}

static void run(struct kit *kit)
{
	struct account *account = kit_shared(kit, sizeof(*account));
	struct kit_cgroup root = kit_cgroup_root(kit);
	const struct kit_meter *meters[2];
	size_t count = choose(kit, meters);
	struct layers layers[2];
	pid_t child[TASKS];

	cgroup_place(kit);
	for (int i = 0; i < CGROUPS; i++)
		account->cgroup[i] = kit_cgroup_new(kit, NULL);
	for (int i = 0; i < TASKS; i++)
		child[i] = kit_fork(kit, work, account);
	for (size_t m = 0; m < count; m++) {
		struct perf_event_attr attr = meters[m]->attr;

		attr.disabled = 1;
		layers[m].cpus = cgroup_event(kit, NULL, &attr);
		layers[m].root = cgroup_event(kit, &root, &attr);
		for (int i = 0; i < CGROUPS; i++)
			layers[m].cgroup[i] = cgroup_event(kit, &account->cgroup[i], &attr);
		switch_all(kit, &layers[m], true);
	}
	kit_gate_open(&account->gate, 1);
	for (int i = 0; i < TASKS; i++)
		kit_wait(kit, child[i]);
	for (size_t m = 0; m < count; m++) {
		switch_all(kit, &layers[m], false);
		check(kit, account, meters[m], &layers[m]);
	}
}

const struct pmx_scenario scenario_cgroup_sums = {
	.name = "cgroup.sums",
	.summary = "cgroups and the rest add up to their CPUs",
	.about = "events of CPUs beside those of cgroups",
	.explain =
		"Four tasks in two cgroups and one outside do known work and give way to one "
		"another on a few CPUs, on which all tasks, the cgroup of all tasks, and each of "
		"the two cgroups are counted. Each cgroup must have the work of its two tasks; all "
		"of them and the rest must add up to what the CPUs have, exactly for calls of a "
		"function that nobody else calls; and events of whole CPUs must not miss a "
		"nanosecond when events of cgroups are switched beside them.",
	.needs = PMX_NEED_CALLS | PMX_NEED_CGROUPS | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
