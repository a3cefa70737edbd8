// SPDX-License-Identifier: GPL-2.0-only
/*
 * json.c - the JSON document of --json, schema "perfmux-stat/1", see perfmux-json(5)
 *
 * Written as it grows, an object for each result and a line for each row, so that neither memory
 * nor the loss after a crash grows with the number of intervals. What was not measured is null or
 * not there, never 0.
 */
#include <math.h>

#include <perfmux/report.h>

#include "report/gpu_json.h"
#include "report/json_head.h"
#include "report/json_put.h"
#include "report/place.h"
#include "report/row.h"
#include "stats/strings.h"

static void put_spread(struct pmx_out *out, const char *key, const struct pmx_spread *spread)
{
	if (!spread->n)
		return;
	pmx_json_key(out, key);
	pmx_out_text(out, "{\"n\":");
	pmx_out_u64(out, spread->n);
	pmx_json_double(out, "mean", spread->mean);
	pmx_json_double(out, "sem", pmx_spread_sem(spread));
	pmx_json_double(out, "sem_percent", pmx_spread_sem_percent(spread));
	pmx_json_double(out, "min", spread->min);
	pmx_json_double(out, "max", spread->max);
	pmx_out_text(out, "}");
}

static void put_place(struct pmx_out *out, const struct pmx_row *row, enum pmx_aggr aggr)
{
	struct pmx_place_number numbers[PMX_PLACE_NUMBERS];
	size_t count = pmx_place_numbers(&row->place, aggr, numbers);

	if (row->label)
		pmx_json_string(out, "place", row->label);
	for (size_t i = 0; i < count; i++)
		pmx_json_u64(out, numbers[i].key, (uint64_t)numbers[i].value);
	if (aggr == PMX_AGGR_THREAD && row->tid > 0) {
		pmx_json_u64(out, "tid", (uint64_t)row->tid);
		pmx_json_string(out, "comm", row->comm);
	}
	if (row->cgroup)
		pmx_json_string(out, "cgroup", row->cgroup);
	pmx_json_u64(out, "cpus", row->cpus);
}

static void put_count(struct pmx_out *out, const struct pmx_row *row)
{
	const struct pmx_count *count = &row->count;
	bool was_open = count->status != PMX_NOT_SUPPORTED;

	pmx_json_string(out, "status", pmx_status_name(count->status));
	pmx_json_u64_or_null(out, "raw", count->raw, was_open);
	if (pmx_row_has_value(row) && (double)count->raw == count->value)
		pmx_json_u64(out, "scaled", count->raw); /* exact above 2^53, too */
	else
		pmx_json_double(out, "scaled", pmx_row_has_value(row) ? count->value : NAN);
	pmx_json_string(out, "unit", *pmx_row_unit(row) ? pmx_row_unit(row) : NULL);
	pmx_json_u64_or_null(out, "enabled_ns", count->enabled, was_open);
	pmx_json_u64_or_null(out, "running_ns", count->running, was_open);
	pmx_json_double(out, "running_percent", count->enabled ? pmx_row_percent(row) : NAN);
	if (count->anywhere && !pmx_is_same_text(row->name, row->event->merged)) {
		pmx_json_u64(out, "resident_ns", count->resident);
		pmx_json_u64(out, "anywhere_ns", count->anywhere);
	}
	if (count->half != 0) /* null: nobody knows how far it is off */
		pmx_json_double(out, "error_bound", count->half);
	if (count->lost)
		pmx_json_u64(out, "lost", count->lost);
	pmx_json_string(out, "reason", count->reason);
}

static void put_metrics(struct pmx_out *out, const struct pmx_row *row)
{
	const struct pmx_metric *metrics[] = { &row->metric, &row->second };
	const char *before = "";

	pmx_json_key(out, "metrics");
	pmx_out_text(out, "[");
	for (size_t i = 0; i < 2; i++) {
		if (!metrics[i]->present || !isfinite(metrics[i]->value))
			continue;
		pmx_out_text(out, before);
		pmx_out_text(out, "{\"value\":");
		pmx_out_double(out, metrics[i]->value);
		pmx_json_string(out, "unit", metrics[i]->unit);
		if (metrics[i]->apart)
			pmx_json_bool(out, "together", false);
		pmx_out_text(out, "}");
		before = ",";
	}
	pmx_out_text(out, "]");
}

static void put_row(struct pmx_out *out, const struct pmx_row *row, const struct pmx_result *result)
{
	pmx_out_text(out, "{\"event\":");
	pmx_quote_json(out, row->name);
	pmx_json_string(out, "pmu", row->event->pmu && !row->is_sum ? row->event->pmu->name : NULL);
	put_place(out, row, result->aggr);
	if (result->passes > 1)
		pmx_json_u64_or_null(out, "pass", row->pass, row->pass); /* null: in each of them */
	put_count(out, row);
	put_metrics(out, row);
	put_spread(out, "spread", &row->spread);
	pmx_out_text(out, "}");
}

static void put_runs(struct pmx_out *out, const struct pmx_report *report)
{
	if (report->runs < 2 || !report->run_seconds)
		return;
	pmx_json_key(out, "run_seconds");
	for (unsigned i = 0; i < report->runs; i++) {
		pmx_out_text(out, i ? "," : "[");
		pmx_out_double(out, report->run_seconds[i]);
	}
	pmx_out_text(out, "]");
}

static void put_result_head(struct pmx_out *out, const struct pmx_report *report,
			    const struct pmx_result *result)
{
	pmx_out_text(out, "{\"per\":");
	pmx_quote_json(out, pmx_aggr_name(result->aggr));
	pmx_json_bool(out, "summary", result->is_summary);
	if (result->stamp_ns)
		pmx_json_u64(out, "end_ns", result->stamp_ns);
	pmx_json_u64_or_null(out, "start_ns", result->start_ns, result->start_ns != 0);
	pmx_json_u64(out, "elapsed_ns", result->elapsed_ns);
	if (result->has_rusage) {
		pmx_json_u64(out, "user_ns", result->user_ns);
		pmx_json_u64(out, "sys_ns", result->sys_ns);
	}
	if (result->passes > 1)
		pmx_json_u64(out, "passes", result->passes);
	put_runs(out, report);
	put_spread(out, "elapsed_s", &result->elapsed);
	put_spread(out, "user_s", &result->user);
	put_spread(out, "sys_s", &result->sys);
}

void pmx_json_write(struct pmx_report *report, const struct pmx_result *result)
{
	PMX_OUT(out, report->out);

	pmx_out_text(&out, report->written++ ? ",\n" : "\n");
	put_result_head(&out, report, result);
	pmx_json_key(&out, "rows");
	pmx_out_text(&out, "[");
	for (size_t i = 0; i < result->count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_row(&out, &result->rows[i], result);
	}
	pmx_out_text(&out, "]");
	if (report->gpu) {
		pmx_json_key(&out, "gpu");
		pmx_gpu_json_put(&out, report->gpu, report->interval && !result->is_summary);
	}
	pmx_out_text(&out, "}");
}

void pmx_json_begin(const struct pmx_report *report, const struct pmx_json_head *head)
{
	PMX_OUT(out, report->out);

	pmx_json_head_put(&out, "perfmux-stat/1", head);
	pmx_json_started(&out, report->started);
	pmx_json_u64(&out, "runs", report->runs ? report->runs : 1);
	pmx_json_bool(&out, "interval", report->interval);
	pmx_out_text(&out, ",\n\"results\":[");
}

void pmx_json_end(const struct pmx_report *report, const struct pmx_json_head *head)
{
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "]");
	pmx_json_texts(&out, "notes", head->notes, head->note_count);
	pmx_json_long(&out, "exit_status", head->exit_status);
	pmx_out_text(&out, "}\n");
}
