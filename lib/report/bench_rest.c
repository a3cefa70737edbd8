// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_rest.c - metrics in which nothing differs: a line each, with how large a difference there
 * may be at most
 */
#include <math.h>
#include <stdio.h>

#include "report/bench_label.h"
#include "report/bench_text.h"
#include "report/bench_words.h"
#include "report/text_marks.h"
#include "report/wrap.h"

enum column { NAME, VALUE, BOUND, WITHIN, COLUMNS };

enum { GAP = 2, MIN_NAME = 12 };

struct rest {
	const struct pmx_bench_view *view;
	size_t widths[COLUMNS];
};

/* --- a line ------------------------------------------------------------------------------- */

/* Which command's median is shown: the one that others are compared with. */
static const struct pmx_bench_cell *shown_cell(const struct pmx_bench_view *view, size_t metric)
{
	return pmx_bench_cell(view->result, 0, metric);
}

static void add(struct pmx_interval *all, const struct pmx_interval *own)
{
	all->low = fmin(all->low, own->low);
	all->high = fmax(all->high, own->high);
}

/* The intervals of all comparisons in one; those with a ratio only where all have one. */
static void unite(const struct pmx_bench_view *view, size_t metric, struct pmx_bench_cell *all)
{
	struct pmx_comparison *it = &all->comparison;

	*all = (struct pmx_bench_cell){ .change = PMX_CHANGE_NONE };
	it->has_ratio = true;
	it->ratio_interval.low = it->ratio_interval.high = NAN;
	it->difference_interval = it->ratio_interval;
	for (size_t c = 0; c < view->bench->command_count; c++) {
		const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, c, metric);

		if (!cell->compared)
			continue;
		all->compared = true;
		it->has_ratio &= cell->comparison.has_ratio;
		add(&it->ratio_interval, &cell->comparison.ratio_interval);
		add(&it->difference_interval, &cell->comparison.difference_interval);
	}
}

static void fill(const struct rest *rest, size_t metric, struct pmx_cell cells[COLUMNS])
{
	const struct pmx_bench_view *view = rest->view;
	const struct pmx_bench_metric *it = &view->bench->metrics[metric];
	const struct pmx_summary *summary = &shown_cell(view, metric)->summary;
	char amount[PMX_AMOUNT_SIZE], word[PMX_BENCH_WORD];
	struct pmx_bench_cell all;

	unite(view, metric, &all);
	pmx_bench_metric_cell(view, metric, PMX_SCREEN, &cells[NAME]);
	pmx_bench_amount(amount, it->unit, summary->median, view->report->utf8);
	pmx_cell_set(&cells[VALUE], amount);
	pmx_bench_bound(summary, it->unit, view->report->utf8, word);
	pmx_cell_set(&cells[BOUND], word);
	pmx_bench_certainty(&all, it, view->report->utf8, word);
	pmx_cell_set(&cells[WITHIN], word);
}

/* --- how wide they are -------------------------------------------------------------------- */

static void set_title(const struct rest *rest, enum column column, struct pmx_cell *cell)
{
	const struct pmx_bench_view *view = rest->view;
	struct pmx_cell reference;
	char text[PMX_TEXT_NAME] = "";

	pmx_bench_label_reference(view, &reference);
	if (column == VALUE && view->result->baseline)
		snprintf(text, sizeof(text), "median now");
	else if (column == VALUE)
		snprintf(text, sizeof(text), "median of %.80s", reference.text);
	else if (column == WITHIN)
		snprintf(text, sizeof(text), "against %.80s", reference.text);
	pmx_cell_set(cell, text);
}

static void widen(struct rest *rest, const struct pmx_cell cells[COLUMNS])
{
	for (int i = 0; i < COLUMNS; i++)
		if (cells[i].shown > rest->widths[i])
			rest->widths[i] = cells[i].shown;
}

/* False when there is no such metric. */
static bool measure(struct rest *rest)
{
	struct pmx_cell cells[COLUMNS];
	size_t others = PMX_BENCH_INDENT + GAP + 1 + GAP, room;
	bool is_any = false;

	for (int i = 0; i < COLUMNS; i++)
		set_title(rest, (enum column)i, &cells[i]);
	widen(rest, cells);
	for (size_t m = 0; m < rest->view->bench->metric_count; m++) {
		if (pmx_bench_part_of(rest->view, m) < PMX_BENCH_SAME)
			continue;
		fill(rest, m, cells);
		widen(rest, cells);
		is_any = true;
	}
	for (int i = VALUE; i < COLUMNS; i++)
		others += rest->widths[i];
	room = others + MIN_NAME < PMX_SCREEN ? PMX_SCREEN - others : MIN_NAME;
	if (rest->widths[NAME] > room)
		rest->widths[NAME] = room;
	return is_any;
}

/* --- writing them ------------------------------------------------------------------------- */

static void put_line(struct pmx_out *out, const struct rest *rest,
		     const struct pmx_cell cells[COLUMNS], const char *mark)
{
	pmx_out_spaces(out, PMX_BENCH_INDENT);
	pmx_out_left(out, cells[NAME].text, cells[NAME].shown, rest->widths[NAME]);
	for (int i = VALUE; i < COLUMNS; i++) {
		size_t width = rest->widths[i], shown = cells[i].shown;

		pmx_out_spaces(out, (i == BOUND ? 1 : GAP) + (shown < width ? width - shown : 0));
		pmx_bench_put_marked(out, rest->view, mark, cells[i].text);
	}
	pmx_out_newline(out);
}

static void put_titles(struct pmx_out *out, const struct rest *rest)
{
	struct pmx_cell cells[COLUMNS];

	for (int i = 0; i < COLUMNS; i++)
		set_title(rest, (enum column)i, &cells[i]);
	pmx_out_newline(out);
	put_line(out, rest, cells, PMX_MARK_DIM);
}

static void put_part(struct pmx_out *out, const struct rest *rest, enum pmx_bench_part part,
		     const char *title)
{
	struct pmx_cell cells[COLUMNS];
	bool is_begun = false;

	for (size_t m = 0; m < rest->view->bench->metric_count; m++) {
		if (pmx_bench_part_of(rest->view, m) != part)
			continue;
		if (!is_begun) {
			pmx_out_spaces(out, PMX_BENCH_MARGIN);
			pmx_bench_put_marked(out, rest->view, PMX_MARK_BOLD, title);
			pmx_out_newline(out);
		}
		is_begun = true;
		fill(rest, m, cells);
		pmx_bench_metric_cell(rest->view, m, rest->widths[NAME], &cells[NAME]);
		put_line(out, rest, cells, NULL);
	}
}

void pmx_bench_put_rest(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct rest rest = { .view = view };

	if (!measure(&rest))
		return;
	put_titles(out, &rest);
	put_part(out, &rest, PMX_BENCH_SAME, "no difference shown");
	put_part(out, &rest, PMX_BENCH_NOISY, "too noisy to tell");
	put_part(out, &rest, PMX_BENCH_FEW, "too few runs to tell");
}
