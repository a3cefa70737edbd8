// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_table.c - tables of GPU memory: a GPU as a whole, its processes, and what is left
 *
 * All tables of a source have the same columns; those that nobody filled are left out. When all
 * does not fit, the gaps between columns shrink, a long name has a line of its own above its
 * numbers, and the unit grows from MiB to GiB. At most MAX_ROWS processes of a GPU are told apart
 * unless all are wanted; they have the highest peaks.
 */
#include <string.h>

#include "report/gpu_cells.h"
#include "report/gpu_text.h"
#include "report/text_marks.h"
#include "report/words.h"

enum { MARGIN = 1, SIGN = 2, MIN_NAME = 5, MAX_ROWS = 40 }; /* "total" is a name */

struct table {
	const struct pmx_gpu_view *view;
	struct pmx_gpu_form form;
	bool has_share, has_own;
	size_t widths[PMX_GPU_COLUMNS];
	size_t gap;
	struct pmx_out *out; /* NULL: rows are measured */
};

static bool has_column(const struct table *t, int column)
{
	if (column == PMX_GPU_SHARE)
		return t->has_share;
	return column != PMX_GPU_OWN || t->has_own;
}

/* --- widths ------------------------------------------------------------------------------- */

static void widen(struct table *t, const struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	for (int c = 0; c < PMX_GPU_COLUMNS; c++)
		if (cells[c].shown > t->widths[c])
			t->widths[c] = cells[c].shown;
}

static void look_for_columns(struct table *t, const struct pmx_gpu_block *block,
			     const struct pmx_gpu_item *item)
{
	if (pmx_gpu_has(item->imported) && block->main != PMX_GPU_MAIN_IMPORTED)
		t->has_share = t->has_own = true;
	if (pmx_gpu_has(item->shared))
		t->has_share = true;
	if (pmx_gpu_has(item->resident) && block->main != PMX_GPU_MAIN_RESIDENT)
		t->has_own = true;
}

/* Where the numbers begin. */
static size_t lead(const struct table *t)
{
	return SIGN + t->widths[PMX_GPU_PID] + 1 + t->widths[PMX_GPU_NAME];
}

static size_t total(const struct table *t)
{
	size_t sum = lead(t);

	for (int c = PMX_GPU_NOW; c < PMX_GPU_COLUMNS; c++)
		if (has_column(t, c))
			sum += t->gap + t->widths[c];
	return sum;
}

/* --- output ------------------------------------------------------------------------------- */

static void put_numbers(struct pmx_out *out, const struct table *t,
			const struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	for (int c = PMX_GPU_NOW; c < PMX_GPU_COLUMNS; c++) {
		if (!has_column(t, c))
			continue;
		pmx_out_spaces(out, t->gap);
		if (cells[c].shown)
			pmx_out_right(out, cells[c].text, cells[c].shown, t->widths[c]);
		else
			pmx_out_spaces(out, t->widths[c]);
	}
}

static void put_row(struct pmx_out *out, const struct table *t, char sign,
		    const struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	const struct pmx_cell *pid = &cells[PMX_GPU_PID], *name = &cells[PMX_GPU_NAME];
	const char *mark = pmx_gpu_sign_mark(sign);
	const char text[] = { sign, '\0' };

	pmx_gpu_mark(out, t->view, mark);
	pmx_out_left(out, sign == ' ' ? "" : text, sign != ' ', SIGN);
	pmx_out_spaces(out, t->widths[PMX_GPU_PID] - pid->shown);
	pmx_out_text(out, pid->text);
	pmx_out_spaces(out, 1);
	pmx_out_left(out, name->text, name->shown, t->widths[PMX_GPU_NAME]);
	if (name->shown > t->widths[PMX_GPU_NAME]) {
		pmx_gpu_mark(out, t->view, mark ? PMX_MARK_OFF : NULL);
		pmx_out_newline(out);
		pmx_out_spaces(out, lead(t));
		pmx_gpu_mark(out, t->view, mark);
	}
	put_numbers(out, t, cells);
	pmx_gpu_mark(out, t->view, mark ? PMX_MARK_OFF : NULL);
	pmx_out_newline(out);
}

/* "GPU 0 in MiB", or with what it is instead of totals: "GPU 0, imported in MiB". */
static size_t put_block_name(struct pmx_out *out, const struct table *t,
			     const struct pmx_gpu_block *block)
{
	bool is_total = block->main == PMX_GPU_MAIN_TOTAL;
	char name[PMX_GPU_BLOCK_NAME];
	struct pmx_words words = { 0 };
	struct pmx_cell cell;

	pmx_say(&words, "%s%s%s in %s", pmx_gpu_block_name(block, name), is_total ? "" : ", ",
		is_total ? "" : pmx_gpu_main_name(block->main), pmx_bytes_unit_name(t->form.unit));
	pmx_cell_set(&cell, words.text);
	pmx_out_spaces(out, MARGIN);
	pmx_gpu_mark(out, t->view, PMX_MARK_BOLD);
	pmx_out_text(out, cell.text);
	pmx_gpu_mark(out, t->view, PMX_MARK_OFF);
	return MARGIN + cell.shown;
}

static void put_titles(struct pmx_out *out, const struct table *t,
		       const struct pmx_gpu_block *block)
{
	struct pmx_cell cells[PMX_GPU_COLUMNS];
	size_t column;

	pmx_out_newline(out);
	column = put_block_name(out, t, block);
	if (column > lead(t)) {
		pmx_out_newline(out);
		column = 0;
	}
	pmx_out_spaces(out, lead(t) - column);
	for (int c = PMX_GPU_NOW; c < PMX_GPU_COLUMNS; c++)
		pmx_cell_set(&cells[c], pmx_gpu_column_title(&t->form, (enum pmx_gpu_column)c));
	pmx_gpu_mark(out, t->view, PMX_MARK_DIM);
	put_numbers(out, t, cells);
	pmx_gpu_mark(out, t->view, PMX_MARK_OFF);
	pmx_out_newline(out);
}

/* --- rows --------------------------------------------------------------------------------- */

static void take_row(struct table *t, char sign, const struct pmx_cell cells[PMX_GPU_COLUMNS])
{
	if (t->out)
		put_row(t->out, t, sign, cells);
	else
		widen(t, cells);
}

static void take_item(struct table *t, const struct pmx_gpu_block *block,
		      const struct pmx_gpu_item *item)
{
	struct pmx_cell cells[PMX_GPU_COLUMNS];

	if (!t->out)
		look_for_columns(t, block, item);
	pmx_gpu_cells(&t->form, item, cells);
	take_row(t, pmx_gpu_sign(item->marks), cells);
}

/* Those that have a row; the others are added up. */
static void take_processes(struct table *t, const struct pmx_gpu_block *block,
			   struct pmx_gpu_others *others)
{
	struct pmx_gpu_item item;
	size_t shown = 0;

	for (size_t i = 0; i < block->count; i++) {
		pmx_gpu_block_item(block, i, &item);
		if ((t->view->only_target && !item.is_target) ||
		    (!t->view->verbose && shown == MAX_ROWS)) {
			pmx_gpu_others_add(others, &item);
			continue;
		}
		take_item(t, block, &item);
		shown++;
	}
}

static bool has_rest(const struct pmx_gpu_block *block)
{
	const struct pmx_gpu_device *device = block->device;

	return device && pmx_gpu_has_rest(device);
}

/* All rows of a block, to be measured or to be written. */
static void take_block(struct table *t, const struct pmx_gpu_block *block)
{
	struct pmx_cell cells[PMX_GPU_COLUMNS];
	struct pmx_gpu_others others = { 0 };
	struct pmx_gpu_item item;

	if (block->device) {
		pmx_gpu_block_whole(block, &item);
		take_item(t, block, &item);
	}
	take_processes(t, block, &others);
	if (others.count) {
		pmx_gpu_cells_others(&t->form, &others, cells);
		take_row(t, ' ', cells);
	}
	if (has_rest(block)) {
		pmx_gpu_cells_rest(&t->form, block->device->rest, cells);
		take_row(t, ' ', cells);
	}
}

/* --- the whole ---------------------------------------------------------------------------- */

static void measure_in(struct table *t, enum pmx_bytes_unit unit)
{
	struct pmx_gpu_block block = { 0 };

	t->form.unit = unit;
	memset(t->widths, 0, sizeof(t->widths));
	for (int c = PMX_GPU_NOW; c < PMX_GPU_COLUMNS; c++)
		t->widths[c] = strlen(pmx_gpu_column_title(&t->form, (enum pmx_gpu_column)c));
	while (pmx_gpu_block_next(t->form.report, &block))
		if (pmx_gpu_block_source(&block) == t->form.source)
			take_block(t, &block);
}

static void measure(struct table *t)
{
	size_t room = pmx_gpu_width(t->view), in_mib, name, excess;

	t->gap = 1;
	measure_in(t, PMX_BYTES_MIB);
	in_mib = total(t);
	name = t->widths[PMX_GPU_NAME];
	if (in_mib > room + (name > MIN_NAME ? name - MIN_NAME : 0)) {
		measure_in(t, PMX_BYTES_GIB);
		if (total(t) >= in_mib)
			measure_in(t, PMX_BYTES_MIB);
	}
	t->gap = 2;
	if (total(t) > room)
		t->gap = 1;
	excess = total(t) > room ? total(t) - room : 0;
	if (t->widths[PMX_GPU_NAME] > MIN_NAME + excess)
		t->widths[PMX_GPU_NAME] -= excess;
	else if (t->widths[PMX_GPU_NAME] > MIN_NAME)
		t->widths[PMX_GPU_NAME] = MIN_NAME;
}

void pmx_gpu_put_tables(struct pmx_out *out, const struct pmx_gpu_view *view,
			const struct pmx_gpu_report *report, enum pmx_gpu_source source)
{
	struct table table = { .view = view };
	struct pmx_gpu_block block = { 0 };

	table.form = (struct pmx_gpu_form){
		.report = report,
		.source = source,
		.utf8 = view->utf8,
	};
	measure(&table);
	table.out = out;
	while (pmx_gpu_block_next(report, &block)) {
		if (pmx_gpu_block_source(&block) != source)
			continue;
		put_titles(out, &table, &block);
		take_block(&table, &block);
	}
}
