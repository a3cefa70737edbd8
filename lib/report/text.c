// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - rows for people, laid out as perf stat does
 */
#include <string.h>

#include <perfmux/report.h>
#include <perfmux/text.h>

#include "base/cleanup.h"
#include "report/out.h"
#include "report/row.h"
#include "report/started.h"
#include "report/text_layout.h"
#include "report/text_marks.h"

enum { INTERVALS_A_HEADER = 25 };

/* These return the columns that they took, with the space behind them. */

static size_t put_left(struct pmx_out *out, const char *text, size_t width)
{
	struct pmx_cell cell;

	pmx_cell_set(&cell, text ? text : "");
	pmx_out_left(out, cell.text, cell.shown, width);
	pmx_out_spaces(out, 1);
	return (cell.shown > width ? cell.shown : width) + 1;
}

static size_t put_right(struct pmx_out *out, const char *text, size_t shown, size_t width)
{
	pmx_out_right(out, text, shown, width);
	pmx_out_spaces(out, 1);
	return (shown > width ? shown : width) + 1;
}

static size_t put_place(struct pmx_out *out, const struct pmx_layout *layout,
			const struct pmx_result *result, const struct pmx_row *row)
{
	char number[PMX_NUMBER_SIZE];
	size_t length, column = 0;

	if (layout->time) {
		length = pmx_number_seconds(number, result->stamp_ns);
		column += put_right(out, number, length, layout->time);
	}
	if (layout->label)
		column += put_left(out, row->label, layout->label);
	if (layout->cpus) {
		length = pmx_number_u64(number, row->cpus, false);
		column += put_right(out, number, length, layout->cpus);
	}
	return column;
}

static size_t put_count(struct pmx_out *out, const struct pmx_layout *layout,
			const struct pmx_report *report, const struct pmx_row *row)
{
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_row_value(row, !report->no_big_num, number);
	size_t column = put_right(out, number, length, layout->value);

	column += put_left(out, pmx_row_unit(row), layout->unit);
	column += put_left(out, row->name, layout->name);
	if (layout->cgroup)
		column += put_left(out, row->cgroup, layout->cgroup);
	return column;
}

/* Goes on at a column, or in the next line where that has been passed. */
static void go_to(struct pmx_out *out, size_t *column, size_t at)
{
	if (*column > at) {
		pmx_out_newline(out);
		*column = 0;
	}
	pmx_out_spaces(out, at - *column);
	*column = at;
}

static void make_metric(struct pmx_cell *cell, const struct pmx_layout *layout,
			const struct pmx_metric *metric)
{
	size_t skip;

	pmx_cell_metric(cell, metric);
	skip = strspn(cell->text, " ");
	skip = skip < layout->padding ? skip : layout->padding;
	memmove(cell->text, cell->text + skip, strlen(cell->text + skip) + 1);
	cell->shown -= skip;
}

/* At the cursor; returns the width. */
static size_t put_metric(struct pmx_out *out, const struct pmx_report *report,
			 const struct pmx_metric *metric, const struct pmx_cell *cell)
{
	bool red = report->color && metric->bad;

	pmx_out_text(out, "# ");
	if (red)
		pmx_out_text(out, PMX_MARK_BAD);
	pmx_out_text(out, cell->text);
	if (red)
		pmx_out_text(out, PMX_MARK_OFF);
	return 2 + cell->shown;
}

static void put_spread(struct pmx_out *out, double percent)
{
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_number_fixed(number, percent, 2, false);

	pmx_out_text(out, "  ( +-");
	pmx_out_right(out, number, length, 6);
	pmx_out_text(out, "% )");
}

/* How far the runs were apart, and how much of the time was counted. */
static void put_tail(struct pmx_out *out, const struct pmx_layout *layout,
		     const struct pmx_row *row, size_t column)
{
	double percent = pmx_spread_sem_percent(&row->spread);
	bool has_spread = layout->spread && pmx_row_has_value(row) && percent > 0;
	struct pmx_cell share;

	pmx_cell_share(&share, row);
	if (!has_spread && !share.shown)
		return;
	go_to(out, &column, layout->at_tail + (has_spread ? 0 : layout->spread));
	if (has_spread)
		put_spread(out, percent);
	pmx_out_text(out, share.text);
}

/* A second metric stands below the first, as perf stat has it. */
static void put_second(struct pmx_out *out, const struct pmx_layout *layout,
		       const struct pmx_report *report, const struct pmx_result *result,
		       const struct pmx_row *row)
{
	struct pmx_cell cell;
	size_t column, at;

	if (!row->second.present)
		return;
	make_metric(&cell, layout, &row->second);
	at = pmx_layout_metric(layout, &cell);
	column = put_place(out, layout, result, row);
	go_to(out, &column, column > at ? column : at);
	put_metric(out, report, &row->second, &cell);
	pmx_out_newline(out);
}

static void put_row(struct pmx_out *out, const struct pmx_layout *layout,
		    const struct pmx_report *report, const struct pmx_result *result,
		    const struct pmx_row *row)
{
	size_t column = put_place(out, layout, result, row);
	struct pmx_cell cell;

	column += put_count(out, layout, report, row);
	if (row->metric.present) {
		make_metric(&cell, layout, &row->metric);
		go_to(out, &column, pmx_layout_metric(layout, &cell));
		column += put_metric(out, report, &row->metric, &cell);
	}
	put_tail(out, layout, row, column);
	pmx_out_newline(out);
	put_second(out, layout, report, result, row);
}

static void put_interval_header(struct pmx_out *out, const struct pmx_layout *layout,
				const struct pmx_result *result)
{
	pmx_out_text(out, "#");
	pmx_out_right(out, "time", 4, layout->time - 1);
	pmx_out_spaces(out, 1);
	if (layout->label)
		put_left(out, pmx_aggr_title(result->aggr), layout->label);
	if (layout->cpus) {
		pmx_out_right(out, "cpus", 4, layout->cpus);
		pmx_out_spaces(out, 1);
	}
	pmx_out_right(out, "counts", 6, layout->value);
	pmx_out_spaces(out, 1);
	pmx_out_left(out, "unit", 4, layout->unit);
	pmx_out_text(out, " events");
	pmx_out_newline(out);
}

static void put_title(struct pmx_out *out, const struct pmx_report *report)
{
	pmx_out_text(out, "\n Performance counter stats for ");
	pmx_out_flush(out);
	pmx_print_safe(report->out, report->title ? report->title : "nothing");
	if (report->runs > 1) {
		pmx_out_text(out, " (");
		pmx_out_u64(out, report->runs);
		pmx_out_text(out, " runs)");
	}
	pmx_out_text(out, ":\n\n");
}

void pmx_text_begin(const struct pmx_report *report)
{
	PMX_OUT(out, report->out);

	pmx_put_started(&out, report);
}

static bool has_marks(const struct pmx_result *result)
{
	for (size_t i = 0; i < result->count; i++)
		if (result->rows[i].metric.apart || result->rows[i].second.apart)
			return true;
	return false;
}

void pmx_text_write(struct pmx_report *report, const struct pmx_result *result)
{
	pmx_autofree size_t *order = pmx_row_order(result);
	struct pmx_layout layout;
	PMX_OUT(out, report->out);

	pmx_layout_make(&layout, report, result);
	if (!layout.time)
		put_title(&out, report);
	else if (report->written % INTERVALS_A_HEADER == 0)
		put_interval_header(&out, &layout, result);
	for (size_t i = 0; i < result->count; i++)
		put_row(&out, &layout, report, result, &result->rows[order ? order[i] : i]);
	report->written++;
	report->marked = has_marks(result) || (report->marked && report->interval);
}
