// SPDX-License-Identifier: GPL-2.0-only
/*
 * json.c - the JSON document of --json, schema "perfmux-stat/1", see perfmux-json(5)
 *
 * Written as it grows, an object for each result and a line for each row, so that neither memory
 * nor the loss after a crash grows with the number of intervals. What was not measured is null or
 * not there, never 0.
 */
#include <math.h>
#include <time.h>

#include <perfmux/report.h>

#include "report/gpu_json.h"
#include "report/place.h"
#include "report/quote.h"
#include "report/row.h"
#include "stats/strings.h"

/* Every key but the first of an object follows a comma. */
static void put_key(struct pmx_out *out, const char *key)
{
	pmx_out_text(out, ",\"");
	pmx_out_text(out, key);
	pmx_out_text(out, "\":");
}

static void put_string(struct pmx_out *out, const char *key, const char *text)
{
	put_key(out, key);
	pmx_quote_json(out, text);
}

static void put_u64(struct pmx_out *out, const char *key, uint64_t value, bool is_known)
{
	put_key(out, key);
	if (is_known)
		pmx_number_json(out, value);
	else
		pmx_out_text(out, "null");
}

static void put_bool(struct pmx_out *out, const char *key, bool value)
{
	put_key(out, key);
	pmx_out_text(out, value ? "true" : "false");
}

static void put_double(struct pmx_out *out, const char *key, double value)
{
	put_key(out, key);
	if (isfinite(value))
		pmx_out_double(out, value);
	else
		pmx_out_text(out, "null");
}

static void put_spread(struct pmx_out *out, const char *key, const struct pmx_spread *spread)
{
	if (!spread->n)
		return;
	put_key(out, key);
	pmx_out_text(out, "{\"n\":");
	pmx_out_u64(out, spread->n);
	put_double(out, "mean", spread->mean);
	put_double(out, "sem", pmx_spread_sem(spread));
	put_double(out, "sem_percent", pmx_spread_sem_percent(spread));
	put_double(out, "min", spread->min);
	put_double(out, "max", spread->max);
	pmx_out_text(out, "}");
}

static void put_place(struct pmx_out *out, const struct pmx_row *row, enum pmx_aggr aggr)
{
	struct pmx_place_number numbers[PMX_PLACE_NUMBERS];
	size_t count = pmx_place_numbers(&row->place, aggr, numbers);

	if (row->label)
		put_string(out, "place", row->label);
	for (size_t i = 0; i < count; i++)
		put_u64(out, numbers[i].key, (uint64_t)numbers[i].value, true);
	if (aggr == PMX_AGGR_THREAD && row->tid > 0) {
		put_u64(out, "tid", (uint64_t)row->tid, true);
		put_string(out, "comm", row->comm);
	}
	if (row->cgroup)
		put_string(out, "cgroup", row->cgroup);
	put_u64(out, "cpus", row->cpus, true);
}

static void put_count(struct pmx_out *out, const struct pmx_row *row)
{
	const struct pmx_count *count = &row->count;
	bool was_open = count->status != PMX_NOT_SUPPORTED;

	put_string(out, "status", pmx_status_name(count->status));
	put_u64(out, "raw", count->raw, was_open);
	if (pmx_row_has_value(row) && (double)count->raw == count->value)
		put_u64(out, "scaled", count->raw, true); /* exact above 2^53, too */
	else
		put_double(out, "scaled", pmx_row_has_value(row) ? count->value : NAN);
	put_string(out, "unit", *pmx_row_unit(row) ? pmx_row_unit(row) : NULL);
	put_u64(out, "enabled_ns", count->enabled, was_open);
	put_u64(out, "running_ns", count->running, was_open);
	put_double(out, "running_percent", count->enabled ? pmx_row_percent(row) : NAN);
	if (count->anywhere && !pmx_is_same_text(row->name, row->event->merged)) {
		put_u64(out, "resident_ns", count->resident, true);
		put_u64(out, "anywhere_ns", count->anywhere, true);
	}
	if (count->half != 0) /* null: nobody knows how far it is off */
		put_double(out, "error_bound", count->half);
	if (count->lost)
		put_u64(out, "lost", count->lost, true);
	put_string(out, "reason", count->reason);
}

static void put_metrics(struct pmx_out *out, const struct pmx_row *row)
{
	const struct pmx_metric *metrics[] = { &row->metric, &row->second };
	const char *before = "";

	put_key(out, "metrics");
	pmx_out_text(out, "[");
	for (size_t i = 0; i < 2; i++) {
		if (!metrics[i]->present || !isfinite(metrics[i]->value))
			continue;
		pmx_out_text(out, before);
		pmx_out_text(out, "{\"value\":");
		pmx_out_double(out, metrics[i]->value);
		put_string(out, "unit", metrics[i]->unit);
		if (metrics[i]->apart)
			put_bool(out, "together", false);
		pmx_out_text(out, "}");
		before = ",";
	}
	pmx_out_text(out, "]");
}

static void put_row(struct pmx_out *out, const struct pmx_row *row, const struct pmx_result *result)
{
	pmx_out_text(out, "{\"event\":");
	pmx_quote_json(out, row->name);
	put_string(out, "pmu", row->event->pmu && !row->is_sum ? row->event->pmu->name : NULL);
	put_place(out, row, result->aggr);
	if (result->passes > 1)
		put_u64(out, "pass", row->pass, row->pass); /* null: in each of them */
	put_count(out, row);
	put_metrics(out, row);
	put_spread(out, "spread", &row->spread);
	pmx_out_text(out, "}");
}

static void put_runs(struct pmx_out *out, const struct pmx_report *report)
{
	if (report->runs < 2 || !report->run_seconds)
		return;
	put_key(out, "run_seconds");
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
	put_bool(out, "summary", result->is_summary);
	if (result->stamp_ns)
		put_u64(out, "end_ns", result->stamp_ns, true);
	put_u64(out, "start_ns", result->start_ns, result->start_ns != 0);
	put_u64(out, "elapsed_ns", result->elapsed_ns, true);
	if (result->has_rusage) {
		put_u64(out, "user_ns", result->user_ns, true);
		put_u64(out, "sys_ns", result->sys_ns, true);
	}
	if (result->passes > 1)
		put_u64(out, "passes", result->passes, true);
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
	put_key(&out, "rows");
	pmx_out_text(&out, "[");
	for (size_t i = 0; i < result->count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_row(&out, &result->rows[i], result);
	}
	pmx_out_text(&out, "]");
	if (report->gpu) {
		put_key(&out, "gpu");
		pmx_gpu_json_put(&out, report->gpu, report->interval && !result->is_summary);
	}
	pmx_out_text(&out, "}");
}

static void put_command(struct pmx_out *out, char *const *argv)
{
	put_key(out, "command");
	if (!argv) {
		pmx_out_text(out, "null");
		return;
	}
	pmx_out_text(out, "[");
	for (size_t i = 0; argv[i]; i++) {
		if (i)
			pmx_out_text(out, ",");
		pmx_quote_json(out, argv[i]);
	}
	pmx_out_text(out, "]");
}

static void put_started(struct pmx_out *out, time_t started)
{
	char text[64] = "";
	struct tm tm;

	if (!started || !gmtime_r(&started, &tm) ||
	    !strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm)) /* digits in any locale */
		put_string(out, "started", NULL);
	else
		put_string(out, "started", text);
}

void pmx_json_begin(const struct pmx_report *report, const struct pmx_json_head *head)
{
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "{\"schema\":\"perfmux-stat/1\"");
	put_string(&out, "version", head->version);
	put_string(&out, "kernel", head->kernel);
	put_string(&out, "target", head->target);
	put_command(&out, head->command);
	put_started(&out, report->started);
	put_u64(&out, "runs", report->runs ? report->runs : 1, true);
	put_bool(&out, "interval", report->interval);
	pmx_out_text(&out, ",\n\"results\":[");
}

void pmx_json_end(const struct pmx_report *report, const struct pmx_json_head *head)
{
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "]");
	put_u64(&out, "exit_status", (uint64_t)head->exit_status, head->exit_status >= 0);
	pmx_out_text(&out, "}\n");
}
