// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmus.c - what a PMU had to give, and what was asked of it
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <perfmux/oracle.h>

#include "base/cleanup.h"
#include "mux/analyse.h"
#include "mux/counters.h"
#include "mux/rotation.h"
#include "pmu/watchdog.h"

#define NSEC_PER_MSEC UINT64_C(1000000)

/* An event with less than this part of an equal share is starved. */
#define STARVED_PART 0.1

static struct pmx_mux_pmu *find(struct pmx_mux_report *report, const struct pmx_pmu *pmu)
{
	for (size_t i = 0; i < report->pmu_count; i++)
		if (report->pmus[i].pmu == pmu)
			return &report->pmus[i];
	report->pmus[report->pmu_count] = (struct pmx_mux_pmu){ .pmu = pmu };
	return &report->pmus[report->pmu_count++];
}

/* Milliseconds in the PMU's own file, as ns; -1 where there is none. */
static long long interval_of(struct pmx_machine *machine, const struct pmx_pmu *pmu)
{
	char path[320];
	long ms;

	if (!pmu)
		return -1;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms",
		 pmu->name);
	if (pmx_machine_read_long(machine, path, &ms) || ms < 0)
		return -1;
	return ms * (long long)NSEC_PER_MSEC;
}

/* Is it the first member of its group, or alone? */
static bool leads(const struct pmx_mux_report *report, size_t row)
{
	return report->rows[row].group < 0 || !row ||
	       report->rows[row - 1].group != report->rows[row].group;
}

/* What rotates: flexible groups and single events of a PMU. */
static unsigned count_units(const struct pmx_mux_report *report, const struct pmx_pmu *pmu)
{
	unsigned units = 0;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		units += row->event->pmu == pmu && pmx_mux_competes(row) && !row->pinned &&
			 row->verdict != PMX_MUX_ELSEWHERE && leads(report, i);
	}
	return units;
}

/* Jain's index over single flexible events; @shares has room for all rows. */
static double fairness(const struct pmx_mux_report *report, const struct pmx_pmu *pmu,
		       double *shares)
{
	size_t n = 0;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		if (row->event->pmu != pmu || !pmx_mux_competes(row) || row->pinned ||
		    row->group >= 0 || row->verdict == PMX_MUX_ELSEWHERE)
			continue;
		shares[n++] = row->share;
	}
	return n < 2 ? (double)NAN : pmx_jain(shares, n);
}

/* A rotation moves one unit, so that in a cycle of slice and gap each of them is moved once. */
static uint64_t interval_from_slices(const struct pmx_observer *observer,
				     const struct pmx_mux_report *report, const struct pmx_pmu *pmu,
				     unsigned units)
{
	double cycles = 0, time = 0;

	for (size_t i = 0; i < report->plan->counter_count && units; i++) {
		const struct pmx_event *event =
			&report->plan->events->list[report->plan->counters[i].event];
		const struct pmx_track *track = pmx_observer_track(observer, i);

		/* the first and the last gap are no whole ones */
		if (event->pmu != pmu || !track || track->slices < 3 ||
		    !pmx_track_is_resolved(track) || !track->gaps)
			continue;
		cycles += (double)track->slices;
		time += (double)(track->slice_sum + track->gap_sum);
	}
	return cycles > 0 ? (uint64_t)(time / cycles / units) : 0;
}

static unsigned count_waiting(const struct pmx_mux_report *report)
{
	unsigned count = 0;

	for (size_t i = 0; i < report->pmu_count; i++)
		count += report->pmus[i].waits;
	return count;
}

/* Timers do not say which PMU they are of: where one PMU has events that wait, they are its. */
static void take_rotations(const struct pmx_rotations *rotations, struct pmx_mux_pmu *pmu)
{
	struct pmx_rotation_summary seen;

	pmx_rotations_summary(rotations, -1, &seen);
	if (!pmu->waits || !seen.intervals)
		return;
	pmu->rotations = seen.count;
	pmu->interval_seen = seen.median;
	pmu->interval_from = "rotations";
}

static void find_intervals(const struct pmx_observer *observer, const struct pmx_mux_options *opts,
			   struct pmx_mux_report *report, struct pmx_mux_pmu *pmu)
{
	long long set = interval_of(opts->machine, pmu->pmu);

	pmu->interval_set = set > 0 ? (uint64_t)set : 0;
	pmu->shared_context = set == 0 && report->pmu_count > 1 &&
			      report->plan->target->kind != PMX_TARGET_CPUS;
	pmu->interval_seen =
		interval_from_slices(observer, report, pmu->pmu, count_units(report, pmu->pmu));
	pmu->interval_from = pmu->interval_seen ? "slices" : NULL;
	if (opts->rotations && count_waiting(report) == 1)
		take_rotations(opts->rotations, pmu);
}

/* Who else may hold some of its counters. */
static void find_holders(const struct pmx_counters_log *log, const struct pmx_mux_options *opts,
			 struct pmx_mux_pmu *pmu)
{
	const struct pmx_counters *counters = pmx_counters_find(log, pmu->pmu);

	if (counters)
		pmu->counters = counters->general + counters->fixed;
	pmu->watchdog = pmu->waits && pmx_watchdog_holds(opts->machine, pmu->pmu) &&
			!(pmu->counters && pmu->capacity >= pmu->counters);
}

static void add_demand(struct pmx_mux_report *report)
{
	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];
		struct pmx_mux_pmu *pmu;

		if (!row->event->pmu || !pmx_mux_competes(row))
			continue;
		pmu = find(report, row->event->pmu);
		pmu->demand++;
		pmu->used += row->verdict == PMX_MUX_ERROR ? 0 : row->share;
		pmu->waits |= pmx_mux_waits(row) || row->verdict == PMX_MUX_ERROR;
	}
}

/* Counters that the largest group of a PMU wants. */
static unsigned largest_unit(const struct pmx_mux_report *report, const struct pmx_pmu *pmu)
{
	unsigned largest = 1, size = 0;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		if (row->event->pmu != pmu || !pmx_mux_competes(row))
			continue;
		size = leads(report, i) ? 1 : size + 1;
		largest = size > largest ? size : largest;
	}
	return largest;
}

/*
 * The kernel leaves no counter idle while something that fits waits. So with single events all that
 * can be had is in use, and with groups at most what the largest of them is too large by is not.
 */
static void find_capacity(const struct pmx_observer *observer, const struct pmx_mux_report *report,
			  struct pmx_mux_pmu *pmu)
{
	double most = pmu->used + largest_unit(report, pmu->pmu) - 1;
	double peak = fmin(pmx_observer_peak(observer, pmu->pmu), floor(most + 0.5));

	if (!pmu->waits)
		return;
	pmu->capacity = fmax(pmu->used, peak);
	/* less than this are edges, not counters that stood idle */
	if (pmu->capacity - pmu->used > 0.05)
		pmu->head_of_line = pmu->capacity - pmu->used;
}

void pmx_mux_find_waiting(struct pmx_mux_report *report)
{
	for (size_t i = 0; i < report->row_count; i++) {
		struct pmx_mux_row *row = &report->rows[i];
		const struct pmx_mux_pmu *pmu;

		if (!pmx_mux_waits(row))
			continue;
		pmu = find(report, row->event->pmu);
		row->demand_ahead = pmu->demand - 1;
		if (row->share < STARVED_PART * pmu->capacity / pmu->demand)
			row->verdict = PMX_MUX_STARVED;
	}
}

int pmx_mux_make_pmus(const struct pmx_observer *observer, const struct pmx_mux_options *opts,
		      struct pmx_mux_report *report, struct pmx_error *err)
{
	struct pmx_counters_log log = { 0 };
	pmx_autofree double *shares = calloc(report->row_count + 1, sizeof(*shares));

	report->pmus = calloc(report->row_count + 1, sizeof(*report->pmus));
	if (!report->pmus || !shares)
		return pmx_error_nomem(err);
	add_demand(report);
	if (report->pmu_count)
		pmx_counters_read(opts->machine, &log);
	for (size_t i = 0; i < report->pmu_count; i++) {
		find_intervals(observer, opts, report, &report->pmus[i]);
		find_capacity(observer, report, &report->pmus[i]);
		find_holders(&log, opts, &report->pmus[i]);
		report->pmus[i].jain = fairness(report, report->pmus[i].pmu, shares);
	}
	pmx_mux_find_waiting(report);
	return 0;
}
