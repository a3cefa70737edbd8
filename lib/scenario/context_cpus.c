// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_cpus.c - events of one task on each CPU add up to that of the task on all
 */
#include <stdio.h>
#include <sys/prctl.h>

#include "scenario/context.h"

enum { CPUS = 8, ROUNDS = 12 };

/*
 * One event is switched on and off after the other, between which a virtual CPU may be gone for a
 * while. Less than a round takes, so that one round's time that is nowhere shows.
 */
#define ROUND_TIME (5 * KIT_MSEC)
#define TIME_SLACK (4 * KIT_MSEC)

struct sums {
	uint64_t done[CPUS], all;
	uint64_t counted[CPUS], running[CPUS];
};

static void work(struct kit *kit, const struct kit_meter *meter, unsigned cpus, struct sums *sums)
{
	for (int i = 0; i < ROUNDS; i++) {
		unsigned cpu = kit_random_below(&kit->random, cpus);
		uint32_t times = kit_random_below(&kit->random, 300);

		kit_pin(kit_cpu(kit, cpu));
		kit_work(meter, times);
		kit_spin(ROUND_TIME);
		sums->done[cpu] += times;
		sums->all += times;
	}
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	unsigned cpus = (unsigned)pmx_cpus_count(&kit->cpus);
	struct perf_event_attr attr = meter->attr;
	int fd[CPUS], whole;
	struct pmx_reading it;
	struct sums sums = { 0 };

	cpus = cpus < CPUS ? cpus : CPUS;
	kit_pin(kit_cpu(kit, 0)); /* where there are more CPUs than events */
	attr.disabled = 1;
	whole = kit_must_open(kit, &attr, 0, -1, -1);
	for (unsigned i = 0; i < cpus; i++)
		fd[i] = kit_must_open(kit, &attr, 0, kit_cpu(kit, i), -1);
	prctl(PR_TASK_PERF_EVENTS_ENABLE);
	work(kit, meter, cpus, &sums);
	prctl(PR_TASK_PERF_EVENTS_DISABLE);
	for (unsigned i = 0; i < cpus; i++) {
		char what[60];

		it = kit_read(kit, fd[i]);
		snprintf(what, sizeof(what), "calls of the task on CPU %d", kit_cpu(kit, i));
		kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, sums.done[i],
						sums.done[i]));
		sums.counted[i] = it.value;
		sums.running[i] = it.running;
	}
	it = kit_read(kit, whole);
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls of the task on any CPU", it.value,
					sums.all, sums.all));
	kit_check(kit, pmx_oracle_always_on(kit->breach, "the task on any CPU", &it));
	kit_check(kit, pmx_oracle_conserved(kit->breach, "calls on each CPU", sums.counted, cpus,
					    it.value, 0));
	kit_check(kit, pmx_oracle_conserved(kit->breach, "time on each CPU", sums.running, cpus,
					    it.running, TIME_SLACK));
}

const struct pmx_scenario scenario_context_cpus = {
	.name = "context.cpus",
	.summary = "events of a task on each CPU add up",
	.about = "events of a task that are bound to a CPU",
	.explain =
		"Opens an event for the task on any CPU, and one for the task on each CPU; then "
		"the task goes from CPU to CPU and makes known numbers of system calls there. Each "
		"CPU's event must have the calls made on it, the other all of them, and times of "
		"running must add up to that of the other. A context holds events sorted by CPU, "
		"and a switch puts on those for any CPU and those for this one.",
	.needs = PMX_NEED_CALLS | PMX_NEED_TWO_CPUS,
	.run = run,
};
