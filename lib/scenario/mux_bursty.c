// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_bursty.c - a task that works for shorter than a turn takes
 */
#include "scenario/mux.h"

enum { BURSTS = 30 };

#define TOLERANCE 0.05

static void check(struct kit *kit, const struct mux_set *set, uint64_t worked, uint64_t passed)
{
	struct pmx_reading it[MUX_MAX] = { 0 };
	double shares[MUX_MAX];
	size_t starved = 0;

	for (size_t i = 0; i < set->count; i++) {
		it[i] = mux_read(kit, set->fd[i]);
		starved += !it[i].running;
		/* on and off in each burst, and when another is enabled */
		mux_check_rate(kit, set->pmu, i, "in bursts", &it[i], 2 * BURSTS + set->count);
		kit_check(kit, pmx_oracle_times(kit->breach, "an event of a bursty task", &it[i],
						passed, 1, 0));
		kit_check(kit, pmx_oracle_exact(kit->breach, "ns enabled in bursts", it[i].enabled,
						worked, UINT64_MAX));
	}
	mux_shares(it, set->count, shares);
	kit_check(kit, pmx_oracle_capacity(kit->breach, "events of a bursty task", shares,
					   set->count, set->pmu->capacity, TOLERANCE));
	if (starved)
		kit_note(kit, "%zu of %zu events were never on in %d bursts shorter than a turn",
			 starved, set->count, BURSTS);
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	uint64_t interval = mux_interval(kit, pmu), passed = 0, start, opening;
	struct mux_set set;

	mux_place(kit, pmu);
	opening = kit_now();
	mux_open(kit, &set, pmu, 2 * pmu->capacity);
	passed = kit_now() - opening;
	for (int i = 0; i < BURSTS; i++) {
		kit_sleep(interval);
		start = kit_now();
		kit_spin(interval / 4);
		/* waking up and going to sleep is time on the CPU, too */
		passed += kit_now() - start + KIT_MSEC / 2;
	}
	check(kit, &set, BURSTS * (interval / 4), passed + KIT_MSEC);
}

const struct pmx_scenario scenario_mux_bursty = {
	.name = "mux.bursty",
	.summary = "a task that works less than a turn at a time",
	.about = "rotation that runs only while a task does",
	.explain =
		"A task works for a quarter of the multiplexing interval, sleeps for a whole one, "
		"and so on, with twice as many events as counters. Rotation waits for a timer that "
		"does not run while the task sleeps, so some events may never be on, which is "
		"reported and no violation. But no counter may stand idle meanwhile, each event "
		"must be enabled for the time that the task was on the CPU, neither less nor while "
		"it slept, and what was on must have counted what it ran.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
