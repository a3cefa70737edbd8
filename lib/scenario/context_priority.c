// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_priority.c - a CPU's events and a task's want the same counters
 */
#include <stdio.h>

#include "scenario/context.h"

enum { EVENTS = 16, ROUND_MS = 4, ROUNDS = 12 };

static double sum_of_shares(struct kit *kit, const char *what, const int *fd, unsigned count,
			    uint64_t wall)
{
	double sum = 0;

	for (unsigned i = 0; i < count; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);

		kit_check(kit, pmx_oracle_times(kit->breach, what, &it, wall, 1, 0));
		sum += kit_share(&it);
	}
	return sum;
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	unsigned count = pmu->capacity < EVENTS ? pmu->capacity : EVENTS;
	int cpu = pmx_cpus_next(&pmu->cpus, -1), wide[EVENTS], own[EVENTS];
	struct perf_event_attr software = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
	uint64_t start = kit_now(), wall;
	struct pmx_reading it;
	double tasks, cpus;
	int clock;

	kit_pin(cpu);
	clock = kit_must_open(kit, &software, 0, -1, -1);
	for (unsigned i = 0; i < count; i++)
		own[i] = kit_must_open(kit, &pmu->attr, 0, -1, -1);
	for (unsigned i = 0; i < count; i++)
		wide[i] = kit_must_open(kit, &pmu->attr, -1, cpu, -1);
	/* the tasks' turns come with switches, too */
	for (int i = 0; i < ROUNDS; i++) {
		kit_spin(ROUND_MS * KIT_MSEC);
		kit_sleep(KIT_MSEC / 10);
	}
	wall = kit_now() - start;
	tasks = sum_of_shares(kit, "a task's event", own, count, wall);
	cpus = sum_of_shares(kit, "a CPU's event", wide, count, wall);
	it = kit_read(kit, clock);
	kit_check(kit, pmx_oracle_always_on(kit->breach, "task-clock beside full counters", &it));
	/* each share is of a time of its own, so a few per cent more are no counter more */
	if (cpus > count * 1.02 || tasks + cpus > count * 1.1)
		kit_breach(kit, "capacity",
			   "%u counters of %s: shares of a CPU's events add up to %.3f, "
			   "a task's to %.3f",
			   count, pmu->name, cpus, tasks);
	kit_note(kit,
		 "%u events of a CPU and %u of a task on %u counters: on for %.0f %% and %.0f %% "
		 "of the time",
		 count, count, count, 100 * cpus / count, 100 * tasks / count);
}

const struct pmx_scenario scenario_context_priority = {
	.name = "context.priority",
	.summary = "events of a CPU and a task on full counters",
	.about = "priority between contexts",
	.explain =
		"Fills a core PMU's counters twice, once with events of a task and once with "
		"events of its CPU. A CPU's flexible events come before a task's, so that the "
		"task's may never run; that is told, and is no breach. But no more events may run "
		"than there are counters, none longer than it was enabled, and a software event "
		"beside them must never be off.",
	.needs = PMX_NEED_CORE | PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
