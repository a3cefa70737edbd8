// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_json.c - the document of `perfmux mux --json`, schema "perfmux-mux/1", see perfmux-json(5)
 *
 * What was not measured is null or not there, never 0. A timeline is a list of runs, so that one
 * without changes is short; a busy one has at most MAX_BINS of them.
 */
#include <math.h>

#include <perfmux/report_mux.h>

#include "report/json_head.h"
#include "report/json_put.h"
#include "report/machine_words.h"
#include "report/mux_cells.h"
#include "report/mux_words.h"
#include "report/row.h"

enum { MAX_BINS = 1024, SHARE_STEPS = 1000 };

/* Times on the timeline count from the start; what was before it, at it. */
static uint64_t since(const struct pmx_mux_report *report, uint64_t time)
{
	return time > report->start ? time - report->start : 0;
}

/* --- the timeline of an event ------------------------------------------------------------- */

/* A share in thousandths; negative where the event was not due. */
static int share_of(const struct pmx_bins *bins, size_t first, size_t count)
{
	struct pmx_cell_time sum = { 0 };
	double on;

	for (size_t i = first; i < first + count && i < bins->count && i < PMX_BINS; i++) {
		sum.on += (double)bins->on[i];
		sum.due += (double)bins->due[i];
	}
	on = pmx_cell_on(&sum);
	return on < 0 ? -1 : (int)(on * SHARE_STEPS + 0.5);
}

static void put_run(struct pmx_out *out, bool is_first, uint64_t length, int share)
{
	pmx_out_text(out, is_first ? "[" : ",[");
	pmx_out_u64(out, length);
	pmx_out_text(out, ",");
	if (share < 0)
		pmx_out_text(out, "null");
	else
		pmx_out_double(out, (double)share / SHARE_STEPS);
	pmx_out_text(out, "]");
}

static void put_timeline(struct pmx_out *out, const struct pmx_mux_report *report,
			 const struct pmx_bins *bins)
{
	size_t count = bins->count < PMX_BINS ? bins->count : PMX_BINS, merge = 1, run = 0,
	       runs = 0;

	while (count > MAX_BINS * merge)
		merge *= 2;
	pmx_json_key(out, "timeline");
	pmx_out_text(out, "{\"start_ns\":");
	pmx_number_json(out, since(report, bins->start));
	pmx_json_u64(out, "bin_ns", bins->width * merge);
	pmx_json_key(out, "runs");
	pmx_out_text(out, "[");
	for (size_t i = 0; i < count; i += merge) {
		int share = share_of(bins, i, merge);

		run++;
		if (i + merge < count && share_of(bins, i + merge, merge) == share)
			continue;
		put_run(out, runs++ == 0, run, share);
		run = 0;
	}
	pmx_out_text(out, "]}");
}

static void put_slice_list(struct pmx_out *out, const struct pmx_mux_report *report,
			   const struct pmx_track *track)
{
	size_t kept = pmx_track_kept(track);

	pmx_json_u64(out, "slices_dropped", track->ring_pushed - kept);
	pmx_json_key(out, "slice_list");
	pmx_out_text(out, "[");
	for (size_t i = 0; i < kept; i++) {
		struct pmx_slice slice = pmx_track_slice(track, i);

		pmx_out_text(out, i ? ",[" : "[");
		pmx_out_u64(out, since(report, slice.start));
		pmx_out_text(out, ",");
		pmx_out_u64(out, since(report, slice.end));
		pmx_out_text(out, "]");
	}
	pmx_out_text(out, "]");
}

static void put_track(struct pmx_out *out, const struct pmx_mux_report *report,
		      const struct pmx_track *track)
{
	pmx_json_key(out, "track");
	pmx_out_text(out, "{\"points\":");
	pmx_number_json(out, track->points);
	pmx_json_u64(out, "missed", track->missed);
	pmx_json_u64(out, "folded", track->folded);
	pmx_json_u64(out, "slice_sum_ns", track->slice_sum);
	pmx_json_u64(out, "gaps", track->gaps);
	pmx_json_u64(out, "gap_sum_ns", track->gap_sum);
	pmx_json_u64(out, "bound_items", track->bound.items);
	if (track->ring)
		put_slice_list(out, report, track);
	pmx_out_text(out, "}");
}

/* --- an event ----------------------------------------------------------------------------- */

static void put_count(struct pmx_out *out, const struct pmx_mux_row *row)
{
	const struct pmx_row shown = { .event = row->event };
	const struct pmx_count *count = &row->count;
	bool was_open = row->verdict != PMX_MUX_UNSUPPORTED;
	bool has_value = pmx_mux_has_value(row);

	pmx_json_string(out, "status", pmx_status_name(count->status));
	pmx_json_u64_or_null(out, "raw", count->raw, was_open);
	if (has_value && (double)count->raw == count->value)
		pmx_json_u64(out, "scaled", count->raw); /* exact above 2^53, too */
	else
		pmx_json_double(out, "scaled", has_value ? count->value : NAN);
	pmx_json_string(out, "unit", *pmx_row_unit(&shown) ? pmx_row_unit(&shown) : NULL);
	pmx_json_u64_or_null(out, "enabled_ns", count->enabled, was_open);
	pmx_json_u64_or_null(out, "running_ns", count->running, was_open);
	if (count->anywhere) {
		pmx_json_u64(out, "resident_ns", count->resident);
		pmx_json_u64(out, "anywhere_ns", count->anywhere);
	}
	if (count->lost)
		pmx_json_u64(out, "lost", count->lost);
	pmx_json_string(out, "reason", count->reason);
	pmx_json_double(out, "half", has_value ? row->half : NAN);
	pmx_json_double(out, "half_percent", pmx_mux_percent(row));
	pmx_json_double(out, "interpolated", has_value ? row->interpolated : NAN);
}

static void put_course(struct pmx_out *out, const struct pmx_mux_row *row)
{
	bool was_due = row->verdict != PMX_MUX_UNSUPPORTED && pmx_count_due(&row->count) > 0;
	bool has_slices = row->slices > 0;

	pmx_json_double(out, "share", was_due ? row->share : NAN);
	pmx_json_double(out, "factor", row->factor > 0 ? row->factor : NAN);
	pmx_json_u64_or_null(out, "slices", row->slices, has_slices);
	pmx_json_u64_or_null(out, "slice_mean_ns", row->slice_mean, has_slices);
	pmx_json_u64_or_null(out, "slice_longest_ns", row->slice_longest, has_slices);
	pmx_json_u64_or_null(out, "blind_ns", row->blind, row->bins != NULL);
	pmx_json_u64_or_null(out, "blind_at_ns", row->blind_at, row->blind > 0);
	pmx_json_u64_or_null(out, "burst_mean_ns", row->burst_mean, row->burst_mean > 0);
	pmx_json_u64(out, "demand_ahead", row->demand_ahead);
}

static void put_row(struct pmx_out *out, const struct pmx_mux_report *report,
		    const struct pmx_mux_row *row)
{
	pmx_out_text(out, "{\"event\":");
	pmx_quote_json(out, row->name);
	pmx_json_string(out, "pmu", row->event->pmu->name);
	if (row->cpu >= 0)
		pmx_json_u64(out, "cpu", (uint64_t)row->cpu);
	if (row->tid > 0)
		pmx_json_u64(out, "tid", (uint64_t)row->tid);
	pmx_json_u64(out, "places", row->places);
	pmx_json_string(out, "verdict", pmx_mux_verdict_name(row->verdict));
	pmx_json_long(out, "group", row->group);
	pmx_json_bool(out, "pinned", row->pinned);
	put_count(out, row);
	put_course(out, row);
	if (row->bins && row->bins->width)
		put_timeline(out, report, row->bins);
	if (row->track)
		put_track(out, report, row->track);
	pmx_out_text(out, "}");
}

/* --- PMUs, advice, observing -------------------------------------------------------------- */

static void put_pmu(struct pmx_out *out, const struct pmx_mux_pmu *pmu)
{
	pmx_out_text(out, "{\"pmu\":");
	pmx_quote_json(out, pmu->pmu->name);
	pmx_json_string(out, "kind", pmx_pmu_kind_name(pmu->pmu->kind));
	pmx_json_u64(out, "demand", pmu->demand);
	pmx_json_double(out, "capacity", pmu->capacity > 0 ? pmu->capacity : NAN);
	pmx_json_u64_or_null(out, "counters", pmu->counters, pmu->counters > 0);
	pmx_json_bool(out, "waits", pmu->waits);
	pmx_json_double(out, "used", pmu->used);
	pmx_json_double(out, "head_of_line", pmu->capacity > 0 ? pmu->head_of_line : NAN);
	pmx_json_double(out, "jain", pmu->jain);
	pmx_json_u64_or_null(out, "interval_set_ns", pmu->interval_set, pmu->interval_set > 0);
	pmx_json_u64_or_null(out, "interval_seen_ns", pmu->interval_seen, pmu->interval_seen > 0);
	pmx_json_string(out, "interval_from", pmu->interval_from);
	pmx_json_u64_or_null(out, "rotations", pmu->rotations, pmu->rotations > 0);
	pmx_json_bool(out, "watchdog", pmu->watchdog);
	pmx_json_bool(out, "shared_context", pmu->shared_context);
	pmx_out_text(out, "}");
}

static void put_observed(struct pmx_out *out, const struct pmx_observed *seen)
{
	static const char *const methods[] = {
		[PMX_METHOD_NONE] = "none",
		[PMX_METHOD_PAGES] = "pages",
		[PMX_METHOD_READS] = "reads",
	};

	pmx_out_text(out, ",\n\"observed\":{\"method\":");
	pmx_quote_json(out, methods[seen->method]);
	pmx_json_maybe(out, "why_reads", seen->why_reads);
	pmx_json_u64_or_null(out, "period_ns", seen->period_ns, seen->period_ns > 0);
	pmx_json_u64_or_null(out, "period_longest_ns", seen->period_longest,
			     seen->period_longest > 0);
	pmx_json_u64(out, "sweeps", seen->sweeps);
	pmx_json_u64(out, "polls", seen->polls);
	pmx_json_u64(out, "reads", seen->reads);
	pmx_json_u64(out, "missed", seen->missed);
	pmx_json_u64(out, "folded", seen->folded);
	pmx_json_u64(out, "cpu_ns", seen->cpu_ns);
	pmx_json_double(out, "read_share", seen->read_share);
	pmx_json_bool(out, "alone", seen->alone);
	pmx_out_text(out, "}");
}

static void put_advice(struct pmx_out *out, const struct pmx_mux_report *report)
{
	pmx_out_text(out, ",\n\"advice\":[");
	for (size_t i = 0; i < report->advice_count && i < PMX_MUX_ADVICE; i++) {
		pmx_out_text(out, i ? ",\n{\"text\":" : "\n{\"text\":");
		pmx_quote_json(out, report->advice[i].text);
		pmx_json_string(out, "command",
				report->advice[i].command[0] ? report->advice[i].command : NULL);
		pmx_out_text(out, "}");
	}
	pmx_out_text(out, "]");
}

static void put_head(struct pmx_out *out, const struct pmx_mux_report *report,
		     const struct pmx_json_head *head)
{
	pmx_json_head_put(out, "perfmux-mux/1", head);
	pmx_json_long(out, "exit_status", head->exit_status);
	pmx_json_u64(out, "start_ns", report->start);
	pmx_json_u64(out, "elapsed_ns", since(report, report->end));
	pmx_json_u64_or_null(out, "target_ns", report->target_ns, report->target_ns > 0);
	pmx_json_u64_or_null(out, "passes", report->passes, report->passes > 0);
	put_observed(out, &report->observed);
}

void pmx_mux_json(FILE *file, const struct pmx_mux_report *report, const struct pmx_json_head *head)
{
	PMX_OUT(out, file);

	put_head(&out, report, head);
	pmx_out_text(&out, ",\n\"events\":[");
	for (size_t i = 0; i < report->row_count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_row(&out, report, &report->rows[i]);
	}
	pmx_out_text(&out, "],\n\"pmus\":[");
	for (size_t i = 0; i < report->pmu_count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_pmu(&out, &report->pmus[i]);
	}
	pmx_out_text(&out, "]");
	put_advice(&out, report);
	pmx_out_text(&out, "}\n");
}
