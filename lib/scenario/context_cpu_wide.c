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

static uint64_t close_wide(struct kit *kit, const int *fd, unsigned cpus)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < cpus; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);

		kit_check(kit, pmx_oracle_always_on(kit->breach, "an event of a CPU", &it));
		sum += it.value;
		close(fd[i]);
	}
	return sum;
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	struct perf_event_attr inherited = meter->attr;
	unsigned cpus = (unsigned)pmx_cpus_count(&kit->cpus);
	uint64_t done = TASKS * TIMES, tasks;
	int fd[CPUS], own;
	pid_t child[TASKS];

	if (cpus > CPUS)
		kit_skip(kit, "no more than %d CPUs: %u", CPUS, cpus);
	inherited.inherit = 1;
	own = kit_must_open(kit, &inherited, 0, -1, -1);
	for (unsigned i = 0; i < cpus; i++)
		fd[i] = kit_must_open(kit, &meter->attr, -1, kit_cpu(kit, i), -1);
	for (int i = 0; i < TASKS; i++) {
		kit->random.state++;
		child[i] = kit_fork(kit, work, (void *)meter);
	}
	for (int i = 0; i < TASKS; i++)
		kit_wait(kit, child[i]);
	tasks = kit_read(kit, own).value;
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "calls by events of tasks", tasks, done, done));
	/* anybody else may make that call, too */
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls by events of CPUs",
					close_wide(kit, fd, cpus), done, UINT64_MAX));
}

const struct pmx_scenario scenario_context_cpu_wide = {
	.name = "context.cpu-wide",
	.summary = "CPUs count what tasks on them did, or more",
	.about = "contexts of CPUs beside those of tasks",
	.explain =
		"Four children make known numbers of system calls while they change between CPUs, "
		"which is counted by an inherited event and by events of all CPUs. The first must "
		"have their calls exactly, the others no fewer, and none of these may have been "
		"off. A CPU's context stays on over switches of tasks, and must not be taken off "
		"with theirs. breakpoint.cpu-wide does the same with work that nobody else can do.",
	.needs = PMX_NEED_CALLS | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
