// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_equal.c - N equal events on K counters
 */
#include <stdio.h>

#include "scenario/mux.h"

enum { TURNS = 5, TRIES = 3 };

#define TOLERANCE 0.02
#define TIME	  (10 * KIT_MSEC) /* for events that need not take turns */

/* On @turns of all events each may have a part of a turn too much or too little. */
static double least_index(unsigned turns)
{
	double apart = 2.0 / turns;

	return 1 / (1 + apart * apart);
}

static void check_fair(struct kit *kit, const struct mux_set *set, const char *what,
		       const struct pmx_reading *readings, const double *shares)
{
	double due = (double)set->pmu->capacity / (double)set->count;

	kit_check(kit, pmx_oracle_fair(kit->breach, what, shares, set->count, least_index(TURNS)));
	for (size_t i = 0; i < set->count; i++)
		mux_check_share(kit, what, &readings[i], due, TURNS, false);
}

static void check_turns(struct kit *kit, const struct mux_set *set, const char *what)
{
	uint64_t interval = mux_interval(kit, set->pmu);
	struct pmx_reading readings[MUX_MAX];
	double shares[MUX_MAX], steady = 0;

	for (int i = 0; i < TRIES && steady < MUX_STEADY; i++)
		steady = mux_spin(kit, set, TURNS * set->count * interval, readings);
	mux_shares(readings, set->count, shares);
	kit_check(kit, pmx_oracle_capacity(kit->breach, what, shares, set->count,
					   set->pmu->capacity, TOLERANCE));
	for (size_t i = 0; i < set->count; i++)
		mux_check_rate(kit, set->pmu, i, what, &readings[i], TURNS * set->count);
	if (steady >= MUX_STEADY)
		check_fair(kit, set, what, readings, shares);
	else
		kit_note(kit, "equal turns were not looked at: had a CPU for %.0f %% of the time",
			 100 * steady);
}

static void check_room(struct kit *kit, const struct mux_set *set, const char *what)
{
	struct pmx_reading readings[MUX_MAX];

	mux_spin(kit, set, TIME, readings);
	for (size_t i = 0; i < set->count; i++) {
		kit_check(kit, pmx_oracle_always_on(kit->breach, what, &readings[i]));
		mux_check_rate(kit, set->pmu, i, what, &readings[i], 2);
	}
}

static void check(struct kit *kit, const struct kit_pmu *pmu, size_t count)
{
	struct mux_set set;
	char what[120];

	snprintf(what, sizeof(what), "one of %zu on %u counters of %s", count, pmu->capacity,
		 pmu->name);
	mux_open(kit, &set, pmu, count);
	if (count > pmu->capacity)
		check_turns(kit, &set, what);
	else
		check_room(kit, &set, what);
	mux_close(&set);
}

/*
 * Where the event that fits on any counter counts no time, one that does: how many of these fit is
 * not known, but what each must have counted is.
 */
static void check_timed(struct kit *kit, const struct kit_pmu *pmu, size_t count)
{
	struct perf_event_attr attr = kit_attr(pmu->type, pmu->config[0]);
	struct mux_set set = { .pmu = pmu, .count = count };
	struct pmx_reading readings[MUX_MAX];

	if (pmu->rates != 1 || pmu->config[0] == pmu->attr.config)
		return;
	for (size_t i = 0; i < count; i++)
		set.fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	mux_spin(kit, &set, TURNS * count * mux_interval(kit, pmu), readings);
	for (size_t i = 0; i < count; i++)
		mux_check_timed(kit, "an event that counts time", pmu->rate[0], &readings[i],
				/*
				 * the others of the PMU go on and off with it, one after the other
				 */
				TURNS * count * 4);
	mux_close(&set);
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmus[8], *pmu;
	size_t count = kit_pmus(kit, pmus, 8), room, most;

	pmu = pmus[kit_random_below(&kit->random, (uint32_t)count)];
	room = pmu->capacity;
	most = 4 * room < MUX_MAX ? 4 * room : MUX_MAX;
	mux_place(kit, pmu);
	check(kit, pmu, 1 + kit_random_below(&kit->random, (uint32_t)room));
	check(kit, pmu, room);
	check(kit, pmu, room + 1);
	check(kit, pmu, room + 1 + kit_random_below(&kit->random, (uint32_t)(most - room)));
	check(kit, pmu, most);
	check_timed(kit, pmu, most / 2);
}

const struct pmx_scenario scenario_mux_equal = {
	.name = "mux.equal",
	.summary = "N equal events, from one to four times capacity",
	.about = "rotation of flexible events",
	.explain =
		"A task that has a CPU to itself opens N equal events on a PMU with K counters, "
		"for N from 1 to 4 K. Up to K each must always be on. Above, the shares of all "
		"must add up to K (no counter stands idle, none is given twice), each must be on "
		"for K/N of the time but for the ends, Jain's index of all be near 1, and each "
		"event that counts time have counted exactly the time it was on. "
		"perf_rotate_context() moves the first event to the tail once an interval; an "
		"event that is not moved, moved twice or blocked by one that does not fit starves.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
