// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_svg_panel.c - the memory of one GPU over time: processes as areas on top of one another
 *
 * Those with the highest peaks have a colour each, the largest at the bottom; the others are one
 * grey area above them. Where nothing was known yet there is no area, and no line.
 */
#include <math.h>
#include <string.h>

#include "report/bytes.h"
#include "report/cut.h"
#include "report/duration.h"
#include "report/gpu_svg.h"
#include "report/svg.h"
#include "report/words.h"

enum {
	NAMED = PMX_SVG_COLORS - 1, /* processes with a colour */
	HEADER = 16,		    /* baselines, from the top of a panel */
	REMARK = 33,
	PLOT = 42, /* its upper edge */
	MAX_TICKS = 8,
	MAX_LEVELS = 5,
	LEGEND_STEP = 18,
	MAX_NAME = 22, /* letters of a name in the legend */
	MAX_REMARK = 150,
};

/* Grey is for those that have no name. */
static const char *const colors[NAMED] = { "c0", "c1", "c2", "c3", "c4", "c5", "c7" };
static const char grey[] = "c6";

/* --- what is drawn ------------------------------------------------------------------------ */

/* The values of an entry in each column, NAN where there are none; false when it has none. */
static bool find_values(const struct pmx_gpu_panel *p, const struct pmx_gpu_item *item,
			double *values)
{
	const struct pmx_gpu_report *report = p->picture->report;

	if (!item->line || report->now <= report->start)
		return false;
	pmx_gpu_line_columns(item->line, report->start, report->now, p->picture->count, values,
			     NULL);
	return true;
}

/* The next process of the block from *@i on that has something to draw, into picture->value. */
static bool next_process(const struct pmx_gpu_panel *p, size_t *i, struct pmx_gpu_item *item)
{
	while (*i < p->block->count) {
		pmx_gpu_block_item(p->block, (*i)++, item);
		if (item->main && item->main->peak && find_values(p, item, p->picture->value))
			return true;
	}
	return false;
}

/* Raises the tops by the values; nothing is known where there is no value. */
static void stack(const struct pmx_gpu_panel *p)
{
	for (size_t c = 0; c < p->picture->count; c++)
		if (p->picture->value[c] > 0)
			p->picture->top[c] += p->picture->value[c];
}

/* Everything once, to know how high it is. */
static void find_scale(struct pmx_gpu_panel *p)
{
	const struct pmx_gpu_picture *picture = p->picture;
	struct pmx_gpu_item item;
	size_t i = 0;

	memset(picture->top, 0, picture->count * sizeof(*picture->top));
	while (next_process(p, &i, &item))
		stack(p);
	for (size_t c = 0; c < picture->count; c++) {
		p->most = fmax(p->most, picture->top[c]);
		p->most = fmax(p->most, picture->line[c]); /* fmax() passes over NAN */
	}
}

/* --- axes ----------------------------------------------------------------------------------- */

static void put_levels(struct pmx_out *out, const struct pmx_gpu_panel *p)
{
	double step = pmx_bytes_step(p->most, MAX_LEVELS),
	       right = pmx_gpu_svg_x(p, p->picture->count);

	for (unsigned i = 0; i * step <= p->most; i++) {
		char label[PMX_BYTES_SIZE];
		double y = pmx_gpu_svg_y(p, i * step);

		pmx_bytes_label(label, i * step, p->most);
		pmx_svg_line(out, PMX_GPU_SVG_LEFT, y, right, y, "grid");
		pmx_svg_text(out, PMX_GPU_SVG_LEFT - 8, y + 4, "dim end", label);
	}
}

static void put_times(struct pmx_out *out, const struct pmx_gpu_panel *p)
{
	const struct pmx_gpu_report *report = p->picture->report;
	uint64_t span = report->now - report->start, step = pmx_ticks_step(span, MAX_TICKS);

	for (uint64_t at = 0; at <= span; at += step) {
		double x = PMX_GPU_SVG_LEFT + PMX_GPU_SVG_PLOT * (double)at / (double)span;
		char label[PMX_DURATION_SIZE];

		pmx_ticks_label(label, at, span, step, true);
		pmx_svg_line(out, x, p->bottom, x, p->bottom + 5, "axis");
		pmx_svg_text(out, x, p->bottom + 18, "dim mid", label);
	}
	pmx_svg_line(out, PMX_GPU_SVG_LEFT, p->bottom, pmx_gpu_svg_x(p, p->picture->count),
		     p->bottom, "axis");
}

/* --- words ---------------------------------------------------------------------------------- */

static void say_peak(struct pmx_words *words, const struct pmx_gpu_panel *p,
		     const struct pmx_gpu_gauge *gauge)
{
	char last[PMX_BYTES_SIZE], peak[PMX_BYTES_SIZE], at[PMX_DURATION_SIZE];

	if (!pmx_gpu_has(gauge))
		return;
	pmx_bytes(last, (double)gauge->last);
	pmx_bytes(peak, (double)gauge->peak);
	pmx_duration(at, pmx_gpu_since(p->picture->report, gauge->peak_at), true);
	pmx_say(words, ": %s in the end, peak %s at %s", last, peak, at);
}

static void put_header(struct pmx_out *out, const struct pmx_gpu_panel *p, double y)
{
	char name[PMX_GPU_BLOCK_NAME];
	struct pmx_words words = { 0 };
	struct pmx_gpu_item whole;
	struct pmx_cell cell;
	const char *rest = NULL;

	pmx_say(&words, "%s", pmx_gpu_block_name(p->block, name));
	if (p->block->main != PMX_GPU_MAIN_TOTAL)
		pmx_say(&words, ", %s memory", pmx_gpu_main_name(p->block->main));
	if (p->block->device) {
		pmx_gpu_block_whole(p->block, &whole);
		say_peak(&words, p, whole.main);
		rest = pmx_gpu_rest_words(p->block->device->rest_kind);
	} else {
		pmx_say(&words, " (fdinfo: what was between readings is not known)");
	}
	pmx_cell_set(&cell, words.text);
	pmx_cell_cut(&cell, MAX_REMARK, true);
	pmx_svg_text(out, PMX_GPU_SVG_EDGE, y + HEADER, "text", cell.text);
	if (rest)
		pmx_svg_text(out, PMX_GPU_SVG_EDGE, y + REMARK, "dim", rest);
}

static void say_item(struct pmx_words *words, const struct pmx_gpu_item *item)
{
	pmx_say(words, "%s (%llu)", *item->comm ? item->comm : "-", (unsigned long long)item->pid);
}

/* A swatch and its words, line @i of the legend. */
static void put_entry(struct pmx_out *out, const struct pmx_gpu_panel *p, size_t i,
		      const char *class, const char *text, bool is_bad)
{
	double y = p->bottom - PMX_GPU_SVG_HEIGHT + (double)(i * LEGEND_STEP) + 10;
	struct pmx_cell cell;

	pmx_cell_set(&cell, text);
	pmx_cell_cut(&cell, MAX_NAME + 10, true);
	if (class)
		pmx_svg_rect(out, PMX_GPU_SVG_LEGEND, y - 10, 12, 12, class);
	else
		pmx_svg_line(out, PMX_GPU_SVG_LEGEND, y - 4, PMX_GPU_SVG_LEGEND + 12, y - 4,
			     "mark");
	pmx_svg_text(out, PMX_GPU_SVG_LEGEND + 18, y, is_bad ? "bad" : "text", cell.text);
}

static void put_process(struct pmx_out *out, const struct pmx_gpu_panel *p, size_t i,
			const struct pmx_gpu_item *item)
{
	bool is_leak = item->marks & PMX_GPU_LEAKED;
	struct pmx_words tooltip = { 0 }, words = { 0 };

	say_item(&tooltip, item);
	say_peak(&tooltip, p, item->main);
	pmx_svg_group(out, tooltip.text);
	pmx_gpu_svg_area(out, p, colors[i]);
	say_item(&words, item);
	pmx_say(&words, "%s", is_leak ? ", leaked" : item->marks & PMX_GPU_ENDED ? ", ended" : "");
	put_entry(out, p, i, colors[i], words.text, is_leak);
	pmx_svg_group_end(out);
}

/* --- the panel ------------------------------------------------------------------------------ */

/* Processes from @i on, in line @entry of the legend; false when there are none. */
static bool put_others(struct pmx_out *out, const struct pmx_gpu_panel *p, size_t i, size_t entry)
{
	const struct pmx_gpu_picture *picture = p->picture;
	struct pmx_words words = { 0 };
	struct pmx_gpu_item item;
	size_t count = 0;

	memcpy(picture->base, picture->top, picture->count * sizeof(*picture->base));
	for (; next_process(p, &i, &item); count++)
		stack(p);
	if (!count)
		return false;
	pmx_say(&words, "%zu other%s", count, count == 1 ? "" : "s");
	pmx_svg_group(out, words.text);
	pmx_gpu_svg_area(out, p, grey);
	put_entry(out, p, entry, grey, words.text, false);
	pmx_svg_group_end(out);
	return true;
}

/* Returns the lines of the legend that it wrote. */
static size_t put_processes(struct pmx_out *out, const struct pmx_gpu_panel *p)
{
	const struct pmx_gpu_picture *picture = p->picture;
	struct pmx_gpu_item item;
	size_t i = 0, named = 0;

	memset(picture->top, 0, picture->count * sizeof(*picture->top));
	for (; named < NAMED && next_process(p, &i, &item); named++) {
		memcpy(picture->base, picture->top, picture->count * sizeof(*picture->base));
		stack(p);
		put_process(out, p, named, &item);
	}
	return named + put_others(out, p, i, named);
}

/* The GPU's own line; without one there is NAN in all columns. */
static bool find_line(const struct pmx_gpu_panel *p)
{
	struct pmx_gpu_item whole;

	for (size_t c = 0; c < p->picture->count; c++)
		p->picture->line[c] = NAN;
	if (!p->block->device)
		return false;
	pmx_gpu_block_whole(p->block, &whole);
	return find_values(p, &whole, p->picture->line);
}

void pmx_gpu_svg_panel(struct pmx_out *out, const struct pmx_gpu_picture *picture,
		       const struct pmx_gpu_block *block, double y)
{
	struct pmx_gpu_panel panel = { .picture = picture, .block = block };
	bool has_line = find_line(&panel);
	size_t entries;

	panel.bottom = y + PLOT + PMX_GPU_SVG_HEIGHT;
	find_scale(&panel);
	put_header(out, &panel, y);
	if (!(panel.most > 0) || !isfinite(panel.most)) {
		pmx_svg_text(out, PMX_GPU_SVG_LEFT, y + PLOT + HEADER, "dim",
			     "nothing to draw: no memory was in use");
		return;
	}
	put_levels(out, &panel);
	entries = put_processes(out, &panel);
	if (has_line) {
		pmx_gpu_svg_line(out, &panel);
		put_entry(out, &panel, entries, NULL, "the whole GPU", false);
	}
	put_times(out, &panel);
}
