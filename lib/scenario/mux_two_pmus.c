// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_two_pmus.c - a crowded PMU beside one that has room
 */
#include <stdio.h>
#include <unistd.h>

#include "scenario/mux.h"

enum { INTERVALS = 20 };

#define TOLERANCE 0.02

/* Where the task runs: on a CPU of each, which may be the same one. */
struct places {
	int crowded, idle;
};

static struct places choose(struct kit *kit, const struct kit_pmu *crowded,
			    const struct kit_pmu *idle)
{
	struct pmx_cpus both = crowded->cpus;
	struct places places;

	pmx_cpus_and(&both, &idle->cpus);
	places.crowded = pmx_cpus_next(pmx_cpus_count(&both) ? &both : &crowded->cpus, -1);
	places.idle = pmx_cpus_next(pmx_cpus_count(&both) ? &both : &idle->cpus, -1);
	if (places.crowded < 0 || places.idle < 0)
		kit_skip(kit, "may not run on a CPU of %s and on one of %s", crowded->name,
			 idle->name);
	return places;
}

/* Spins @time on each CPU; the running time that the event had of what was spun on its own. */
static double share_of(struct kit *kit, const struct places *places, int fd, uint64_t time)
{
	struct pmx_reading before = kit_read(kit, fd), after;

	if (places->crowded != places->idle) {
		kit_pin(places->crowded);
		kit_spin(time);
	}
	kit_pin(places->idle);
	kit_spin(time);
	after = kit_read(kit, fd);
	return (double)(after.running - before.running) / (double)time;
}

static void check(struct kit *kit, const struct kit_pmu *crowded, const struct kit_pmu *idle)
{
	struct places places = choose(kit, crowded, idle);
	uint64_t time = INTERVALS * mux_interval(kit, crowded);
	struct perf_event_attr attr = mux_attr(idle, 0);
	struct pmx_reading it;
	struct mux_set load;
	double alone, beside;
	char what[200];
	int fd;

	kit_pin(places.idle);
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	alone = share_of(kit, &places, fd, time);
	mux_open(kit, &load, crowded, 2 * crowded->capacity + 1);
	beside = share_of(kit, &places, fd, time);
	snprintf(what, sizeof(what), "one event of %s beside %zu on %u counters of %s", idle->name,
		 load.count, crowded->capacity, crowded->name);
	kit_check(kit, pmx_oracle_isolated(kit->breach, what, alone, beside, TOLERANCE));
	kit_check(kit, pmx_oracle_isolated(kit->breach, idle->name, 1, alone, TOLERANCE));
	it = kit_read(kit, fd);
	mux_check_rate(kit, idle, 0, "beside a crowded PMU", &it, 4 * INTERVALS);
	mux_close(&load);
	close(fd);
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu[2];

	kit_pmus(kit, pmu, 2);
	check(kit, pmu[0], pmu[1]);
	check(kit, pmu[1], pmu[0]);
}

const struct pmx_scenario scenario_mux_two_pmus = {
	.name = "mux.two-pmus",
	.summary = "a crowded PMU beside one that has room",
	.about = "PMUs that share a context, before 6.2",
	.explain =
		"One event on a PMU with room for it is on for all of the time that its task "
		"spends on the PMU's CPUs. Then the task opens more than twice as many events on "
		"another PMU as that has counters: the share of the first must not change. Then "
		"the same the other way round. Before 6.2 all hardware PMUs of a task share one "
		"list of events, and one that does not fit keeps all behind it off, of whatever "
		"PMU (can_add_hw in merge_sched_in); the context rewrite gave each PMU its own.",
	.needs = PMX_NEED_TWO_CORES,
	.run = run,
};
