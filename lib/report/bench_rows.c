// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_rows.c - what is in the rows of the table of repeated runs
 */
#include <math.h>
#include <string.h>

#include "report/bench_rows.h"
#include "report/bench_words.h"

static const struct pmx_bench_cell *cell_of(const struct pmx_bench_view *view,
					    const struct pmx_bench_block *block, size_t c)
{
	return pmx_bench_cell(view->result, c, block->metric);
}

static enum pmx_bench_unit unit_of(const struct pmx_bench_view *view,
				   const struct pmx_bench_block *block)
{
	return view->bench->metrics[block->metric].unit;
}

/* Has the command of the baseline a row of its own? */
static bool has_then(const struct pmx_bench_view *view, const struct pmx_bench_cell *cell)
{
	return view->result->baseline && cell->compared && isfinite(cell->comparison.median_a);
}

static void see(double value, double *least, double *most)
{
	if (!isfinite(value))
		return;
	*most = fmax(*most, value);
	value = fabs(value);
	if (value > 0 && (!(*least > 0) || value < *least))
		*least = value;
}

void pmx_bench_block_set(struct pmx_bench_block *block, const struct pmx_bench_view *view,
			 size_t metric)
{
	double least = 0, most = 0, spread = 0, widest = 0;

	block->metric = metric;
	for (size_t c = 0; c < view->bench->command_count; c++) {
		const struct pmx_bench_cell *cell = cell_of(view, block, c);

		if (pmx_bench_has_value(&cell->summary)) {
			see(cell->summary.median, &least, &most);
			see(cell->summary.max - cell->summary.min, &spread, &widest);
		}
		if (has_then(view, cell))
			see(cell->comparison.median_a, &least, &most);
	}
	block->most = most;
	pmx_bench_scale_of(&block->scale, unit_of(view, block), least, most, view->report->utf8);
	block->range = block->scale;
	pmx_bench_scale_coarser(&block->range, spread);
}

static void set_label(const struct pmx_bench_view *view, size_t c, bool is_then,
		      struct pmx_cell *cell)
{
	const char *when = is_then ? "then" : "now";

	if (!view->result->baseline) {
		pmx_bench_label(view, c, cell);
		return;
	}
	if (view->bench->command_count == 1) {
		pmx_cell_set(cell, when);
		return;
	}
	pmx_bench_label(view, c, cell);
	cell->text[cell->shown] = ' '; /* a letter has as many bytes as columns */
	memcpy(cell->text + cell->shown + 1, when, strlen(when) + 1);
	cell->shown += 1 + strlen(when);
}

/* The verdict in a column whose title says what it is about. */
static void set_change(const struct pmx_bench_view *view, const struct pmx_bench_block *block,
		       size_t c, struct pmx_cell *out)
{
	static const char *const short_words[] = {
		[PMX_CHANGE_TOO_FEW] = "too few runs",
		[PMX_CHANGE_NONE] = "none shown",
		[PMX_CHANGE_NOISY] = "too noisy",
	};
	const struct pmx_bench_cell *cell = cell_of(view, block, c);
	char words[PMX_BENCH_WORD];

	if (pmx_bench_differs(cell))
		pmx_cell_set(out, pmx_bench_change(cell, &view->bench->metrics[block->metric],
						   view->report->utf8, words));
	else
		pmx_cell_set(out, cell->compared ? short_words[cell->change] : "");
}

static void set_value(const struct pmx_bench_block *block, double value, struct pmx_bench_row *row)
{
	char amount[PMX_AMOUNT_SIZE];

	pmx_bench_scaled(amount, &block->scale, value);
	pmx_cell_set(&row->cells[PMX_BENCH_VALUE], amount);
	row->part = block->most > 0 ? value / block->most : 0;
}

static void clear(struct pmx_bench_row *row)
{
	for (int i = 0; i < PMX_BENCH_COLUMNS; i++)
		pmx_cell_set(&row->cells[i], "");
	row->part = 0;
	row->mark = NULL;
}

bool pmx_bench_row_then(struct pmx_bench_row *row, const struct pmx_bench_view *view,
			const struct pmx_bench_block *block, size_t command)
{
	const struct pmx_bench_cell *cell = cell_of(view, block, command);

	if (!has_then(view, cell))
		return false;
	clear(row);
	set_label(view, command, true, &row->cells[PMX_BENCH_LABEL]);
	set_value(block, cell->comparison.median_a, row);
	return true;
}

void pmx_bench_row_fill(struct pmx_bench_row *row, const struct pmx_bench_view *view,
			const struct pmx_bench_block *block, size_t command)
{
	const struct pmx_bench_cell *cell = cell_of(view, block, command);
	enum pmx_bench_unit unit = unit_of(view, block);
	bool utf8 = view->report->utf8;
	char word[PMX_BENCH_WORD];

	clear(row);
	set_label(view, command, false, &row->cells[PMX_BENCH_LABEL]);
	if (!pmx_bench_has_value(&cell->summary)) {
		pmx_cell_set(&row->cells[PMX_BENCH_VALUE], "-");
		return;
	}
	set_value(block, cell->summary.median, row);
	pmx_cell_set(&row->cells[PMX_BENCH_BOUND],
		     pmx_bench_bound(&cell->summary, unit, utf8, word));
	pmx_bench_range(view, unit, &block->range, &cell->summary, &row->cells[PMX_BENCH_RANGE]);
	pmx_cell_set(&row->cells[PMX_BENCH_RATIO], pmx_bench_ratio(cell, unit, utf8, word));
	set_change(view, block, command, &row->cells[PMX_BENCH_CHANGE]);
	row->mark = pmx_bench_color(cell);
}
