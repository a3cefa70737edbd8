// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_threads.c - events that threads inherit, and events that only threads inherit
 */
#include "kit/thread.h"
#include "scenario/inherit.h"

enum { THREADS = 4, CHILDREN = 2, TIMES = 150, TASKS = 1 + THREADS + 2 * CHILDREN };

static void work(struct kit *kit, void *arg)
{
	(void)arg;
	inherit_work(kit, TIMES);
}

static void work_in_thread(struct kit *kit, void *arg)
{
	struct kit_thread thread = kit_thread(kit, work, arg);

	work(kit, arg);
	kit_thread_wait(kit, &thread);
}

static void have_done(struct kit *kit)
{
	struct kit_thread thread[THREADS];
	pid_t child[CHILDREN];

	for (int i = 0; i < THREADS; i++)
		thread[i] = kit_thread(kit, work, NULL);
	for (int i = 0; i < CHILDREN; i++)
		child[i] = kit_fork(kit, work_in_thread, NULL);
	work(kit, NULL);
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, child[i]);
	for (int i = 0; i < THREADS; i++)
		kit_thread_wait(kit, &thread[i]);
}

static void check(struct kit *kit, const char *what, int fd, uint64_t tasks,
		  const struct kit_meter *meter)
{
	struct pmx_reading it = kit_read(kit, fd);

	kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, tasks * TIMES,
					tasks * TIMES + TASKS * meter->slack));
	kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	int all[KIT_METERS], threads[KIT_METERS], one[KIT_METERS];

	for (size_t i = 0; i < count; i++) {
		struct perf_event_attr attr = meters[i]->attr;

		attr.inherit = 1;
		attr.inherit_thread = 1;
		threads[i] = kit_must_open(kit, &attr, 0, -1, -1);
		/* emulated processors tell one breakpoint of an address only */
		if (meters[i]->kind == KIT_WRITES)
			continue;
		attr.inherit_thread = 0;
		all[i] = kit_must_open(kit, &attr, 0, -1, -1);
		attr.inherit = 0;
		one[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	have_done(kit);
	for (size_t i = 0; i < count; i++) {
		check(kit, "threads only, by inherit_thread", threads[i], 1 + THREADS, meters[i]);
		if (meters[i]->kind == KIT_WRITES)
			continue;
		check(kit, "all threads and processes", all[i], TASKS, meters[i]);
		check(kit, "the opening thread only", one[i], 1, meters[i]);
	}
}

const struct pmx_scenario scenario_inherit_threads = {
	.name = "inherit.threads",
	.summary = "inherit counts all, inherit_thread threads",
	.about = "inheritance by threads and processes",
	.explain =
		"Opens for known work an event that is inherited, one that only threads inherit "
		"(inherit_thread), and one that nobody inherits; then has threads, and child "
		"processes with a thread each, do that work. Each event must have counted the "
		"tasks it is for and no others. inherit_event() decides at each clone, and the "
		"child whose context lacks some events must not have it swapped with one that has "
		"them.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
