// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_screen.c - the rows of the live view: what each has now, how that changed, and a bar
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/bar.h"
#include "report/cut.h"
#include "report/gpu_live.h"
#include "report/gpu_screen.h"
#include "report/gpu_text.h"
#include "report/number.h"
#include "report/text_marks.h"
#include "report/words.h"

#define TO_END "\033[K"

enum { SIGN = 2, PID = 7, NAME = 15, BYTES = 9, MIN_BAR = 6, MAX_BAR = 60 };

void pmx_gpu_screen_end_line(struct pmx_gpu_screen *screen)
{
	pmx_out_text(screen->out, TO_END);
	pmx_out_newline(screen->out);
	screen->lines++;
}

/* --- columns ------------------------------------------------------------------------------ */

static bool shares(const struct pmx_gpu_report *report)
{
	struct pmx_gpu_block block = { 0 };
	struct pmx_gpu_item item;

	while (pmx_gpu_block_next(report, &block)) {
		for (size_t i = 0; i < block.count; i++) {
			pmx_gpu_block_item(&block, i, &item);
			if (pmx_gpu_has(item.imported) || pmx_gpu_has(item.shared))
				return true;
		}
	}
	return false;
}

/* The last column of the terminal is left alone. */
void pmx_gpu_screen_choose(struct pmx_gpu_screen *screen)
{
	size_t used = SIGN + PID + 1 + NAME + 1 + BYTES, room = screen->width - 1;

	screen->has_change = used + 1 + BYTES <= room;
	used += screen->has_change ? 1 + BYTES : 0;
	screen->has_peak = used + 1 + BYTES <= room;
	used += screen->has_peak ? 1 + BYTES : 0;
	screen->has_share = shares(screen->report) && used + 1 + BYTES <= room;
	used += screen->has_share ? 1 + BYTES : 0;
	screen->bar = used + 2 + MIN_BAR <= room ? room - used - 2 : 0;
	if (screen->bar > MAX_BAR)
		screen->bar = MAX_BAR;
}

static void put_right(struct pmx_gpu_screen *s, const char *text, bool is_there)
{
	if (!is_there)
		return;
	pmx_out_spaces(s->out, 1);
	pmx_out_right(s->out, text, strlen(text), BYTES);
}

/* What it has, and in dots what it had at its peak. */
static void put_bar(struct pmx_gpu_screen *s, const struct pmx_gpu_gauge *gauge, double most)
{
	bool utf8 = s->live->view.utf8;
	double peak = most > 0 ? fmin((double)gauge->peak / most, 1) * (double)s->bar : 0;
	size_t column;

	pmx_out_spaces(s->out, 2);
	column = pmx_bar(s->out, most > 0 ? (double)gauge->last / most : 0, s->bar, utf8);
	for (; column < (size_t)lround(peak); column++)
		pmx_out_text(s->out, utf8 ? "\xc2\xb7" : ".");
}

static void put_numbers(struct pmx_gpu_screen *s, const struct pmx_gpu_item *item, double most)
{
	char text[PMX_BYTES_SIZE];

	pmx_gpu_now(item->main, text);
	put_right(s, text, true);
	pmx_gpu_interval_change_text(s->report, item->main, text);
	put_right(s, text, s->has_change);
	snprintf(text, sizeof(text), "-");
	if (pmx_gpu_has(item->main))
		pmx_bytes_in(text, (double)item->main->peak, PMX_BYTES_MIB, false);
	put_right(s, text, s->has_peak);
	pmx_gpu_now(item->fd ? item->shared : item->imported, text);
	put_right(s, text, s->has_share);
	if (s->bar && pmx_gpu_has(item->main))
		put_bar(s, item->main, most);
}

static void put_item(struct pmx_gpu_screen *s, const struct pmx_gpu_item *item, double most)
{
	const struct pmx_gpu_view *view = &s->live->view;
	char sign = pmx_gpu_sign(item->marks), number[PMX_NUMBER_SIZE] = "";
	const char *mark = pmx_gpu_sign_mark(sign);
	const char text[] = { sign, '\0' };
	struct pmx_cell cell;

	pmx_gpu_mark(s->out, view, mark);
	pmx_out_left(s->out, sign == ' ' ? "" : text, sign != ' ', SIGN);
	if (!item->device)
		pmx_number_u64(number, item->pid, false);
	pmx_out_spaces(s->out, strlen(number) < PID ? PID - strlen(number) : 0);
	pmx_out_text(s->out, number);
	pmx_out_spaces(s->out, 1);
	pmx_cell_set(&cell, item->device ? "total" : *item->comm ? item->comm : "-");
	pmx_cell_cut(&cell, NAME, view->utf8);
	pmx_out_left(s->out, cell.text, cell.shown, NAME);
	put_numbers(s, item, most);
	pmx_gpu_mark(s->out, view, mark ? PMX_MARK_OFF : NULL);
	pmx_gpu_screen_end_line(s);
}

/* --- blocks ------------------------------------------------------------------------------- */

static void put_block_title(struct pmx_gpu_screen *s, const struct pmx_gpu_block *block)
{
	const struct pmx_gpu_view *view = &s->live->view;
	char name[PMX_GPU_BLOCK_NAME];
	struct pmx_words words = { 0 };
	struct pmx_cell cell;
	size_t lead = SIGN + PID + 1 + NAME;

	pmx_say(&words, " %s", pmx_gpu_block_name(block, name));
	pmx_cell_set(&cell, words.text);
	pmx_cell_cut(&cell, s->width - 1, view->utf8);
	pmx_gpu_mark(s->out, view, PMX_MARK_BOLD);
	pmx_out_left(s->out, cell.text, cell.shown, lead);
	pmx_gpu_mark(s->out, view, PMX_MARK_OFF);
	if (cell.shown <= lead) { /* else the columns of the block above are the same */
		pmx_gpu_mark(s->out, view, PMX_MARK_DIM);
		put_right(s, "now/MiB", true);
		put_right(s, "change", s->has_change);
		put_right(s, "peak", s->has_peak);
		put_right(s, block->device ? "imported" : "shared", s->has_share);
		pmx_gpu_mark(s->out, view, PMX_MARK_OFF);
	}
	pmx_gpu_screen_end_line(s);
}

/* Bars of a block have one scale: the highest peak of any of them. */
static double scale_of(const struct pmx_gpu_block *block)
{
	struct pmx_gpu_item item;
	double most = 0;

	for (size_t i = 0; i < block->count; i++) {
		pmx_gpu_block_item(block, i, &item);
		if (pmx_gpu_has(item.main) && (double)item.main->peak > most)
			most = (double)item.main->peak;
	}
	if (!block->device)
		return most;
	pmx_gpu_block_whole(block, &item);
	if (pmx_gpu_has(item.main) && (double)item.main->peak > most)
		most = (double)item.main->peak;
	return most;
}

/* Those of which there is something to see now. */
static bool is_shown(const struct pmx_gpu_screen *s, const struct pmx_gpu_item *item)
{
	if (s->live->view.only_target && !item->is_target)
		return false;
	return !pmx_gpu_is_over(s->report, item);
}

/* At most @rows lines of processes, the last of them for those that have none. */
static void put_processes(struct pmx_gpu_screen *s, const struct pmx_gpu_block *block, double most,
			  unsigned rows)
{
	struct pmx_gpu_item item;
	size_t count = 0, shown = 0;

	for (size_t i = 0; i < block->count; i++) {
		pmx_gpu_block_item(block, i, &item);
		count += is_shown(s, &item);
	}
	for (size_t i = 0; i < block->count && rows; i++) {
		pmx_gpu_block_item(block, i, &item);
		if (!is_shown(s, &item))
			continue;
		if (shown + 1 == rows && count > rows)
			break;
		put_item(s, &item, most);
		shown++;
	}
	if (shown == count || !rows)
		return;
	pmx_out_spaces(s->out, SIGN + PID + 1);
	pmx_out_text(s->out, "and ");
	pmx_out_u64(s->out, count - shown);
	pmx_out_text(s->out, " more");
	pmx_gpu_screen_end_line(s);
}

void pmx_gpu_screen_block(struct pmx_gpu_screen *screen, const struct pmx_gpu_block *block,
			  unsigned rows)
{
	double most = scale_of(block);
	struct pmx_gpu_item item;

	put_block_title(screen, block);
	if (block->device && rows) {
		pmx_gpu_block_whole(block, &item);
		put_item(screen, &item, most);
		rows--;
	}
	put_processes(screen, block, most, rows);
}
