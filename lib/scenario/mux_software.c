// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_software.c - what needs no counter is on beside any number of events that wait for one
 */
#include <stdio.h>

#include "scenario/mux.h"

enum { INTERVALS = 20, TIMES = 50 };

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	const struct kit_meter *meters[KIT_METERS];
	size_t count = kit_meters(kit, meters, KIT_METERS);
	size_t most = 4 * pmu->capacity < MUX_MAX ? 4 * pmu->capacity : MUX_MAX;
	uint64_t interval = mux_interval(kit, pmu);
	uint64_t done[KIT_METERS] = { 0 };
	struct mux_set load;
	int fd[KIT_METERS];
	char what[80];

	mux_place(kit, pmu);
	/* some before the load, some behind it */
	for (size_t i = 0; i < count / 2; i++)
		fd[i] = kit_must_open(kit, &meters[i]->attr, 0, -1, -1);
	mux_open(kit, &load, pmu, most);
	for (size_t i = count / 2; i < count; i++)
		fd[i] = kit_must_open(kit, &meters[i]->attr, 0, -1, -1);
	for (int step = 0; step < INTERVALS; step++) {
		for (size_t i = 0; i < count; i++) {
			uint64_t times = 1 + kit_random_below(&kit->random, TIMES);

			kit_work(meters[i], times);
			done[meters[i]->kind] += times;
		}
		kit_spin(interval / 2 + kit_random_below(&kit->random, (uint32_t)interval));
	}
	for (size_t i = 0; i < count; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);
		uint64_t all = done[meters[i]->kind];

		snprintf(what, sizeof(what), "%s beside %zu events on %u counters", meters[i]->name,
			 most, pmu->capacity);
		kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
		kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, all,
						all + meters[i]->slack));
	}
}

const struct pmx_scenario scenario_mux_software = {
	.name = "mux.software",
	.summary = "software events beside a crowded PMU",
	.about = "what is multiplexed, and what is not",
	.explain =
		"An event of each kind that needs no counter counts known work of a task, while "
		"four times as many hardware events as there are counters take turns in it. Each "
		"of the former must be on whenever it is enabled, to a nanosecond, and count "
		"exactly the work done, a part of it close to each rotation. Rotation takes off "
		"and puts on events of one PMU; since 6.2 these are in one context with all "
		"others.",
	.needs = PMX_NEED_CORE | PMX_NEED_CALLS,
	.run = run,
};
