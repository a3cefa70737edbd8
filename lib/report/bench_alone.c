// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_alone.c - one command that is compared with nothing: where each metric lies, how it spreads
 */
#include <math.h>

#include "report/bench_label.h"
#include "report/bench_text.h"
#include "report/bench_words.h"
#include "report/text_marks.h"
#include "report/wrap.h"

enum column { NAME, VALUE, BOUND, RANGE, SPARK, COLUMNS };

enum { GAP = 2, MIN_NAME = 12, SPARK_WIDTH = 12 };

struct alone {
	const struct pmx_bench_view *view;
	size_t widths[COLUMNS];
};

static void fill(const struct alone *alone, size_t metric, struct pmx_cell cells[COLUMNS])
{
	const struct pmx_bench_view *view = alone->view;
	const struct pmx_summary *summary = &pmx_bench_cell(view->result, 0, metric)->summary;
	enum pmx_bench_unit unit = view->bench->metrics[metric].unit;
	char amount[PMX_AMOUNT_SIZE], word[PMX_BENCH_WORD];
	double size = fabs(summary->median);
	struct pmx_bench_scale scale;

	pmx_bench_scale_of(&scale, unit, size > 0 ? size : summary->max, summary->max,
			   view->report->utf8);
	pmx_bench_scaled(amount, &scale, summary->median);
	pmx_bench_metric_cell(view, metric, PMX_SCREEN, &cells[NAME]);
	pmx_cell_set(&cells[VALUE], amount);
	pmx_cell_set(&cells[BOUND], pmx_bench_bound(summary, unit, view->report->utf8, word));
	pmx_bench_scale_coarser(&scale, summary->max - summary->min);
	pmx_bench_range(view, unit, &scale, summary, &cells[RANGE]);
	pmx_cell_set(&cells[SPARK], "");
}

static void set_titles(const struct alone *alone, struct pmx_cell cells[COLUMNS])
{
	bool utf8 = alone->view->report->utf8;

	pmx_cell_set(&cells[NAME], "");
	pmx_cell_set(&cells[VALUE], "median");
	pmx_cell_set(&cells[BOUND], "");
	pmx_cell_set(&cells[RANGE], utf8 ? "min \xe2\x80\xa6 max" : "min .. max");
	pmx_cell_set(&cells[SPARK], utf8 ? "distribution" : "");
}

static void widen(struct alone *alone, const struct pmx_cell cells[COLUMNS])
{
	for (int i = 0; i < COLUMNS; i++)
		if (cells[i].shown > alone->widths[i])
			alone->widths[i] = cells[i].shown;
}

/* False when nothing was measured. */
static bool measure(struct alone *alone)
{
	const struct pmx_bench_view *view = alone->view;
	struct pmx_cell cells[COLUMNS];
	bool is_any = false;
	size_t others, room;

	set_titles(alone, cells);
	widen(alone, cells);
	for (size_t m = 0; m < view->bench->metric_count; m++) {
		if (pmx_bench_part_of(view, m) == PMX_BENCH_ABSENT)
			continue;
		fill(alone, m, cells);
		widen(alone, cells);
		is_any = true;
	}
	others = PMX_BENCH_MARGIN + GAP + alone->widths[VALUE] + 1 + alone->widths[BOUND] + GAP +
		 alone->widths[RANGE];
	if (others + MIN_NAME + GAP + alone->widths[SPARK] > PMX_SCREEN)
		alone->widths[SPARK] = 0;
	if (alone->widths[SPARK])
		others += GAP + alone->widths[SPARK];
	room = others + MIN_NAME < PMX_SCREEN ? PMX_SCREEN - others : MIN_NAME;
	if (alone->widths[NAME] > room)
		alone->widths[NAME] = room;
	return is_any;
}

static void put_cell(struct pmx_out *out, const struct alone *alone, enum column column,
		     const struct pmx_cell *cell, const char *mark)
{
	size_t width = alone->widths[column];

	pmx_out_spaces(out, column == BOUND ? 1 : GAP);
	pmx_out_spaces(out, cell->shown < width ? width - cell->shown : 0);
	pmx_bench_put_marked(out, alone->view, mark, cell->text);
}

static void put_line(struct pmx_out *out, const struct alone *alone,
		     const struct pmx_cell cells[COLUMNS], const char *mark)
{
	pmx_out_spaces(out, PMX_BENCH_MARGIN);
	pmx_out_left(out, cells[NAME].text, cells[NAME].shown, alone->widths[NAME]);
	for (int i = VALUE; i < SPARK; i++)
		put_cell(out, alone, (enum column)i, &cells[i], mark);
}

static void put_metric(struct pmx_out *out, const struct alone *alone, size_t metric)
{
	const struct pmx_bench_view *view = alone->view;
	struct pmx_cell cells[COLUMNS];

	fill(alone, metric, cells);
	pmx_bench_metric_cell(view, metric, alone->widths[NAME], &cells[NAME]);
	put_line(out, alone, cells, NULL);
	if (alone->widths[SPARK]) {
		pmx_out_spaces(out, GAP);
		pmx_bench_put_spark(out, &view->bench->commands[0].metric[metric],
				    &pmx_bench_cell(view->result, 0, metric)->summary, SPARK_WIDTH);
	}
	pmx_out_newline(out);
	if (view->report->verbose)
		pmx_bench_put_details(out, view, 0, metric);
}

void pmx_bench_put_alone(struct pmx_out *out, const struct pmx_bench_view *view)
{
	struct alone alone = { .view = view };
	struct pmx_cell cells[COLUMNS];

	if (!measure(&alone))
		return;
	pmx_out_newline(out);
	set_titles(&alone, cells);
	put_line(out, &alone, cells, PMX_MARK_DIM);
	if (alone.widths[SPARK])
		put_cell(out, &alone, SPARK, &cells[SPARK], PMX_MARK_DIM);
	pmx_out_newline(out);
	for (size_t m = 0; m < view->bench->metric_count; m++)
		if (pmx_bench_part_of(view, m) != PMX_BENCH_ABSENT)
			put_metric(out, &alone, m);
}
