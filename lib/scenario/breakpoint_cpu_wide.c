// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_cpu_wide.c - CPUs' breakpoints count what tasks on them write
 */
#include <unistd.h>

#include "scenario/breakpoint.h"

enum { CPUS = 64, TASKS = 4, TURNS = 10, TIMES = 500 };

struct tally { /* in shared memory */
	uint64_t done[CPUS];
};

static void work(struct kit *kit, void *arg)
{
	struct tally *tally = arg;
	unsigned cpus = (unsigned)pmx_cpus_count(&kit->cpus);

	for (int i = 0; i < TURNS; i++) {
		unsigned cpu = kit_random_below(&kit->random, cpus);

		kit_pin(kit_cpu(kit, cpu));
		kit_work(kit_meter(kit, KIT_WRITES), TIMES / TURNS);
		__atomic_fetch_add(&tally->done[cpu], TIMES / TURNS, __ATOMIC_RELAXED);
	}
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	struct tally *tally = kit_shared(kit, sizeof(*tally));
	unsigned cpus = (unsigned)pmx_cpus_count(&kit->cpus);
	pid_t child[TASKS];
	int fd[CPUS];

	if (cpus > CPUS)
		kit_skip(kit, "no more than %d CPUs: %u", CPUS, cpus);
	for (unsigned i = 0; i < cpus; i++)
		fd[i] = kit_must_open(kit, &meter->attr, -1, kit_cpu(kit, i), -1);
	for (int i = 0; i < TASKS; i++) {
		kit->random.state += 1 + (uint64_t)i;
		child[i] = kit_fork(kit, work, tally);
	}
	for (int i = 0; i < TASKS; i++)
		kit_wait(kit, child[i]);
	for (unsigned i = 0; i < cpus; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);

		/* nobody else writes to that address, which is in memory of perfmux's own */
		kit_check(kit, pmx_oracle_exact(kit->breach, "writes on a CPU", it.value,
						tally->done[i], tally->done[i]));
		kit_check(kit, pmx_oracle_always_on(kit->breach, "a breakpoint of a CPU", &it));
	}
}

const struct pmx_scenario scenario_breakpoint_cpu_wide = {
	.name = "breakpoint.cpu-wide",
	.summary = "each CPU's breakpoint counts writes on it",
	.about = "contexts of CPUs beside those of tasks",
	.explain =
		"Each CPU has a breakpoint of its own on a word in memory that nobody but perfmux "
		"has, and four children write to it while they change between CPUs. Each "
		"breakpoint must have the writes made on its CPU, no more and no fewer, and never "
		"have been off: a CPU's context stays on over all switches of tasks.",
	.needs = PMX_NEED_WRITES | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
