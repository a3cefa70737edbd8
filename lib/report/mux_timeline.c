// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_timeline.c - when each event was on its PMU, a row an event, on a terminal
 *
 * A cell is as high as the share of its time that the event was on; where only ASCII can be
 * written, three marks have to do. A dot is a cell in which the event waited all the time, a blank
 * one in which its target did not run.
 */
#include <string.h>

#include "base/cleanup.h"
#include "report/cut.h"
#include "report/duration.h"
#include "report/mux_cells.h"
#include "report/mux_text.h"
#include "report/mux_words.h"
#include "report/text_layout.h"
#include "report/text_marks.h"
#include "report/wrap.h"

enum { MARGIN = 1, BRACE = 2, MAX_NAME = 24, MIN_CELLS = 20, TICK = 10 };

struct timeline {
	const struct pmx_mux_view *view;
	const struct pmx_mux_report *report;
	size_t name; /* width of the column of names */
	size_t count;
	struct pmx_cell_time *cells;
};

static bool is_shown(const struct pmx_mux_row *row)
{
	return pmx_bins_any(row->bins);
}

static void measure(struct timeline *t)
{
	size_t width = pmx_mux_width(t->view);
	struct pmx_cell cell;

	for (size_t i = 0; i < t->report->row_count; i++) {
		if (!is_shown(&t->report->rows[i]))
			continue;
		pmx_cell_set(&cell, t->report->rows[i].name);
		if (cell.shown > t->name)
			t->name = cell.shown;
	}
	if (t->name > MAX_NAME)
		t->name = MAX_NAME;
	if (!t->name)
		return;
	t->count = MARGIN + BRACE + t->name + 1;
	t->count = width > t->count + MIN_CELLS ? width - t->count : MIN_CELLS;
}

/* --- rows --------------------------------------------------------------------------------- */

static const char *mark_of(double on, bool utf8)
{
	static const char *const blocks[] = { "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83",
					      "\xe2\x96\x84", "\xe2\x96\x85", "\xe2\x96\x86",
					      "\xe2\x96\x87", "\xe2\x96\x88" };
	enum { BLOCKS = sizeof(blocks) / sizeof(blocks[0]) };
	size_t eighths = (size_t)(on * BLOCKS + 0.5);

	if (on < 0)
		return " ";
	if (on == 0)
		return utf8 ? "\xc2\xb7" : ".";
	if (!utf8)
		return on >= 0.95 ? "#" : on >= 0.5 ? "+" : "-";
	if (eighths == BLOCKS && on < 0.95) /* a full block is for all of the time */
		eighths--;
	return blocks[eighths ? eighths - 1 : 0];
}

static void put_cells(struct pmx_out *out, const struct timeline *t)
{
	bool dim = false;

	for (size_t i = 0; i < t->count; i++) {
		double on = pmx_cell_on(&t->cells[i]);

		if (on >= 0 && (on == 0) != dim) {
			dim = on == 0;
			pmx_mux_mark(out, t->view, dim ? PMX_MARK_DIM : PMX_MARK_OFF);
		}
		if (on < 0)
			pmx_out_spaces(out, 1);
		else
			pmx_out_text(out, mark_of(on, t->view->utf8));
	}
	if (dim)
		pmx_mux_mark(out, t->view, PMX_MARK_OFF);
	pmx_out_newline(out);
}

static void put_row(struct pmx_out *out, struct timeline *t, size_t i)
{
	const struct pmx_mux_row *row = &t->report->rows[i];
	enum pmx_mux_brace brace = pmx_mux_brace(t->report, i);
	struct pmx_cell name;

	pmx_cell_set(&name, row->name);
	pmx_cell_cut(&name, t->name, t->view->utf8);
	pmx_out_spaces(out, MARGIN);
	if (brace == PMX_BRACE_NONE)
		pmx_out_spaces(out, BRACE);
	else
		pmx_out_left(out, pmx_mux_brace_text(brace, t->view->utf8), 1, BRACE);
	pmx_out_left(out, name.text, name.shown, t->name + 1);
	memset(t->cells, 0, t->count * sizeof(*t->cells));
	pmx_cells_add(t->cells, t->count, t->report->start, t->report->end, row->bins);
	put_cells(out, t);
}

/* --- the axis ----------------------------------------------------------------------------- */

/* Where on the axis a time is, in cells. */
static size_t cell_of(const struct timeline *t, uint64_t at, uint64_t span)
{
	return (size_t)((double)at / (double)span * (double)t->count + 0.5);
}

static void put_rule(struct pmx_out *out, const struct timeline *t, uint64_t span, uint64_t step)
{
	const char *line = t->view->utf8 ? "\xe2\x94\x80" : "-";
	const char *tick = t->view->utf8 ? "\xe2\x94\xb4" : "+";
	const char *corner = t->view->utf8 ? "\xe2\x94\x94" : "+";
	uint64_t next = 0;

	pmx_out_spaces(out, MARGIN + BRACE + t->name + 1);
	for (size_t i = 0; i < t->count; i++) {
		bool is_tick = next <= span && i == cell_of(t, next, span);

		if (is_tick)
			next += step;
		pmx_out_text(out, !is_tick ? line : i ? tick : corner);
	}
	pmx_out_newline(out);
}

static void put_labels(struct pmx_out *out, const struct timeline *t, uint64_t span, uint64_t step)
{
	size_t column = 0;

	pmx_out_spaces(out, MARGIN + BRACE + t->name + 1);
	for (uint64_t at = 0; at <= span; at += step) {
		char label[PMX_DURATION_SIZE];
		size_t begin = cell_of(t, at, span), shown = strlen(label);

		shown = pmx_ticks_label(label, at, span, step, t->view->utf8);
		shown -= strstr(label, "\xc2\xb5") != NULL; /* of "µs" */
		if (begin < column || begin + shown > t->count)
			continue;
		pmx_out_spaces(out, begin - column);
		pmx_out_text(out, label);
		column = begin + shown;
	}
	pmx_out_newline(out);
}

static void put_legend(struct pmx_out *out, const struct timeline *t)
{
	static const char *const marks[] = {
		"# all of it, + half or more, - less, . waiting, blank not running",
		"\xe2\x96\x88 all of it, \xe2\x96\x82\xe2\x96\x84\xe2\x96\x86 part, "
		"\xc2\xb7 waiting, blank not running",
	};
	char text[256], length[PMX_DURATION_SIZE];

	pmx_duration(length, (t->report->end - t->report->start) / t->count, t->view->utf8);
	snprintf(text, sizeof(text), "Timeline, %s a cell: %s", length, marks[t->view->utf8]);
	pmx_out_spaces(out, MARGIN);
	pmx_wrap(out, text, MARGIN, MARGIN);
	pmx_out_newline(out);
}

void pmx_mux_put_timeline(struct pmx_out *out, const struct pmx_mux_view *view,
			  const struct pmx_mux_report *report)
{
	struct timeline t = { .view = view, .report = report };
	pmx_autofree struct pmx_cell_time *cells = NULL;
	const struct pmx_mux_row *before = NULL;
	uint64_t span = report->end > report->start ? report->end - report->start : 0, step;

	measure(&t);
	if (!span || !t.count)
		return;
	t.cells = cells = calloc(t.count, sizeof(*cells));
	if (!cells)
		return; /* the table above has it in numbers */
	pmx_out_newline(out);
	put_legend(out, &t);
	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		if (!is_shown(row))
			continue;
		pmx_mux_put_place(out, before, row);
		put_row(out, &t, i);
		before = row;
	}
	step = pmx_ticks_step(span, (unsigned)(t.count / TICK));
	put_rule(out, &t, span, step);
	put_labels(out, &t, span, step);
}
