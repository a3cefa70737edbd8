// SPDX-License-Identifier: GPL-2.0-only
/*
 * rows.c - tracks and counts to the rows of the report
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mux/analyse.h"
#include "mux/bins.h"

/* Counters whose bound is not known may have this part of the enabled time, no more. */
#define UNKNOWN_PART 0.05

static const char *const verdict_names[] = {
	[PMX_MUX_ALWAYS] = "always",
	[PMX_MUX_SHARED] = "shared",
	[PMX_MUX_STARVED] = "starved",
	[PMX_MUX_ELSEWHERE] = "elsewhere",
	[PMX_MUX_SOFTWARE] = "software_class",
	[PMX_MUX_ERROR] = "error",
	[PMX_MUX_UNSUPPORTED] = "not_supported",
};

const char *pmx_mux_verdict_name(enum pmx_mux_verdict verdict)
{
	return verdict_names[verdict];
}

static enum pmx_mux_verdict judge(const struct pmx_mux_row *row)
{
	const struct pmx_count *count = &row->count;

	if (count->status == PMX_NOT_SUPPORTED)
		return PMX_MUX_UNSUPPORTED;
	if (!row->event->pmu || row->event->pmu->software_class)
		return PMX_MUX_SOFTWARE;
	if (count->status == PMX_FAILED)
		return PMX_MUX_ERROR;
	if (!count->enabled || (count->anywhere && !count->resident))
		return PMX_MUX_ELSEWHERE;
	if (row->share >= PMX_MUX_ALWAYS_SHARE)
		return PMX_MUX_ALWAYS;
	return count->running ? PMX_MUX_SHARED : PMX_MUX_STARVED;
}

/* What the counters behind a row add up to. */
struct sums {
	double squares; /* of half intervals */
	double unknown; /* enabled ns of counters without one */
	double interpolated;
	uint64_t slice_sum;
	bool unresolved;
};

/* Enabled time from one slice to the next; @guess where slices were not told apart. */
static double cycle_of(const struct pmx_track *track, double guess)
{
	if (!pmx_track_is_resolved(track))
		return guess;
	return (double)(track->slice_sum + track->gap_sum) / (double)track->slices;
}

static double half_of(const struct pmx_track *track, bool has_residency, double guess)
{
	if (!has_residency && pmx_track_is_resolved(track))
		return pmx_bound_half(&track->bound, 0);
	return pmx_bound_half(&track->coarse, cycle_of(track, guess));
}

static void add_track(struct pmx_mux_row *row, struct sums *sums, const struct pmx_track *track,
		      double guess)
{
	double half = half_of(track, row->count.anywhere > 0, guess);
	double enabled = (double)(track->last.enabled - track->first.enabled);

	if (isnan(half))
		sums->unknown += enabled;
	else
		sums->squares += half * half;
	if (!pmx_track_is_resolved(track)) {
		sums->unresolved |= track->last.running > track->first.running;
		return;
	}
	sums->interpolated += pmx_track_interpolated(track);
	row->slices += track->slices;
	sums->slice_sum += track->slice_sum;
	if (track->slice_longest > row->slice_longest)
		row->slice_longest = track->slice_longest;
	if (track->gap_longest > row->blind) {
		row->blind = track->gap_longest;
		row->blind_at = track->gap_longest_at;
	}
}

static int add_bins(struct pmx_mux_row *row, const struct pmx_track *track)
{
	struct pmx_bins *sum;

	if (!row->bins) {
		row->track = track;
		row->bins = track->bins;
		return 0;
	}
	if (row->track) { /* the second: from here on a timeline of its own */
		sum = pmx_bins_new(row->bins->start, row->bins->width);
		if (!sum)
			return -ENOMEM;
		pmx_bins_merge(sum, row->bins);
		row->bins = sum;
		row->track = NULL;
	}
	pmx_bins_merge((struct pmx_bins *)row->bins, track->bins);
	return 0;
}

static void finish(struct pmx_mux_row *row, const struct sums *sums)
{
	double due = (double)pmx_count_due(&row->count), running = (double)row->count.running;

	row->share = due > 0 ? fmin(running / due, 1) : 0;
	row->factor = running > 0 ? fmax(due / running, 1) : 0;
	row->verdict = judge(row);
	row->slice_mean = row->slices ? sums->slice_sum / row->slices : 0;
	if (sums->unresolved)
		row->slices = row->slice_mean = row->slice_longest = row->blind = row->blind_at = 0;
	row->half = row->interpolated = (double)NAN;
	if (row->verdict == PMX_MUX_ALWAYS || row->verdict == PMX_MUX_SOFTWARE)
		row->half = 0;
	if (row->verdict != PMX_MUX_SHARED)
		return;
	if (sums->unknown <= UNKNOWN_PART * (double)row->count.enabled)
		row->half = sqrt(sums->squares) * row->event->scale;
	if (!sums->unresolved && !row->count.anywhere)
		row->interpolated = sums->interpolated * row->event->scale;
}

/* --- which counters are behind a row ------------------------------------------------------- */

struct maker {
	const struct pmx_observer *observer;
	const struct pmx_plan *plan;
	const struct pmx_mux_options *opts;
	bool by_place;
	double guess; /* of a cycle, ns */
};

static bool is_behind(const struct maker *m, const struct pmx_row *row, size_t counter)
{
	const struct pmx_counter *c = &m->plan->counters[counter];
	const struct pmx_target *target = m->plan->target;

	if (&m->plan->events->list[c->event] != row->event)
		return false;
	if (!m->by_place)
		return true;
	if (target->kind == PMX_TARGET_CPUS)
		return c->cpu == row->place.cpu;
	return target->tasks[c->task].tid == row->tid;
}

static int make_row(const struct maker *m, const struct pmx_row *from, struct pmx_mux_row *row)
{
	struct sums sums = { 0 };
	bool cpus = m->plan->target->kind == PMX_TARGET_CPUS;

	*row = (struct pmx_mux_row){
		.event = from->event,
		.name = from->name,
		.cpu = m->by_place && cpus ? from->place.cpu : -1,
		.tid = m->by_place && !cpus ? from->tid : 0,
		.places = from->cpus,
		.count = from->count,
		.group = from->event->group,
		.pinned = from->event->attr.pinned,
	};
	for (size_t i = 0; i < m->plan->counter_count; i++) {
		const struct pmx_track *track;

		if (!is_behind(m, from, i))
			continue;
		track = pmx_observer_track(m->observer, i);
		if (!track)
			continue;
		add_track(row, &sums, track, m->guess);
		if (add_bins(row, track))
			return -ENOMEM;
	}
	finish(row, &sums);
	if (row->blind && row->blind_at > m->opts->start)
		row->blind_at -= m->opts->start;
	else
		row->blind_at = 0;
	if (m->opts->switches)
		row->burst_mean = m->opts->target_ns / m->opts->switches;
	return 0;
}

/* By place; the order of the specs stays. */
static int compare_places(const void *a, const void *b)
{
	const struct pmx_mux_row *x = a, *y = b;

	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

/* The kernel's own interval times the number of events: a cycle where nobody saw one. */
static double guess_cycle(const struct pmx_plan *plan)
{
	size_t hardware = 0;

	for (size_t e = 0; e < plan->events->count; e++)
		hardware += plan->events->list[e].pmu && !plan->events->list[e].pmu->software_class;
	return 4e6 * (double)hardware;
}

int pmx_mux_make_rows(const struct pmx_observer *observer, const struct pmx_session *session,
		      const struct pmx_mux_options *opts, bool by_place, struct pmx_mux_report *out,
		      struct pmx_error *err)
{
	const struct pmx_plan *plan = out->plan;
	struct maker m = { observer, plan, opts, by_place, guess_cycle(plan) };
	struct pmx_aggregate_options how = {
		.no_merge = true,
		.aggr = !by_place			      ? PMX_AGGR_GLOBAL :
			plan->target->kind == PMX_TARGET_CPUS ? PMX_AGGR_CPU :
								PMX_AGGR_THREAD,
	};
	const struct pmx_snapshot *last = pmx_observer_last(observer);
	struct pmx_result *result = calloc(1, sizeof(*result));
	int ret;

	if (!result)
		return pmx_error_nomem(err);
	out->result = result;
	ret = pmx_aggregate(plan, session, last, opts->machine, &how, result, err);
	if (ret)
		return ret;
	out->rows = calloc(result->count + 1, sizeof(*out->rows));
	if (!out->rows)
		return pmx_error_nomem(err);
	for (size_t i = 0; i < result->count; i++) {
		if (make_row(&m, &result->rows[i], &out->rows[i]))
			return pmx_error_nomem(err);
		out->row_count++;
	}
	qsort(out->rows, out->row_count, sizeof(*out->rows), compare_places);
	return 0;
}
