// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_json.c - repeated runs as a document: what hyperfine exports, so that its scripts run, and
 * beside it all of the rest; see perfmux-json(5)
 *
 * hyperfine has numbers where perfmux may not know one: there it is null.
 */
#include <math.h>

#include "report/bench_fields.h"
#include "report/bench_members.h"
#include "report/bench_words.h"
#include "report/json_put.h"

/* --- as hyperfine has it -------------------------------------------------------------------- */

/* The metric of that name, where it is a time; else -1. */
static long find_time(const struct pmx_bench *bench, const char *name)
{
	long m = pmx_bench_find_metric(bench, name);

	return m >= 0 && bench->metrics[m].unit == PMX_BENCH_SECONDS ? m : -1;
}

/* What hyperfine measures, whatever the main metric is. */
static size_t wall_of(const struct pmx_bench *bench)
{
	long m = find_time(bench, "wall");

	return m < 0 ? 0 : (size_t)m;
}

static void put_mean(struct pmx_out *out, const struct pmx_bench_result *result, size_t c,
		     const char *name)
{
	long m = find_time(result->bench, name);
	const struct pmx_summary *it = m < 0 ? NULL :
					       &pmx_bench_cell(result, c, (size_t)m)->summary;

	pmx_json_double(out, name, it && it->count ? it->mean : NAN);
}

/* "times", and an exit code for each: runs that failed are not among them. */
static void put_times(struct pmx_out *out, const struct pmx_bench_values *values)
{
	bool is_first = true;

	pmx_json_key(out, "times");
	pmx_bench_put_values(out, values);
	pmx_json_key(out, "exit_codes");
	pmx_out_text(out, "[");
	for (size_t i = 0; i < values->count; i++) {
		if (!isfinite(values->values[i]))
			continue;
		pmx_out_text(out, is_first ? "0" : ",0");
		is_first = false;
	}
	pmx_out_text(out, "]");
}

static void put_parameters(struct pmx_out *out, const struct pmx_bench_command *command)
{
	pmx_json_key(out, "parameters");
	pmx_out_text(out, "{");
	for (size_t i = 0; i < command->parameter_count; i++) {
		pmx_out_text(out, i ? "," : "");
		pmx_quote_json(out, command->parameters[i].name);
		pmx_out_text(out, ":");
		pmx_quote_json(out, command->parameters[i].value);
	}
	pmx_out_text(out, "}");
}

static void put_result(struct pmx_out *out, const struct pmx_bench_result *result, size_t c)
{
	const struct pmx_bench_command *command = &result->bench->commands[c];
	size_t wall = wall_of(result->bench);
	const struct pmx_summary *it = &pmx_bench_cell(result, c, wall)->summary;
	bool is_known = it->count > 0;

	pmx_out_text(out, "{\"command\":");
	pmx_quote_json(out, command->name);
	pmx_json_double(out, "mean", is_known ? it->mean : NAN);
	pmx_json_double(out, "stddev", is_known ? it->stddev : NAN);
	pmx_json_double(out, "median", is_known ? it->median : NAN);
	put_mean(out, result, c, "user");
	put_mean(out, result, c, "system");
	pmx_json_double(out, "min", is_known ? it->min : NAN);
	pmx_json_double(out, "max", is_known ? it->max : NAN);
	put_times(out, &command->metric[wall]);
	put_parameters(out, command);
	pmx_out_text(out, "}");
}

/* --- the rest --------------------------------------------------------------------------------- */

static void put_cell(struct pmx_out *out, const struct pmx_bench_result *result, size_t c, size_t m)
{
	const struct pmx_bench_metric *metric = &result->bench->metrics[m];
	const struct pmx_bench_cell *cell = pmx_bench_cell(result, c, m);
	char verdict[PMX_BENCH_WORD];
	size_t count;
	const struct pmx_bench_field *fields = pmx_bench_fields(&count);

	pmx_out_text(out, "{\"metric\":");
	pmx_quote_json(out, metric->name);
	pmx_json_u64(out, "values", cell->summary.count);
	pmx_json_u64(out, "seen", result->bench->commands[c].metric[m].seen);
	pmx_json_u64(out, "outliers_low", cell->summary.outliers_low);
	pmx_json_u64(out, "outliers_high", cell->summary.outliers_high);
	for (size_t i = 0; i < count; i++)
		if (!fields[i].of_comparison || cell->compared)
			pmx_json_double(out, fields[i].name,
					pmx_bench_field_value(&fields[i], cell));
	if (cell->compared) {
		pmx_json_string(out, "p_method", pmx_bench_method_word(cell));
		pmx_json_string(out, "change", pmx_bench_change_word(cell));
		pmx_bench_verdict(cell, metric, verdict, sizeof(verdict));
		pmx_json_string(out, "verdict", verdict);
	}
	pmx_out_text(out, "}");
}

static void put_command(struct pmx_out *out, const struct pmx_bench_result *result, size_t c)
{
	const struct pmx_bench_command *command = &result->bench->commands[c];
	const struct pmx_bench_command *reference = pmx_bench_reference(result, c);

	pmx_bench_put_command(out, command);
	pmx_json_string(out, "reference", reference ? reference->name : NULL);
	pmx_json_key(out, "metrics");
	pmx_out_text(out, "[");
	for (size_t m = 0; m < result->bench->metric_count; m++) {
		pmx_out_text(out, m ? ",\n  " : "\n  ");
		put_cell(out, result, c, m);
	}
	pmx_out_text(out, "]}");
}

/* Where the baseline was measured, and what is not the same now. */
static void put_baseline(struct pmx_out *out, const struct pmx_bench_result *result)
{
	const struct pmx_bench *then = result->baseline;
	char line[512];
	bool is_first = true;
	size_t at = 0;

	pmx_json_key(out, "baseline");
	if (!then) {
		pmx_out_text(out, "null");
		return;
	}
	pmx_out_text(out, "{\"commands\":");
	pmx_out_u64(out, then->command_count);
	pmx_bench_put_scene(out, &then->scene);
	pmx_json_key(out, "differences");
	pmx_out_text(out, "[");
	while (pmx_bench_baseline_differs(then, result->bench, &at, line, sizeof(line))) {
		pmx_out_text(out, is_first ? "" : ",");
		is_first = false;
		pmx_quote_json(out, line);
	}
	pmx_out_text(out, "]}");
}

static void put_rest(struct pmx_out *out, const struct pmx_bench_report *report,
		     const struct pmx_bench_result *result)
{
	const struct pmx_bench *bench = result->bench;

	pmx_out_text(out, "{\"schema\":\"perfmux-bench-result/1\"");
	pmx_json_string(out, "version", report->version);
	pmx_bench_put_scene(out, &bench->scene);
	pmx_bench_put_seed(out, bench->seed);
	pmx_json_u64(out, "rounds", bench->rounds);
	pmx_json_bool(out, "interrupted", report->interrupted);
	pmx_json_double(out, "resolution", result->resolution);
	pmx_json_u64(out, "tests", result->tests);
	put_baseline(out, result);
	pmx_json_texts(out, "notes", report->notes, report->note_count);
	pmx_out_text(out, ",\n\"metrics\":[");
	for (size_t m = 0; m < bench->metric_count; m++) {
		pmx_out_text(out, m ? ",\n" : "\n");
		pmx_bench_put_metric(out, &bench->metrics[m]);
	}
	pmx_out_text(out, "],\n\"commands\":[");
	for (size_t c = 0; c < bench->command_count; c++) {
		pmx_out_text(out, c ? ",\n" : "\n");
		put_command(out, result, c);
	}
	pmx_out_text(out, "]}");
}

void pmx_bench_json(const struct pmx_bench_report *report, const struct pmx_bench_result *result)
{
	const struct pmx_bench *bench = result->bench;
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "{\"results\":[");
	for (size_t c = 0; c < bench->command_count && bench->metric_count; c++) {
		pmx_out_text(&out, c ? ",\n" : "\n");
		put_result(&out, result, c);
	}
	pmx_out_text(&out, "],\n\"perfmux\":");
	put_rest(&out, report, result);
	pmx_out_text(&out, "}\n");
}
