// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_svg.c - GPU memory as a picture: a panel for each GPU, and each device and region of fdinfo
 *
 * Columns are two pixels wide, and wider when there are so many panels that the file would grow
 * beyond what a browser or a mail likes.
 */
#include <stdlib.h>

#include <perfmux/report_gpu.h>

#include "base/cleanup.h"
#include "report/cut.h"
#include "report/duration.h"
#include "report/gpu_svg.h"
#include "report/svg.h"
#include "report/words.h"

enum {
	TITLE = 30, /* baselines, from the top */
	SUBTITLE = 50,
	PANELS = 66, /* where the first begins */
	FOOT = 26,
	MAX_PANELS = 32,
	PANELS_A_STEP = 4, /* more panels, wider columns */
	MAX_TITLE = 110,
};

static size_t panels_of(const struct pmx_gpu_report *report)
{
	struct pmx_gpu_block block = { 0 };
	size_t count = 0;

	while (pmx_gpu_block_next(report, &block))
		count++;
	return count;
}

static void put_title(struct pmx_out *out, const struct pmx_gpu_picture *picture, const char *title,
		      size_t panels)
{
	const struct pmx_gpu_report *report = picture->report;
	uint64_t span = pmx_gpu_since(report, report->now);
	char time[PMX_DURATION_SIZE], column[PMX_DURATION_SIZE];
	struct pmx_words words = { 0 };
	struct pmx_cell cell;

	pmx_say(&words, "GPU memory, %.500s", title);
	pmx_cell_set(&cell, words.text);
	pmx_cell_cut(&cell, MAX_TITLE, true);
	pmx_svg_text(out, PMX_GPU_SVG_EDGE, TITLE, "title", cell.text);
	words = (struct pmx_words){ 0 };
	pmx_duration(time, span, true);
	pmx_duration(column, span / picture->count, true);
	pmx_say(&words, "%s. ", time);
	if (panels)
		pmx_say(&words,
			"Areas are processes, on top of one another; the line is the total of "
			"the GPU. A column is the mean of %s.",
			column);
	else
		pmx_say(&words, "Nothing was reported.");
	pmx_svg_text(out, PMX_GPU_SVG_EDGE, SUBTITLE, "dim", words.text);
}

static void put_picture(struct pmx_out *out, const struct pmx_gpu_picture *picture,
			const char *title, size_t panels)
{
	size_t drawn = panels < MAX_PANELS ? panels : MAX_PANELS;
	double bottom = PANELS + (double)(drawn * PMX_GPU_SVG_PANEL), y = PANELS;
	struct pmx_gpu_block block = { 0 };
	struct pmx_words words = { 0 };

	pmx_say(&words, "perfmux: GPU memory, %.500s", title);
	pmx_svg_begin(out, PMX_GPU_SVG_WIDTH, bottom + FOOT, words.text);
	put_title(out, picture, title, panels);
	for (size_t i = 0; i < drawn && pmx_gpu_block_next(picture->report, &block); i++) {
		pmx_gpu_svg_panel(out, picture, &block, y);
		y += PMX_GPU_SVG_PANEL;
	}
	if (drawn < panels) {
		words = (struct pmx_words){ 0 };
		pmx_say(&words, "and %zu more, which the JSON document has", panels - drawn);
		pmx_svg_text(out, PMX_GPU_SVG_EDGE, bottom + FOOT - 10, "dim", words.text);
	}
	pmx_svg_end(out);
}

void pmx_gpu_svg(FILE *file, const struct pmx_gpu_report *report, const char *title)
{
	size_t panels = panels_of(report);
	size_t step = (panels < MAX_PANELS ? panels : MAX_PANELS) / PANELS_A_STEP;
	size_t count = PMX_GPU_SVG_PLOT / (2 * (1 + step));
	pmx_autofree double *values = calloc(4 * count, sizeof(*values));
	struct pmx_gpu_picture picture = { .report = report, .count = count };
	PMX_OUT(out, file);

	if (!values) {
		pmx_svg_begin(&out, PMX_GPU_SVG_WIDTH, PANELS,
			      "perfmux: no memory for the "
			      "picture");
		pmx_svg_end(&out);
		return;
	}
	picture.value = values;
	picture.base = values + count;
	picture.top = values + 2 * count;
	picture.line = values + 3 * count;
	put_picture(&out, &picture, title ? title : "nothing", panels);
}
