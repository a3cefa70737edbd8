// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_table.c - the table of events: what was counted, how far that may be off, and how the event
 * came and went
 *
 * Columns are as wide as their content, and are left out where they have none. When all does not
 * fit, the gaps between them shrink; then a long name has a line of its own above its numbers.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/duration.h"
#include "report/mux_text.h"
#include "report/mux_words.h"
#include "report/row.h"
#include "report/text_layout.h"
#include "report/text_marks.h"

enum column { NAME, COUNT, BOUND, SHARE, RESIDENT, SLICES, MEAN, BLIND, AT, COLUMNS };

enum { MARGIN = 1, BRACE = 2, MIN_NAME = 8 };

struct table {
	const struct pmx_mux_view *view;
	const struct pmx_mux_report *report;
	bool has_residency, has_scaled;
	size_t widths[COLUMNS];
	size_t gap; /* between columns */
};

static const char *title_of(const struct table *t, enum column column)
{
	static const char *const titles[] = {
		[NAME] = "event",  [COUNT] = "count",	    [BOUND] = "error",
		[SHARE] = "share", [RESIDENT] = "resident", [SLICES] = "slices",
		[MEAN] = "mean",   [BLIND] = "blind",	    [AT] = "at",
	};

	return column == COUNT && t->has_scaled ? "scaled count" : titles[column];
}

static void set_duration(const struct table *t, struct pmx_cell *cell, uint64_t ns, bool is_there)
{
	char text[PMX_DURATION_SIZE] = "";

	if (is_there)
		pmx_duration(text, ns, t->view->utf8);
	pmx_cell_set(cell, text);
}

static void set_slices(const struct table *t, const struct pmx_mux_row *row,
		       struct pmx_cell cells[COLUMNS])
{
	bool is_plain = row->verdict == PMX_MUX_SOFTWARE || row->verdict == PMX_MUX_ALWAYS ||
			row->verdict == PMX_MUX_ELSEWHERE;
	char number[PMX_NUMBER_SIZE] = "";

	if (row->slices && !is_plain)
		pmx_number_u64(number, row->slices, !t->view->no_big_num);
	pmx_cell_set(&cells[SLICES], number);
	set_duration(t, &cells[MEAN], row->slice_mean, row->slices && !is_plain);
	set_duration(t, &cells[BLIND], row->blind, row->blind && !is_plain);
	set_duration(t, &cells[AT], row->blind_at, row->blind && !is_plain);
}

/* With its unit: few events have one, and none of those is worth a column. */
static void set_name(const struct pmx_mux_row *row, struct pmx_cell *cell)
{
	struct pmx_row shown = { .event = row->event };
	struct pmx_cell unit;
	size_t used;

	pmx_cell_set(cell, row->name);
	pmx_cell_set(&unit, pmx_row_unit(&shown));
	used = strlen(cell->text);
	if (!unit.shown || used + strlen(unit.text) + sizeof(" ()") > sizeof(cell->text))
		return;
	snprintf(cell->text + used, sizeof(cell->text) - used, " (%.*s)",
		 (int)sizeof(unit.text) / 2, unit.text);
	cell->shown += unit.shown + strlen(" ()");
}

/* What the row shows in each column. */
static void fill(const struct table *t, const struct pmx_mux_row *row,
		 struct pmx_cell cells[COLUMNS])
{
	const struct pmx_count *count = &row->count;
	char number[PMX_NUMBER_SIZE], word[PMX_MUX_WORD];

	set_name(row, &cells[NAME]);
	pmx_mux_value(row, !t->view->no_big_num, number);
	pmx_cell_set(&cells[COUNT], number);
	pmx_mux_bound(row, t->view->utf8, word);
	pmx_cell_set(&cells[BOUND], word);
	pmx_mux_row_share(row, word);
	pmx_cell_set(&cells[SHARE], word);
	pmx_mux_share((double)count->resident, (double)count->anywhere, word);
	pmx_cell_set(&cells[RESIDENT], t->has_residency ? word : "");
	set_slices(t, row, cells);
}

static size_t total(const struct table *t)
{
	size_t sum = MARGIN + BRACE + t->widths[NAME];

	for (int c = COUNT; c < COLUMNS; c++)
		if (t->widths[c])
			sum += t->gap + t->widths[c];
	return sum;
}

static void measure(struct table *t)
{
	struct pmx_cell cells[COLUMNS];
	size_t room = pmx_mux_width(t->view), excess;

	for (size_t i = 0; i < t->report->row_count; i++) {
		fill(t, &t->report->rows[i], cells);
		for (int c = 0; c < COLUMNS; c++)
			if (cells[c].shown > t->widths[c])
				t->widths[c] = cells[c].shown;
	}
	for (int c = 0; c < COLUMNS; c++) {
		size_t title = strlen(title_of(t, (enum column)c));

		if (t->widths[c] && title > t->widths[c])
			t->widths[c] = title;
	}
	t->gap = 2;
	if (total(t) > room)
		t->gap = 1;
	excess = total(t) > room ? total(t) - room : 0;
	if (t->widths[NAME] > MIN_NAME + excess)
		t->widths[NAME] -= excess;
	else if (t->widths[NAME] > MIN_NAME)
		t->widths[NAME] = MIN_NAME;
}

static const char *mark_of(const struct pmx_mux_row *row, enum column column)
{
	if (column == COUNT && !pmx_mux_has_value(row))
		return row->verdict == PMX_MUX_STARVED || row->verdict == PMX_MUX_ERROR ?
			       PMX_MARK_BAD :
			       PMX_MARK_DIM;
	if (column == BOUND && !isfinite(row->half))
		return PMX_MARK_WARN;
	return NULL;
}

static void put_cell(struct pmx_out *out, const struct table *t, enum column column,
		     const struct pmx_cell *cell, const char *mark)
{
	size_t width = t->widths[column];

	if (!width)
		return;
	pmx_out_spaces(out, t->gap + (cell->shown < width ? width - cell->shown : 0));
	if (!cell->shown)
		return;
	pmx_mux_mark(out, t->view, mark);
	pmx_out_text(out, cell->text);
	pmx_mux_mark(out, t->view, mark ? PMX_MARK_OFF : NULL);
}

static void put_brace(struct pmx_out *out, const struct table *t, enum pmx_mux_brace brace)
{
	pmx_out_spaces(out, MARGIN);
	if (brace == PMX_BRACE_NONE)
		pmx_out_spaces(out, BRACE);
	else
		pmx_out_left(out, pmx_mux_brace_text(brace, t->view->utf8), 1, BRACE);
}

static void put_name(struct pmx_out *out, const struct table *t, size_t row,
		     const struct pmx_cell *name)
{
	enum pmx_mux_brace brace = pmx_mux_brace(t->report, row);

	put_brace(out, t, brace);
	if (name->shown <= t->widths[NAME]) {
		pmx_out_left(out, name->text, name->shown, t->widths[NAME]);
		return;
	}
	pmx_out_text(out, name->text);
	pmx_out_newline(out);
	if (brace == PMX_BRACE_FIRST)
		brace = PMX_BRACE_MIDDLE;
	put_brace(out, t, brace == PMX_BRACE_MIDDLE ? brace : PMX_BRACE_NONE);
	pmx_out_spaces(out, t->widths[NAME]);
}

static void put_row(struct pmx_out *out, const struct table *t, size_t i)
{
	const struct pmx_mux_row *row = &t->report->rows[i];
	const char *remark = pmx_mux_remark(row);
	struct pmx_cell cells[COLUMNS];

	fill(t, row, cells);
	put_name(out, t, i, &cells[NAME]);
	for (int c = COUNT; c < (*remark ? SLICES : COLUMNS); c++)
		put_cell(out, t, (enum column)c, &cells[c], mark_of(row, (enum column)c));
	if (*remark) {
		pmx_out_spaces(out, 2);
		pmx_mux_mark(out, t->view, PMX_MARK_DIM);
		pmx_out_text(out, remark);
		pmx_mux_mark(out, t->view, PMX_MARK_OFF);
	}
	pmx_out_newline(out);
}

static void put_titles(struct pmx_out *out, const struct table *t)
{
	pmx_out_spaces(out, MARGIN + BRACE);
	pmx_mux_mark(out, t->view, PMX_MARK_DIM);
	pmx_out_left(out, title_of(t, NAME), strlen(title_of(t, NAME)), t->widths[NAME]);
	for (int c = COUNT; c < COLUMNS; c++) {
		struct pmx_cell cell;

		pmx_cell_set(&cell, title_of(t, (enum column)c));
		put_cell(out, t, (enum column)c, &cell, NULL);
	}
	pmx_mux_mark(out, t->view, PMX_MARK_OFF);
	pmx_out_newline(out);
}

void pmx_mux_put_table(struct pmx_out *out, const struct pmx_mux_view *view,
		       const struct pmx_mux_report *report)
{
	struct table table = { .view = view, .report = report };

	if (!report->row_count)
		return;
	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		table.has_residency |= row->count.anywhere != 0;
		table.has_scaled |= pmx_mux_has_value(row) && row->factor > 1;
	}
	measure(&table);
	pmx_out_newline(out);
	put_titles(out, &table);
	for (size_t i = 0; i < report->row_count; i++) {
		pmx_mux_put_place(out, i ? &report->rows[i - 1] : NULL, &report->rows[i]);
		put_row(out, &table, i);
	}
}
