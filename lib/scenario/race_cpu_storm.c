// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_cpu_storm.c - processes open and close events of CPUs, beside a task that is counted
 */
#include <unistd.h>

#include "scenario/race.h"

enum { NOISES = 2, TIMES = 20000, PIECES = 20 };

static void open_and_close(struct kit *kit, void *arg)
{
	struct perf_event_attr clock = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	struct perf_event_attr faults = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	int count = pmx_cpus_count(&kit->cpus);
	uint64_t *rounds = arg;

	for (int i = 0; i < count; i++) {
		int cpu = kit_cpu(kit, (unsigned)i);
		int leader = kit_open(kit, &clock, -1, cpu, -1);
		int sibling = kit_open(kit, &faults, -1, cpu, leader);

		close(leader);
		close(sibling);
	}
	__atomic_fetch_add(rounds, 1, __ATOMIC_RELAXED);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = race_meter(kit);
	struct perf_event_attr clock = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	uint64_t *rounds = kit_shared(kit, sizeof(*rounds));
	struct pmx_reading it, cpu;
	uint64_t start;
	int task = kit_must_open(kit, &meter->attr, 0, -1, -1), whole;

	race_noise(kit, NOISES, open_and_close, rounds);
	start = kit_now();
	whole = kit_must_open(kit, &clock, -1, kit_cpu(kit, 0), -1);
	for (int i = 0; i < PIECES; i++) {
		kit_work(meter, TIMES / PIECES);
		kit_sleep(KIT_MSEC);
	}
	it = kit_read(kit, task);
	cpu = kit_read(kit, whole);
	kit_count(kit, *rounds);
	kit_check(kit, pmx_oracle_exact(kit->breach, "work beside CPUs' events that come and go",
					it.value, TIMES, TIMES));
	kit_check(kit, pmx_oracle_always_on(kit->breach, meter->name, &it));
	kit_check(kit, pmx_oracle_always_on(kit->breach, "cpu-clock of a CPU", &cpu));
	kit_check(kit, pmx_oracle_times(kit->breach, "cpu-clock of a CPU", &cpu, kit_now() - start,
					1, KIT_MSEC));
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "rounds of the storm", *rounds, 1, UINT64_MAX));
}

const struct pmx_scenario scenario_race_cpu_storm = {
	.name = "race.cpu-storm",
	.summary = "events of CPUs opened and closed",
	.about = "installing into and removing from a CPU's context",
	.explain =
		"Two processes open and close small groups of events on every CPU as fast as they "
		"can. Meanwhile a task's event counts known work, exactly and without a break, and "
		"an event of a CPU runs whenever it is enabled, for no longer than the time that "
		"passes. Each open and close interrupts the CPU and schedules its context anew.",
	.needs = PMX_NEED_CPU_EVENTS,
	.alone = true,
	.run = run,
};
