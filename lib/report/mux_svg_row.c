// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_svg_row.c - one event of the multiplexing picture: name, when it was on, what it counted
 *
 * Behind the bars lies a strip wherever the event was due, so that waiting and the target's own
 * absence look different. Neighbouring cells of one height are one piece of a path.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/cut.h"
#include "report/duration.h"
#include "report/mux_svg.h"
#include "report/mux_words.h"
#include "report/row.h"
#include "report/svg.h"
#include "report/words.h"

enum { NAME = 30, REMARK = 80, BAR = 16, TOP = 3, BASELINE = 15 };

/* Height of a cell's bar in half pixels; -1 where the event was not due. */
static int height_of(const struct pmx_cell_time *cell)
{
	double on = pmx_cell_on(cell);
	int height;

	if (on < 0)
		return -1;
	height = (int)(on * BAR * 2 + 0.5);
	return on > 0 && !height ? 1 : height;
}

static double left_of(const struct pmx_mux_picture *picture, size_t cell)
{
	return PMX_MUX_SVG_LEFT +
	       (double)PMX_MUX_SVG_PLOT * (double)cell / (double)picture->cell_count;
}

/* Boxes around the runs of cells in which the event was due. */
static void put_strip(struct pmx_out *out, const struct pmx_mux_picture *picture, double y)
{
	size_t begin = 0, end;

	pmx_svg_path(out, "back");
	for (; begin < picture->cell_count; begin = end) {
		bool due = height_of(&picture->cells[begin]) >= 0;

		end = begin + 1;
		while (end < picture->cell_count && (height_of(&picture->cells[end]) >= 0) == due)
			end++;
		if (!due)
			continue;
		pmx_svg_move(out, left_of(picture, begin), y + TOP);
		pmx_svg_across(out, left_of(picture, end));
		pmx_svg_down(out, y + TOP + BAR);
		pmx_svg_across(out, left_of(picture, begin));
		pmx_out_text(out, "Z");
	}
	pmx_svg_path_end(out);
}

/* A skyline: up and down from cell to cell, begun anew after each cell without a bar. */
static void put_bars(struct pmx_out *out, const struct pmx_mux_picture *picture, double y,
		     const char *class)
{
	double base = y + TOP + BAR;
	int before = 0;

	pmx_svg_path(out, class);
	for (size_t i = 0; i <= picture->cell_count; i++) {
		int height = i < picture->cell_count ? height_of(&picture->cells[i]) : 0;

		height = height < 0 ? 0 : height;
		if (height == before)
			continue;
		if (before)
			pmx_svg_across(out, left_of(picture, i));
		else
			pmx_svg_move(out, left_of(picture, i), base);
		pmx_svg_down(out, base - height / 2.0);
		before = height;
	}
	pmx_svg_path_end(out);
}

/* The longest gap, as a line below the bars; as short as it may be, it is seen. */
static void put_blind(struct pmx_out *out, const struct pmx_mux_picture *picture,
		      const struct pmx_mux_row *row, double y)
{
	double from = pmx_mux_x(picture, (double)row->blind_at);
	double to = pmx_mux_x(picture, (double)row->blind_at + (double)row->blind);

	if (row->verdict != PMX_MUX_SHARED || !row->blind)
		return;
	to = fmax(to, from + 3);
	y += TOP + BAR + 1;
	pmx_svg_line(out, from, y, to, y, "mark");
}

static void put_plot(struct pmx_out *out, const struct pmx_mux_picture *picture,
		     const struct pmx_mux_row *row, double y)
{
	const struct pmx_mux_report *report = picture->report;
	const char *remark = pmx_mux_reason(row) ? pmx_mux_reason(row) : pmx_mux_remark(row);
	struct pmx_cell cell;

	if (pmx_bins_any(row->bins)) {
		memset(picture->cells, 0, picture->cell_count * sizeof(*picture->cells));
		pmx_cells_add(picture->cells, picture->cell_count, report->start, report->end,
			      row->bins);
		put_strip(out, picture, y);
		put_bars(out, picture, y, pmx_mux_color(picture, row->event->pmu));
		put_blind(out, picture, row, y);
		return;
	}
	pmx_cell_set(&cell, remark);
	pmx_cell_cut(&cell, REMARK, true);
	if (cell.shown)
		pmx_svg_text(out, PMX_MUX_SVG_LEFT + 6, y + BASELINE, "dim", cell.text);
}

static void put_brace(struct pmx_out *out, enum pmx_mux_brace brace, double y)
{
	double x = PMX_MUX_SVG_EDGE + 1, top = y + 4, bottom = y + PMX_MUX_SVG_ROW - 4;

	if (brace == PMX_BRACE_NONE)
		return;
	if (brace == PMX_BRACE_FIRST || brace == PMX_BRACE_ONE)
		pmx_svg_line(out, x, top, x + 4, top, "axis");
	if (brace == PMX_BRACE_LAST || brace == PMX_BRACE_ONE)
		pmx_svg_line(out, x, bottom, x + 4, bottom, "axis");
	if (brace == PMX_BRACE_MIDDLE || brace == PMX_BRACE_LAST)
		top = y;
	if (brace == PMX_BRACE_MIDDLE || brace == PMX_BRACE_FIRST)
		bottom = y + PMX_MUX_SVG_ROW;
	pmx_svg_line(out, x, top, x, bottom, "axis");
}

static void put_numbers(struct pmx_out *out, const struct pmx_mux_row *row, double y)
{
	bool is_bad = row->verdict == PMX_MUX_STARVED || row->verdict == PMX_MUX_ERROR;
	bool has_value = pmx_mux_has_value(row);
	char number[PMX_NUMBER_SIZE], word[PMX_MUX_WORD];

	pmx_mux_value(row, true, number);
	pmx_svg_text(out, PMX_MUX_SVG_COUNT, y + BASELINE,
		     has_value ? "text end" :
		     is_bad    ? "bad end" :
				 "dim end",
		     number);
	if (pmx_mux_bound(row, true, word))
		pmx_svg_text(out, PMX_MUX_SVG_BOUND, y + BASELINE,
			     !isfinite(row->half) ? "bad end" : "text end", word);
	if (pmx_mux_row_share(row, word))
		pmx_svg_text(out, PMX_MUX_SVG_SHARE, y + BASELINE, "text end", word);
}

/* All that there is to say, in a sentence that shows under the pointer. */
static void say_row(struct pmx_words *words, const struct pmx_mux_row *row)
{
	const struct pmx_row shown = { .event = row->event };
	char number[PMX_NUMBER_SIZE], word[PMX_MUX_WORD], time[PMX_DURATION_SIZE];

	pmx_mux_value(row, true, number);
	pmx_say(words, "%.200s on %.100s: %.64s %.20s", row->name, row->event->pmu->name, number,
		pmx_mux_has_value(row) ? pmx_row_unit(&shown) : "");
	if (pmx_mux_bound(row, true, word))
		pmx_say(words, ", %s", word);
	if (pmx_mux_row_share(row, word))
		pmx_say(words, "; on for %s of the time", word);
	if (pmx_mux_share((double)row->count.resident, (double)row->count.anywhere, word))
		pmx_say(words, ", the target on its CPUs for %s", word);
	if (row->slices && row->verdict == PMX_MUX_SHARED) {
		pmx_duration(time, row->slice_mean, true);
		pmx_say(words, ", %llu slices of %s", (unsigned long long)row->slices, time);
	}
	if (row->blind && row->verdict != PMX_MUX_ALWAYS) {
		pmx_duration(time, row->blind, true);
		pmx_say(words, "; longest blind spot %s", time);
		pmx_duration(time, row->blind_at, true);
		pmx_say(words, " at %s", time);
	}
	if (pmx_mux_reason(row))
		pmx_say(words, "; %.400s", pmx_mux_reason(row));
}

static void put_name(struct pmx_out *out, const struct pmx_mux_row *row, double y)
{
	const struct pmx_row shown = { .event = row->event };
	struct pmx_words words = { 0 };
	struct pmx_cell cell;

	pmx_say(&words, "%.200s%s%.20s%s", row->name, *pmx_row_unit(&shown) ? " (" : "",
		pmx_row_unit(&shown), *pmx_row_unit(&shown) ? ")" : "");
	pmx_cell_set(&cell, words.text);
	pmx_cell_cut(&cell, NAME, true);
	pmx_svg_text(out, PMX_MUX_SVG_EDGE + 9, y + BASELINE, "text", cell.text);
}

void pmx_mux_svg_row(struct pmx_out *out, const struct pmx_mux_picture *picture, size_t i, double y)
{
	const struct pmx_mux_row *row = &picture->report->rows[i];
	struct pmx_words tooltip = { 0 };

	say_row(&tooltip, row);
	pmx_svg_group(out, tooltip.text);
	put_brace(out, pmx_mux_brace(picture->report, i), y);
	put_name(out, row, y);
	put_plot(out, picture, row, y);
	put_numbers(out, row, y);
	pmx_svg_group_end(out);
}
