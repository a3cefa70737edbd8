// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_migrate.c - a task works while it is moved between CPUs that are busy
 */
#include "scenario/inherit.h"

enum { MOVES = 30, TIMES = 30, HOGS = 2 };

static void spin(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
	for (;;)
		kit_spin(KIT_MSEC);
}

static void work(const struct kit_meter *const *meters, size_t count)
{
	for (size_t i = 0; i < count; i++)
		kit_work(meters[i], TIMES);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	int fd[KIT_METERS];
	uint64_t start = kit_now();

	for (int i = 0; i < HOGS; i++)
		kit_fork(kit, spin, NULL);
	for (size_t i = 0; i < count; i++)
		fd[i] = kit_must_open(kit, &meters[i]->attr, 0, -1, -1);
	for (int i = 0; i < MOVES; i++) {
		kit_pin(kit_cpu(kit, kit_random_below(&kit->random, 64)));
		work(meters, count);
	}
	kit_unpin(kit);
	for (size_t i = 0; i < count; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);

		kit_check(kit, pmx_oracle_exact(kit->breach, meters[i]->name, it.value,
						MOVES * TIMES, MOVES * TIMES + meters[i]->slack));
		kit_check(kit, pmx_oracle_always_on(kit->breach, meters[i]->name, &it));
		kit_check(kit, pmx_oracle_times(kit->breach, meters[i]->name, &it,
						kit_now() - start, 1, 0));
	}
}

const struct pmx_scenario scenario_context_migrate = {
	.name = "context.migrate",
	.summary = "a task moved between busy CPUs counts on",
	.about = "contexts that follow their task",
	.explain =
		"A task with events of several PMUs does known work while it is moved from CPU to "
		"CPU, beside others that want those CPUs. All work must be counted, and the events "
		"must have been on whenever the task ran. Events are taken off on one CPU and put "
		"on on another; per-CPU lists of tracepoints and hashes of software events must "
		"follow.",
	.needs = PMX_NEED_TWO_METERS | PMX_NEED_TWO_CPUS,
	.run = run,
};
