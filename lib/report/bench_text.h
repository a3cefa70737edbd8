/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_text.h - the parts of the table of repeated runs, in the order in which they come
 *
 * Each writes nothing at all where it has nothing to say.
 */
#ifndef PERFMUX_REPORT_BENCH_TEXT_H
#define PERFMUX_REPORT_BENCH_TEXT_H

#include <perfmux/report_bench.h>

#include "report/bench_amount.h"
#include "report/out.h"
#include "report/text_layout.h"

struct pmx_bench_view {
	const struct pmx_bench_report *report;
	const struct pmx_bench_result *result;
	const struct pmx_bench *bench;
	bool has_names; /* rows begin with commands' names, which are short; else with letters */
};

enum { PMX_BENCH_MARGIN = 1, PMX_BENCH_INDENT = 3 };

/* The verdict on the main metric, what the numbers are, and which letter is which command. */
void pmx_bench_put_head(struct pmx_out *out, const struct pmx_bench_view *view);

/* The main metric, and those that differ: a row a command. */
void pmx_bench_put_table(struct pmx_out *out, const struct pmx_bench_view *view);

/* Metrics that do not: a line each. */
void pmx_bench_put_rest(struct pmx_out *out, const struct pmx_bench_view *view);

/* One command that is compared with nothing: a line a metric. */
void pmx_bench_put_alone(struct pmx_out *out, const struct pmx_bench_view *view);

/* What went wrong, and what one should know of how it was measured. */
void pmx_bench_put_remarks(struct pmx_out *out, const struct pmx_bench_view *view);

/* --- where a metric is shown -------------------------------------------------------------- */

enum pmx_bench_part {
	PMX_BENCH_ABSENT, /* it was not measured */
	PMX_BENCH_BLOCK,  /* in the table */
	PMX_BENCH_SAME,	  /* in the rest: no difference shown, */
	PMX_BENCH_NOISY,  /* too noisy to tell, */
	PMX_BENCH_FEW,	  /* or too few runs */
};

enum pmx_bench_part pmx_bench_part_of(const struct pmx_bench_view *view, size_t metric);

/* Is there one command, and nothing that it was compared with? */
bool pmx_bench_is_alone(const struct pmx_bench_view *view);

/* --- pieces ------------------------------------------------------------------------------- */

/* A command in a row, and what it is compared with: a letter, a short name, "the baseline". */
void pmx_bench_label(const struct pmx_bench_view *view, size_t command, struct pmx_cell *cell);
void pmx_bench_label_reference(const struct pmx_bench_view *view, struct pmx_cell *cell);

/* "121 … 140", in @scale unless it is of counts, which are too long for that; or "". */
void pmx_bench_range(const struct pmx_bench_view *view, enum pmx_bench_unit unit,
		     const struct pmx_bench_scale *scale, const struct pmx_summary *summary,
		     struct pmx_cell *cell);

/* "cycles", "~cycles" when scaled, cut to @width columns. */
void pmx_bench_metric_cell(const struct pmx_bench_view *view, size_t metric, size_t width,
			   struct pmx_cell *cell);

/* @mark (text_marks.h) around what follows, where colours are wanted; NULL is none. */
void pmx_bench_mark(struct pmx_out *out, const struct pmx_bench_view *view, const char *mark);
/* The same around @text. */
void pmx_bench_put_marked(struct pmx_out *out, const struct pmx_bench_view *view, const char *mark,
			  const char *text);

/* Green or red where a difference was shown, else NULL. */
const char *pmx_bench_color(const struct pmx_bench_cell *cell);

/* Verbose: all there is about a cell, in lines below its row. */
void pmx_bench_put_details(struct pmx_out *out, const struct pmx_bench_view *view, size_t command,
			   size_t metric);

/* A bar for @part, 0 to 1, in a column of @width. */
void pmx_bench_put_bar(struct pmx_out *out, double part, size_t width, bool utf8);

/* How often which values were, small ones first, as @count blocks whose height says it; UTF-8. */
void pmx_bench_put_spark(struct pmx_out *out, const struct pmx_bench_values *values,
			 const struct pmx_summary *summary, size_t count);

#endif
