// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_svg.c - the multiplexing report as a picture: title, legend, rows, an axis of time
 *
 * Cells are two pixels wide, and wider when there are so many rows that the file would grow beyond
 * what a browser or a mail likes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "report/cut.h"
#include "report/duration.h"
#include "report/mux_svg.h"
#include "report/mux_words.h"
#include "report/svg.h"
#include "report/words.h"

enum {
	TITLE = 30, /* baselines, from the top */
	SUBTITLE = 50,
	LEGEND = 76,
	HEADER = 106,
	ROWS = 114, /* where the first row begins */
	FOOT = 46,  /* below the last */
	MAX_ROWS = 1000,
	ROWS_A_STEP = 150, /* more rows, wider cells */
	MAX_TITLE = 110,
	MAX_TICKS = 10,
	LEGEND_NAME = 24,
	MAX_LEGEND = 500, /* no PMU begins right of this */
	COLUMN = 7,	  /* width of a letter, about */
};

const char *pmx_mux_color(const struct pmx_mux_picture *picture, const struct pmx_pmu *pmu)
{
	static const char *const classes[PMX_SVG_COLORS] = { "c0", "c1", "c2", "c3",
							     "c4", "c5", "c6", "c7" };
	size_t i = pmx_mux_find_pmu(picture->pmus, picture->pmu_count, pmu);

	return classes[i % PMX_SVG_COLORS];
}

double pmx_mux_x(const struct pmx_mux_picture *picture, double ns)
{
	double part = ns / (double)(picture->report->end - picture->report->start);

	if (!(part > 0))
		part = 0;
	return PMX_MUX_SVG_LEFT + PMX_MUX_SVG_PLOT * (part < 1 ? part : 1);
}

/* --- above the rows ----------------------------------------------------------------------- */

static void put_title(struct pmx_out *out, const struct pmx_mux_report *report, const char *title)
{
	size_t counted, shared = pmx_mux_took_turns(report, &counted);
	struct pmx_words words = { 0 };
	char time[PMX_DURATION_SIZE];
	struct pmx_cell cell;

	pmx_say(&words, "Multiplexing report for %.500s", title);
	pmx_cell_set(&cell, words.text);
	pmx_cell_cut(&cell, MAX_TITLE, true);
	pmx_svg_text(out, PMX_MUX_SVG_EDGE, TITLE, "title", cell.text);
	words = (struct pmx_words){ 0 };
	pmx_duration(time, report->end > report->start ? report->end - report->start : 0, true);
	pmx_say(&words, "%s; %zu of %zu event%s took turns", time, shared, counted,
		counted == 1 ? "" : "s");
	if (shared && report->passes > 1)
		pmx_say(&words, "; in %u passes each would be on all the time", report->passes);
	pmx_say(&words, ". \xc2\xb1 is half the 95%% interval of the scaled count.");
	pmx_svg_text(out, PMX_MUX_SVG_EDGE, SUBTITLE, "dim", words.text);
}

/* A swatch and its word; returns where the next may begin. */
static double put_entry(struct pmx_out *out, double x, const char *class, const char *text)
{
	struct pmx_cell cell;

	pmx_cell_set(&cell, text);
	pmx_cell_cut(&cell, LEGEND_NAME, true);
	pmx_svg_rect(out, x, LEGEND - 10, 12, 12, class);
	pmx_svg_text(out, x + 18, LEGEND, "text", cell.text);
	return x + 18 + (double)cell.shown * COLUMN + 16;
}

static void put_legend(struct pmx_out *out, const struct pmx_mux_picture *picture)
{
	double x = PMX_MUX_SVG_EDGE;

	for (size_t i = 0; i < picture->pmu_count; i++) {
		const struct pmx_pmu *pmu = picture->pmus[i];

		if (x > MAX_LEGEND) {
			pmx_svg_text(out, x, LEGEND, "dim", "\xe2\x80\xa6");
			x += 2 * COLUMN;
			break;
		}
		x = put_entry(out, x, pmx_mux_color(picture, pmu), pmu->name);
	}
	if (!picture->pmu_count)
		return;
	x = put_entry(out, x, "back", "waiting");
	pmx_svg_line(out, x, LEGEND - 3, x + 12, LEGEND - 3, "mark");
	pmx_svg_text(out, x + 18, LEGEND, "text", "longest blind spot");
	x += 18 + 18 * COLUMN + 8;
	pmx_svg_text(out, x, LEGEND, "dim", "height: share of the time; empty: target not running");
}

static void put_header(struct pmx_out *out)
{
	pmx_svg_text(out, PMX_MUX_SVG_EDGE + 9, HEADER, "dim", "event");
	pmx_svg_text(out, PMX_MUX_SVG_COUNT, HEADER, "dim end", "scaled count");
	pmx_svg_text(out, PMX_MUX_SVG_BOUND, HEADER, "dim end", "error");
	pmx_svg_text(out, PMX_MUX_SVG_SHARE, HEADER, "dim end", "share");
}

/* --- the axis ----------------------------------------------------------------------------- */

static void put_axis(struct pmx_out *out, const struct pmx_mux_picture *picture, double bottom)
{
	uint64_t span = picture->report->end - picture->report->start;
	uint64_t step = pmx_ticks_step(span, MAX_TICKS);

	for (uint64_t at = 0; at <= span; at += step) {
		char label[PMX_DURATION_SIZE];
		double x = pmx_mux_x(picture, (double)at);

		pmx_ticks_label(label, at, span, step, true);
		pmx_svg_line(out, x, ROWS - 2, x, bottom, "grid");
		pmx_svg_line(out, x, bottom, x, bottom + 5, "axis");
		pmx_svg_text(out, x, bottom + 18, "dim mid", label);
	}
	pmx_svg_line(out, PMX_MUX_SVG_LEFT, bottom, PMX_MUX_SVG_LEFT + PMX_MUX_SVG_PLOT, bottom,
		     "axis");
}

/* --- the whole ---------------------------------------------------------------------------- */

static bool is_new_place(const struct pmx_mux_report *report, size_t row)
{
	char place[PMX_MUX_WORD];

	return pmx_mux_place(&report->rows[row], place) &&
	       (!row || !pmx_mux_is_same_place(&report->rows[row - 1], &report->rows[row]));
}

/* Rows of the report that are drawn; @lines: what they fill, with the names of places. */
static size_t rows_drawn(const struct pmx_mux_report *report, size_t *lines)
{
	size_t rows = report->row_count < MAX_ROWS ? report->row_count : MAX_ROWS;

	*lines = rows;
	for (size_t i = 0; i < rows; i++)
		*lines += is_new_place(report, i);
	return rows;
}

static void put_rows(struct pmx_out *out, const struct pmx_mux_picture *picture, size_t rows)
{
	double y = ROWS;

	for (size_t i = 0; i < rows; i++) {
		char place[PMX_MUX_WORD];

		if (is_new_place(picture->report, i)) {
			pmx_mux_place(&picture->report->rows[i], place);
			pmx_svg_text(out, PMX_MUX_SVG_EDGE, y + PMX_MUX_SVG_ROW - 7, "dim", place);
			y += PMX_MUX_SVG_ROW;
		}
		pmx_mux_svg_row(out, picture, i, y);
		y += PMX_MUX_SVG_ROW;
	}
}

static void put_picture(struct pmx_out *out, const struct pmx_mux_picture *picture,
			const char *title)
{
	const struct pmx_mux_report *report = picture->report;
	size_t lines, rows = rows_drawn(report, &lines);
	double bottom = ROWS + (double)(lines * PMX_MUX_SVG_ROW) + 4;
	struct pmx_words words = { 0 };

	pmx_say(&words, "perfmux: multiplexing report for %.500s", title);
	pmx_svg_begin(out, PMX_MUX_SVG_WIDTH, bottom + FOOT, words.text);
	put_title(out, report, title);
	put_legend(out, picture);
	if (rows)
		put_header(out);
	if (rows && report->end > report->start)
		put_axis(out, picture, bottom);
	put_rows(out, picture, rows);
	if (rows < report->row_count) {
		words = (struct pmx_words){ 0 };
		pmx_say(&words, "and %zu more rows, which the JSON document has",
			report->row_count - rows);
		pmx_svg_text(out, PMX_MUX_SVG_EDGE, bottom + FOOT - 8, "dim", words.text);
	}
	pmx_svg_end(out);
}

void pmx_mux_svg(FILE *file, const struct pmx_mux_report *report, const char *title)
{
	size_t width = 2 * (1 + report->row_count / ROWS_A_STEP), count = PMX_MUX_SVG_PLOT / width;
	pmx_autofree struct pmx_cell_time *cells = NULL;
	pmx_autofree const struct pmx_pmu **pmus = NULL;
	struct pmx_mux_picture picture = { .report = report };
	PMX_OUT(out, file);

	picture.cell_count = count ? count : 1;
	picture.cells = cells = calloc(picture.cell_count, sizeof(*cells));
	picture.pmus = pmus = calloc(report->row_count + 1, sizeof(*pmus));
	if (!cells || !pmus) {
		pmx_svg_begin(&out, PMX_MUX_SVG_WIDTH, ROWS, "perfmux: no memory for the picture");
		pmx_svg_end(&out);
		return;
	}
	picture.pmu_count = pmx_mux_list_pmus(report, pmus);
	put_picture(&out, &picture, title ? title : "nothing");
}
