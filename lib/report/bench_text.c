// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_text.c - what repeated runs say, for people
 *
 * Whoever compares two commands wants to know whether one is faster, by how much, and how sure that
 * is: a line. Then what else differs, with numbers; what does not, in short; then what went wrong.
 */
#include <stdio.h>
#include <string.h>

#include "report/bench_label.h"
#include "report/bench_text.h"
#include "report/bench_words.h"
#include "report/text_marks.h"

enum { SHORT_NAME = 8 }; /* columns of a name that may stand at the beginning of a row */

/* --- marks ---------------------------------------------------------------------------------- */

void pmx_bench_mark(struct pmx_out *out, const struct pmx_bench_view *view, const char *mark)
{
	if (view->report->color && mark)
		pmx_out_text(out, mark);
}

void pmx_bench_put_marked(struct pmx_out *out, const struct pmx_bench_view *view, const char *mark,
			  const char *text)
{
	pmx_bench_mark(out, view, *text ? mark : NULL);
	pmx_out_text(out, text);
	pmx_bench_mark(out, view, *text && mark ? PMX_MARK_OFF : NULL);
}

const char *pmx_bench_color(const struct pmx_bench_cell *cell)
{
	if (!pmx_bench_differs(cell))
		return NULL;
	return cell->change == PMX_CHANGE_LESS ? PMX_MARK_GOOD : PMX_MARK_BAD;
}

/* --- cells ---------------------------------------------------------------------------------- */

void pmx_bench_label(const struct pmx_bench_view *view, size_t command, struct pmx_cell *cell)
{
	char letter[PMX_BENCH_LETTER];

	if (view->has_names)
		pmx_cell_set(cell, view->bench->commands[command].name);
	else
		pmx_cell_set(cell, pmx_bench_letter(command, letter));
}

void pmx_bench_label_reference(const struct pmx_bench_view *view, struct pmx_cell *cell)
{
	if (view->result->baseline)
		pmx_cell_set(cell, "the baseline");
	else
		pmx_bench_label(view, 0, cell);
}

/* "low … high", or one of them where they read the same. */
static void set_both(const struct pmx_bench_view *view, const char *low, const char *high,
		     const char *unit, struct pmx_cell *cell)
{
	const char *dots = view->report->utf8 ? "\xe2\x80\xa6" : "..";
	char both[2 * PMX_AMOUNT_SIZE + 32];

	if (strcmp(low, high) != 0)
		snprintf(both, sizeof(both), "%s %s %s%s%s", low, dots, high, *unit ? " " : "",
			 unit);
	else
		snprintf(both, sizeof(both), "%s%s%s", low, *unit ? " " : "", unit);
	pmx_cell_set(cell, both);
}

static void set_counts(const struct pmx_bench_view *view, const struct pmx_summary *summary,
		       struct pmx_cell *cell)
{
	char low[PMX_AMOUNT_SIZE], high[PMX_AMOUNT_SIZE];
	struct pmx_bench_scale least, most;

	pmx_bench_scale_short(&least, PMX_BENCH_COUNT, summary->min, view->report->utf8);
	pmx_bench_scale_short(&most, PMX_BENCH_COUNT, summary->max, view->report->utf8);
	pmx_bench_scale_coarser(&least, summary->max - summary->min);
	pmx_bench_scale_coarser(&most, summary->max - summary->min);
	if (least.per == most.per)
		pmx_bench_number(low, &most, summary->min);
	else
		pmx_bench_scaled(low, &least, summary->min);
	pmx_bench_number(high, &most, summary->max);
	set_both(view, low, high, most.name, cell);
}

void pmx_bench_range(const struct pmx_bench_view *view, enum pmx_bench_unit unit,
		     const struct pmx_bench_scale *scale, const struct pmx_summary *summary,
		     struct pmx_cell *cell)
{
	char low[PMX_AMOUNT_SIZE], high[PMX_AMOUNT_SIZE];

	pmx_cell_set(cell, "");
	if (!pmx_bench_has_value(summary))
		return;
	if (unit == PMX_BENCH_COUNT) {
		set_counts(view, summary, cell);
		return;
	}
	pmx_bench_number(low, scale, summary->min);
	pmx_bench_number(high, scale, summary->max);
	set_both(view, low, high, "", cell);
}

void pmx_bench_metric_cell(const struct pmx_bench_view *view, size_t metric, size_t width,
			   struct pmx_cell *cell)
{
	const struct pmx_bench_metric *it = &view->bench->metrics[metric];

	pmx_bench_cut(cell, it->name, it->scaled ? width - 1 : width, view->report->utf8);
	if (!it->scaled || strlen(cell->text) + 1 >= sizeof(cell->text))
		return;
	memmove(cell->text + 1, cell->text, strlen(cell->text) + 1);
	cell->text[0] = PMX_TEXT_APART;
	cell->shown++;
}

/* --- where a metric is shown ------------------------------------------------------------------ */

/* What all that were compared have in common; in the table when there is no such thing. */
static enum pmx_bench_part common_part(const struct pmx_bench_view *view, size_t metric)
{
	static const enum pmx_bench_part parts[] = {
		[PMX_CHANGE_TOO_FEW] = PMX_BENCH_FEW, [PMX_CHANGE_LESS] = PMX_BENCH_BLOCK,
		[PMX_CHANGE_MORE] = PMX_BENCH_BLOCK,  [PMX_CHANGE_NONE] = PMX_BENCH_SAME,
		[PMX_CHANGE_NOISY] = PMX_BENCH_NOISY,
	};
	enum pmx_bench_part part = PMX_BENCH_ABSENT;

	for (size_t c = view->result->baseline ? 0 : 1; c < view->bench->command_count; c++) {
		const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, c, metric);
		enum pmx_bench_part own = cell->compared ? parts[cell->change] : PMX_BENCH_BLOCK;

		if (part != PMX_BENCH_ABSENT && part != own)
			return PMX_BENCH_BLOCK;
		part = own;
	}
	return part == PMX_BENCH_ABSENT ? PMX_BENCH_BLOCK : part;
}

enum pmx_bench_part pmx_bench_part_of(const struct pmx_bench_view *view, size_t metric)
{
	if (!pmx_bench_was_measured(view->result, view->bench->command_count, metric))
		return PMX_BENCH_ABSENT;
	if (!metric || view->report->verbose)
		return PMX_BENCH_BLOCK;
	return common_part(view, metric);
}

bool pmx_bench_is_alone(const struct pmx_bench_view *view)
{
	if (view->bench->command_count != 1)
		return false;
	for (size_t m = 0; m < view->bench->metric_count; m++)
		if (pmx_bench_cell(view->result, 0, m)->compared)
			return false;
	return true;
}

/* --- all of it ---------------------------------------------------------------------------- */

static bool has_short_names(const struct pmx_bench *bench)
{
	for (size_t c = 0; c < bench->command_count; c++) {
		struct pmx_cell cell;

		pmx_cell_set(&cell, bench->commands[c].name);
		if (cell.shown > SHORT_NAME)
			return false;
	}
	return bench->command_count > 1;
}

void pmx_bench_text(const struct pmx_bench_report *report, const struct pmx_bench_result *result)
{
	struct pmx_bench_view view = { .report = report, .result = result, .bench = result->bench };
	PMX_OUT(out, report->out);

	view.has_names = !result->baseline && has_short_names(result->bench);
	pmx_bench_put_head(&out, &view);
	if (pmx_bench_is_alone(&view)) {
		pmx_bench_put_alone(&out, &view);
	} else {
		pmx_bench_put_table(&out, &view);
		pmx_bench_put_rest(&out, &view);
	}
	pmx_bench_put_remarks(&out, &view);
	pmx_out_newline(&out);
}
