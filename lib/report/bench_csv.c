// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_csv.c - repeated runs as lines of fields, a metric of a command a line; what is not known
 * is empty
 */
#include <math.h>

#include "report/bench_fields.h"
#include "report/bench_members.h"
#include "report/bench_words.h"
#include "report/quote.h"

/* A metric of a command as it is written. */
struct line {
	const struct pmx_bench_result *result;
	size_t c;
	const struct pmx_bench_command *command;
	const struct pmx_bench_metric *metric;
	const struct pmx_bench_cell *cell;
};

/* --- columns ---------------------------------------------------------------------------------- */

static void put_text(struct pmx_out *out, const char *text)
{
	pmx_quote_csv(out, text ? text : "", ",");
}

static void put_name(struct pmx_out *out, const struct line *line)
{
	put_text(out, line->command->name);
}

static void put_command(struct pmx_out *out, const struct line *line)
{
	put_text(out, line->command->command);
}

static void put_metric(struct pmx_out *out, const struct line *line)
{
	put_text(out, line->metric->name);
}

static void put_unit(struct pmx_out *out, const struct line *line)
{
	put_text(out, pmx_bench_unit_name(line->metric->unit));
}

static void put_scaled(struct pmx_out *out, const struct line *line)
{
	pmx_out_text(out, line->metric->scaled ? "1" : "0");
}

static void put_why(struct pmx_out *out, const struct line *line)
{
	put_text(out, line->metric->why);
}

static void put_runs(struct pmx_out *out, const struct line *line)
{
	pmx_out_u64(out, line->command->runs);
}

static void put_failed(struct pmx_out *out, const struct line *line)
{
	pmx_out_u64(out, line->command->failed);
}

static void put_why_failed(struct pmx_out *out, const struct line *line)
{
	put_text(out, line->command->why_failed);
}

static void put_values(struct pmx_out *out, const struct line *line)
{
	pmx_out_u64(out, line->cell->summary.count);
}

static void put_outliers_low(struct pmx_out *out, const struct line *line)
{
	pmx_out_u64(out, line->cell->summary.outliers_low);
}

static void put_outliers_high(struct pmx_out *out, const struct line *line)
{
	pmx_out_u64(out, line->cell->summary.outliers_high);
}

static void put_reference(struct pmx_out *out, const struct line *line)
{
	const struct pmx_bench_command *it = pmx_bench_reference(line->result, line->c);

	if (line->cell->compared && it)
		put_text(out, it->name);
}

static void put_method(struct pmx_out *out, const struct line *line)
{
	put_text(out, pmx_bench_method_word(line->cell));
}

static void put_change(struct pmx_out *out, const struct line *line)
{
	put_text(out, pmx_bench_change_word(line->cell));
}

static void put_verdict(struct pmx_out *out, const struct line *line)
{
	char verdict[PMX_BENCH_WORD];

	put_text(out, pmx_bench_verdict(line->cell, line->metric, verdict, sizeof(verdict)));
}

typedef void put_field(struct pmx_out *out, const struct line *line);

struct column {
	const char *name;
	put_field *put;
};

/* In front of the numbers of bench_fields.h, and behind them. */
static const struct column before[] = {
	{ "name", put_name },
	{ "command", put_command },
	{ "metric", put_metric },
	{ "unit", put_unit },
	{ "scaled", put_scaled },
	{ "why", put_why },
	{ "runs", put_runs },
	{ "failed", put_failed },
	{ "why_failed", put_why_failed },
	{ "values", put_values },
	{ "outliers_low", put_outliers_low },
	{ "outliers_high", put_outliers_high },
};
static const struct column behind[] = {
	{ "p_method", put_method },
	{ "reference", put_reference },
	{ "change", put_change },
	{ "verdict", put_verdict },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- lines ------------------------------------------------------------------------------------ */

static void put_header(struct pmx_out *out)
{
	size_t count;
	const struct pmx_bench_field *fields = pmx_bench_fields(&count);

	for (size_t i = 0; i < COUNT(before); i++) {
		pmx_out_text(out, i ? "," : "");
		pmx_out_text(out, before[i].name);
	}
	for (size_t i = 0; i < count; i++) {
		pmx_out_text(out, ",");
		pmx_out_text(out, fields[i].name);
	}
	for (size_t i = 0; i < COUNT(behind); i++) {
		pmx_out_text(out, ",");
		pmx_out_text(out, behind[i].name);
	}
	pmx_out_newline(out);
}

static void put_line(struct pmx_out *out, const struct line *line)
{
	size_t count;
	const struct pmx_bench_field *fields = pmx_bench_fields(&count);

	for (size_t i = 0; i < COUNT(before); i++) {
		pmx_out_text(out, i ? "," : "");
		before[i].put(out, line);
	}
	for (size_t i = 0; i < count; i++) {
		double value = pmx_bench_field_value(&fields[i], line->cell);

		pmx_out_text(out, ",");
		if (isfinite(value))
			pmx_out_double(out, value);
	}
	for (size_t i = 0; i < COUNT(behind); i++) {
		pmx_out_text(out, ",");
		behind[i].put(out, line);
	}
	pmx_out_newline(out);
}

void pmx_bench_csv(const struct pmx_bench_report *report, const struct pmx_bench_result *result)
{
	const struct pmx_bench *bench = result->bench;
	PMX_OUT(out, report->out);

	put_header(&out);
	for (size_t c = 0; c < bench->command_count; c++)
		for (size_t m = 0; m < bench->metric_count; m++)
			put_line(&out, &(struct line){ .result = result,
						       .c = c,
						       .command = &bench->commands[c],
						       .metric = &bench->metrics[m],
						       .cell = pmx_bench_cell(result, c, m) });
}
