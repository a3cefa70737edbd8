// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_cpu_wide.c - what CPUs count is no less than what tasks on them did
 */
#include <unistd.h>

#include "scenario/context.h"

enum { CPUS = 64, TASKS = 4, TIMES = 500 };

static void work(struct kit *kit, void *arg)
{
	for (int i = 0; i < 10; i++) {
		kit_pin(kit_cpu(kit, kit_random_below(&kit->random, 64)));
		kit_work(arg, TIMES / 10);
	}
}

/* What the tasks did, by events of each of them; what was counted by all CPUs comes back in @wide. */
static void count(struct kit *kit, const struct kit_meter *meter, bool by_tasks, uint64_t *wide,
		  uint64_t *tasks)
{
	struct perf_event_attr inherited = meter->attr;
	unsigned cpus = (unsigned)pmx_cpus_count(&kit->cpus);
	int fd[CPUS], own = -1;
	pid_t child[TASKS];

	if (cpus > CPUS)
		kit_skip(kit, "no more than %d CPUs: %u", CPUS, cpus);
	inherited.inherit = 1;
	if (by_tasks)
		own = kit_must_open(kit, &inherited, 0, -1, -1);
	for (unsigned i = 0; i < cpus; i++)
		fd[i] = kit_must_open(kit, &meter->attr, -1, kit_cpu(kit, i), -1);
	for (int i = 0; i < TASKS; i++) {
		kit->random.state++;
		child[i] = kit_fork(kit, work, (void *)meter);
	}
	for (int i = 0; i < TASKS; i++)
		kit_wait(kit, child[i]);
	*wide = 0;
	for (unsigned i = 0; i < cpus; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);

		kit_check(kit, pmx_oracle_always_on(kit->breach, "an event of a CPU", &it));
		*wide += it.value;
		close(fd[i]);
	}
	*tasks = by_tasks ? kit_read(kit, own).value : 0;
}

static void run(struct kit *kit)
{
	const struct kit_meter *calls = kit_meter(kit, KIT_CALLS),
			       *writes = kit_meter(kit, KIT_WRITES);
	uint64_t done = TASKS * TIMES, wide, tasks;

	count(kit, calls, true, &wide, &tasks);
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls by events of tasks", tasks, done, done));
	/* anybody else may make that call, too */
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "calls by events of CPUs", wide, done, UINT64_MAX));
	if (!writes)
		return;
	/* nobody else has this address in memory that he writes to, and a debugger's are his own */
	count(kit, writes, false, &wide, &tasks);
	kit_check(kit, pmx_oracle_exact(kit->breach, "writes by events of CPUs", wide, done, done));
}

const struct pmx_scenario scenario_context_cpu_wide = {
	.name = "context.cpu-wide",
	.summary = "CPUs count what tasks on them did, or more",
	.about = "contexts of CPUs beside those of tasks",
	.explain =
		"Four children make known numbers of system calls while they change between CPUs, which "
		"is counted by an inherited event and by events of all CPUs. The first must have their "
		"calls exactly, the others no fewer. Then they write to a word that nobody else has, "
		"with a breakpoint on each CPU: these must have all writes and no more. A CPU's context "
		"stays on over switches of tasks, and must not be taken off with theirs.",
	.needs = PMX_NEED_CALLS | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
