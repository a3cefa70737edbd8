// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_table.c - metrics with a row for each command, and with a baseline one above it for what
 * was
 *
 * Columns are as wide as their content, the same for all metrics. When all does not fit in the
 * screen, what tells least goes first.
 */
#include <string.h>

#include "report/bench_rows.h"
#include "report/cut.h"
#include "report/text_marks.h"
#include "report/wrap.h"

enum { MIN_BAR = 4, MAX_BAR = 16, GAP = 2 };

struct table {
	const struct pmx_bench_view *view;
	size_t widths[PMX_BENCH_COLUMNS];
	size_t gap; /* between columns */
};

/* --- how wide it is ----------------------------------------------------------------------- */

static const char *title_of(const struct table *t, enum pmx_bench_column column)
{
	static const char *const titles[PMX_BENCH_COLUMNS] = {
		[PMX_BENCH_LABEL] = "",
		[PMX_BENCH_VALUE] = "median",
		[PMX_BENCH_BOUND] = "",
		[PMX_BENCH_RANGE] = "min .. max",
		[PMX_BENCH_BAR] = "",
		[PMX_BENCH_RATIO] = "",
		[PMX_BENCH_CHANGE] = "difference",
	};

	if (column == PMX_BENCH_RANGE && t->view->report->utf8)
		return "min \xe2\x80\xa6 max";
	return titles[column];
}

static void widen(struct table *t, const struct pmx_bench_row *row)
{
	for (int i = 0; i < PMX_BENCH_COLUMNS; i++)
		if (row->cells[i].shown > t->widths[i])
			t->widths[i] = row->cells[i].shown;
}

static void measure_rows(struct table *t)
{
	const struct pmx_bench_view *view = t->view;
	struct pmx_bench_block block;
	struct pmx_bench_row row;

	for (size_t m = 0; m < view->bench->metric_count; m++) {
		if (pmx_bench_part_of(view, m) != PMX_BENCH_BLOCK)
			continue;
		pmx_bench_block_set(&block, view, m);
		for (size_t c = 0; c < view->bench->command_count; c++) {
			if (pmx_bench_row_then(&row, view, &block, c))
				widen(t, &row);
			pmx_bench_row_fill(&row, view, &block, c);
			widen(t, &row);
		}
	}
}

static size_t gap_before(const struct table *t, enum pmx_bench_column column)
{
	return column == PMX_BENCH_LABEL ? PMX_BENCH_MARGIN :
	       column == PMX_BENCH_BOUND ? 1 :
					   t->gap;
}

static size_t total(const struct table *t)
{
	size_t sum = 0;

	for (int i = 0; i < PMX_BENCH_COLUMNS; i++)
		if (t->widths[i])
			sum += gap_before(t, (enum pmx_bench_column)i) + t->widths[i];
	return sum;
}

static void measure(struct table *t)
{
	static const enum pmx_bench_column order[] = { PMX_BENCH_RANGE, PMX_BENCH_RATIO,
						       PMX_BENCH_BOUND };
	struct pmx_cell title;
	size_t left;

	measure_rows(t);
	for (int i = 0; i < PMX_BENCH_COLUMNS; i++) {
		pmx_cell_set(&title, title_of(t, (enum pmx_bench_column)i));
		if (t->widths[i] && title.shown > t->widths[i])
			t->widths[i] = title.shown;
	}
	t->gap = GAP;
	if (total(t) + GAP + MIN_BAR > PMX_SCREEN)
		t->gap = 1;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]) && total(t) > PMX_SCREEN; i++)
		t->widths[order[i]] = 0;
	left = total(t) < PMX_SCREEN ? PMX_SCREEN - total(t) : 0;
	if (left >= t->gap + MIN_BAR)
		t->widths[PMX_BENCH_BAR] = left - t->gap < MAX_BAR ? left - t->gap : MAX_BAR;
}

/* --- writing it --------------------------------------------------------------------------- */

static void put_cell(struct pmx_out *out, const struct table *t, enum pmx_bench_column column,
		     const struct pmx_cell *cell, const char *mark)
{
	bool is_left = column == PMX_BENCH_LABEL || column >= PMX_BENCH_BAR;
	size_t width = t->widths[column], blank = cell->shown < width ? width - cell->shown : 0;

	if (!width)
		return;
	pmx_out_spaces(out, gap_before(t, column) + (is_left ? 0 : blank));
	pmx_bench_put_marked(out, t->view, mark, cell->text);
	pmx_out_spaces(out, is_left ? blank : 0);
}

static void put_row(struct pmx_out *out, const struct table *t, const struct pmx_bench_row *row)
{
	for (int i = 0; i < PMX_BENCH_COLUMNS; i++) {
		if (i != PMX_BENCH_BAR) {
			put_cell(out, t, (enum pmx_bench_column)i, &row->cells[i],
				 i == PMX_BENCH_CHANGE ? row->mark : NULL);
		} else if (t->widths[i]) {
			pmx_out_spaces(out, t->gap);
			pmx_bench_put_bar(out, row->part, t->widths[i], t->view->report->utf8);
		}
	}
	pmx_out_newline(out);
}

/* "against A", above the bars and ratios. */
static void put_against(struct pmx_out *out, const struct table *t)
{
	struct pmx_cell against, reference;
	size_t room = t->widths[PMX_BENCH_BAR];

	if (room && t->widths[PMX_BENCH_RATIO])
		room += t->gap;
	room += t->widths[PMX_BENCH_RATIO];
	if (room < MIN_BAR)
		return;
	pmx_bench_label_reference(t->view, &reference);
	pmx_cell_set(&against, "against ");
	memcpy(against.text + against.shown, reference.text, strlen(reference.text) + 1);
	against.shown += reference.shown;
	pmx_cell_cut(&against, room, t->view->report->utf8);
	pmx_out_spaces(out, t->gap);
	pmx_bench_put_marked(out, t->view, PMX_MARK_DIM, against.text);
	pmx_out_spaces(out, room - against.shown);
}

static void put_titles(struct pmx_out *out, const struct table *t)
{
	struct pmx_cell title;

	for (int i = 0; i < PMX_BENCH_COLUMNS; i++) {
		pmx_cell_set(&title, title_of(t, (enum pmx_bench_column)i));
		if (i == PMX_BENCH_BAR)
			put_against(out, t);
		else if (i != PMX_BENCH_RATIO)
			put_cell(out, t, (enum pmx_bench_column)i, &title, PMX_MARK_DIM);
	}
	pmx_out_newline(out);
}

static void put_block(struct pmx_out *out, const struct table *t, size_t metric)
{
	struct pmx_cell name;
	struct pmx_bench_block block;
	struct pmx_bench_row row;

	pmx_bench_block_set(&block, t->view, metric);
	pmx_bench_metric_cell(t->view, metric, PMX_SCREEN - PMX_BENCH_MARGIN, &name);
	pmx_out_spaces(out, PMX_BENCH_MARGIN);
	pmx_bench_put_marked(out, t->view, PMX_MARK_BOLD, name.text);
	pmx_out_newline(out);
	for (size_t c = 0; c < t->view->bench->command_count; c++) {
		if (pmx_bench_row_then(&row, t->view, &block, c))
			put_row(out, t, &row);
		pmx_bench_row_fill(&row, t->view, &block, c);
		put_row(out, t, &row);
		if (t->view->report->verbose)
			pmx_bench_put_details(out, t->view, c, metric);
	}
}

void pmx_bench_put_table(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct table table = { .view = view };

	measure(&table);
	if (!table.widths[PMX_BENCH_VALUE])
		return;
	pmx_out_newline(out);
	put_titles(out, &table);
	for (size_t m = 0; m < view->bench->metric_count; m++)
		if (pmx_bench_part_of(view, m) == PMX_BENCH_BLOCK)
			put_block(out, &table, m);
}
