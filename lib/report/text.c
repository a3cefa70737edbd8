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

static void put_cell(struct pmx_out *out, const char *text, size_t width)
{
	struct pmx_cell cell;

	pmx_cell_set(&cell, text ? text : "");
	pmx_out_left(out, cell.text, cell.shown, width);
}

static void put_place(struct pmx_out *out, const struct pmx_layout *layout,
		      const struct pmx_result *result, const struct pmx_row *row)
{
	char number[PMX_NUMBER_SIZE];
	size_t length;

	if (layout->time) {
		length = pmx_number_seconds(number, result->stamp_ns);
		pmx_out_right(out, number, length, layout->time);
		pmx_out_spaces(out, 1);
	}
	if (layout->label) {
		put_cell(out, row->label, layout->label);
		pmx_out_spaces(out, 1);
	}
	if (layout->cpus) {
		length = pmx_number_u64(number, row->cpus, false);
		pmx_out_right(out, number, length, layout->cpus);
		pmx_out_spaces(out, 1);
	}
}

static void put_count(struct pmx_out *out, const struct pmx_layout *layout,
		      const struct pmx_report *report, const struct pmx_row *row)
{
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_row_value(row, !report->no_big_num, number);

	pmx_out_right(out, number, length, layout->value);
	pmx_out_spaces(out, 1);
	put_cell(out, pmx_row_unit(row), layout->unit);
	pmx_out_spaces(out, 1);
	put_cell(out, row->name, layout->name);
	if (layout->cgroup) {
		pmx_out_spaces(out, 1);
		put_cell(out, row->cgroup, layout->cgroup);
	}
}

static void put_metric(struct pmx_out *out, const struct pmx_layout *layout,
		       const struct pmx_report *report, const struct pmx_metric *metric)
{
	bool red = report->color && metric->bad;
	struct pmx_cell cell;

	pmx_cell_metric(&cell, metric);
	if (!metric->present) {
		pmx_out_spaces(out, 3 + layout->metric);
		return;
	}
	pmx_out_text(out, " # ");
	if (red)
		pmx_out_text(out, PMX_MARK_BAD);
	pmx_out_text(out, cell.text);
	if (red)
		pmx_out_text(out, PMX_MARK_OFF);
	pmx_out_spaces(out, cell.shown < layout->metric ? layout->metric - cell.shown : 0);
}

static void put_spread(struct pmx_out *out, const struct pmx_layout *layout,
		       const struct pmx_row *row)
{
	char number[PMX_NUMBER_SIZE];
	double percent = pmx_spread_sem_percent(&row->spread);
	size_t length;

	if (!layout->spread)
		return;
	if (!pmx_row_has_value(row) || !(percent > 0)) {
		pmx_out_spaces(out, layout->spread);
		return;
	}
	length = pmx_number_fixed(number, percent, 2, false);
	pmx_out_text(out, "  ( +-");
	pmx_out_right(out, number, length, 6);
	pmx_out_text(out, "% )");
}

/* A second metric stands below the first, as perf stat has it. */
static void put_second(struct pmx_out *out, const struct pmx_layout *layout,
		       const struct pmx_report *report, const struct pmx_result *result,
		       const struct pmx_row *row)
{
	size_t blank = layout->value + 1 + layout->unit + 1 + layout->name;

	if (!row->second.present)
		return;
	put_place(out, layout, result, row);
	pmx_out_spaces(out, blank + (layout->cgroup ? layout->cgroup + 1 : 0));
	put_metric(out, layout, report, &row->second);
	pmx_out_newline(out);
}

static void put_row(struct pmx_out *out, const struct pmx_layout *layout,
		    const struct pmx_report *report, const struct pmx_result *result,
		    const struct pmx_row *row)
{
	struct pmx_cell share;

	put_place(out, layout, result, row);
	put_count(out, layout, report, row);
	put_metric(out, layout, report, &row->metric);
	put_spread(out, layout, row);
	pmx_cell_share(&share, row);
	pmx_out_text(out, share.text);
	pmx_out_newline(out);
	put_second(out, layout, report, result, row);
}

static void put_interval_header(struct pmx_out *out, const struct pmx_layout *layout,
				const struct pmx_result *result)
{
	pmx_out_text(out, "#           time ");
	if (layout->label) {
		put_cell(out, pmx_aggr_title(result->aggr), layout->label);
		pmx_out_spaces(out, 1);
	}
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
