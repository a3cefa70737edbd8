// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_lines.c - what changed in an interval, a line an entry, for files, pipes and dull terminals
 *
 * Columns have the same width in all intervals, whatever comes, so that lines stay below one
 * another, within a screen; what does not fit stands out.
 */
#include <stdio.h>
#include <string.h>

#include "report/bytes.h"
#include "report/gpu_live.h"
#include "report/number.h"
#include "report/text_layout.h"
#include "report/wrap.h"

enum { TIME = 8, PID = 7, NAME = 15, NOW = 7, CHANGE = 8, PEAK = 7, IMPORTED = 8, UPDATES = 7 };

void pmx_gpu_now(const struct pmx_gpu_gauge *gauge, char buf[PMX_BYTES_SIZE])
{
	if (pmx_gpu_has(gauge))
		pmx_bytes_in(buf, (double)gauge->last, PMX_BYTES_MIB, false);
	else
		snprintf(buf, PMX_BYTES_SIZE, "-");
}

void pmx_gpu_interval_change_text(const struct pmx_gpu_report *report,
				  const struct pmx_gpu_gauge *gauge, char buf[PMX_BYTES_SIZE])
{
	if (!pmx_gpu_has(gauge))
		snprintf(buf, PMX_BYTES_SIZE, "-");
	else if (gauge->updates == gauge->interval.updates &&
		 gauge->first_at >= report->interval_at)
		snprintf(buf, PMX_BYTES_SIZE, "new");
	else
		pmx_bytes_change(buf, pmx_gpu_interval_change(gauge), PMX_BYTES_MIB, false);
}

static void put_right(struct pmx_out *out, const char *text, size_t width)
{
	struct pmx_cell cell;

	pmx_cell_set(&cell, text);
	pmx_out_spaces(out, 1);
	pmx_out_right(out, cell.text, cell.shown, width);
}

/* Seconds with three digits: intervals are no shorter. */
static void put_time(struct pmx_out *out, const struct pmx_gpu_report *report)
{
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_number_fixed(number, (double)pmx_gpu_since(report, report->now) / 1e9,
					 3, false);

	pmx_out_right(out, number, length, TIME);
}

static void put_pid(struct pmx_out *out, const struct pmx_gpu_report *report,
		    const struct pmx_gpu_item *item)
{
	char number[PMX_NUMBER_SIZE];

	put_time(out, report);
	pmx_number_u64(number, item->pid, false);
	put_right(out, item->device ? "-" : number, PID);
	pmx_out_spaces(out, 1);
}

/*
 * What there is to say of an entry besides numbers; that it has nothing is seen. In a line of its
 * own where this one, which goes on at @column, has no room.
 */
static void put_marks(struct pmx_out *out, const struct pmx_gpu_report *report,
		      const struct pmx_gpu_item *item, size_t column)
{
	char text[PMX_GPU_MARKS];

	pmx_gpu_marks(item->marks & ~(unsigned)PMX_GPU_GONE, text);
	if (*text && column + 2 + strlen(text) > PMX_SCREEN) {
		pmx_out_newline(out);
		put_pid(out, report, item);
	} else {
		pmx_out_spaces(out, 2);
	}
	pmx_out_text(out, text);
}

/* Returns the columns of numbers. */
static size_t put_numbers(struct pmx_out *out, const struct pmx_gpu_report *report,
			  const struct pmx_gpu_item *item)
{
	char number[PMX_NUMBER_SIZE];

	pmx_gpu_now(item->main, number);
	put_right(out, number, NOW);
	pmx_gpu_interval_change_text(report, item->main, number);
	put_right(out, number, CHANGE);
	snprintf(number, sizeof(number), "-");
	if (pmx_gpu_has(item->main))
		pmx_bytes_in(number, (double)item->main->interval.peak, PMX_BYTES_MIB, false);
	put_right(out, number, PEAK);
	pmx_gpu_now(item->fd ? item->shared : item->imported, number);
	put_right(out, number, IMPORTED);
	pmx_number_u64(number, pmx_gpu_interval_updates(item), false);
	put_right(out, number, UPDATES);
	return NOW + CHANGE + PEAK + IMPORTED + UPDATES + 5;
}

static void put_entry(struct pmx_out *out, const struct pmx_gpu_report *report,
		      const struct pmx_gpu_block *block, const struct pmx_gpu_item *item)
{
	char name[PMX_GPU_BLOCK_NAME];
	size_t column = TIME + 1 + PID + 1 + NAME;
	struct pmx_cell cell;

	put_pid(out, report, item);
	pmx_cell_set(&cell, item->device ? "total" : *item->comm ? item->comm : "-");
	pmx_out_left(out, cell.text, cell.shown, NAME);
	column += put_numbers(out, report, item);
	pmx_cell_set(&cell, pmx_gpu_block_name(block, name));
	pmx_out_spaces(out, 1);
	pmx_out_text(out, cell.text);
	put_marks(out, report, item, column + 1 + cell.shown);
	pmx_out_newline(out);
}

void pmx_gpu_put_line_titles(struct pmx_out *out)
{
	pmx_out_text(out, "# time/s");
	put_right(out, "pid", PID);
	pmx_out_spaces(out, 1);
	pmx_out_left(out, "name", 4, NAME);
	put_right(out, "now/MiB", NOW);
	put_right(out, "change", CHANGE);
	put_right(out, "peak", PEAK);
	put_right(out, "imported", IMPORTED);
	put_right(out, "updates", UPDATES);
	pmx_out_newline(out);
}

static bool is_news(const struct pmx_gpu_view *view, const struct pmx_gpu_report *report,
		    const struct pmx_gpu_item *item)
{
	if (view->only_target && !item->device && !item->is_target)
		return false;
	return pmx_gpu_interval_updates(item) ||
	       (item->ended_at && item->ended_at >= report->interval_at);
}

static size_t put_block(struct pmx_out *out, const struct pmx_gpu_view *view,
			const struct pmx_gpu_report *report, const struct pmx_gpu_block *block)
{
	struct pmx_gpu_item item;
	size_t count = 0;

	if (block->device) {
		pmx_gpu_block_whole(block, &item);
		if (is_news(view, report, &item)) {
			put_entry(out, report, block, &item);
			count++;
		}
	}
	for (size_t i = 0; i < block->count; i++) {
		pmx_gpu_block_item(block, i, &item);
		if (!is_news(view, report, &item))
			continue;
		put_entry(out, report, block, &item);
		count++;
	}
	return count;
}

static void put_remark(struct pmx_out *out, const struct pmx_gpu_report *report, const char *text)
{
	put_time(out, report);
	pmx_out_spaces(out, 2);
	pmx_out_text(out, text);
	pmx_out_newline(out);
}

void pmx_gpu_put_lines(struct pmx_out *out, const struct pmx_gpu_view *view,
		       const struct pmx_gpu_report *report)
{
	struct pmx_gpu_block block = { 0 };
	size_t count = 0;
	char text[64];

	while (pmx_gpu_block_next(report, &block))
		count += put_block(out, view, report, &block);
	if (!count)
		put_remark(out, report, "no updates");
	if (!report->lost || report->lost_at < report->interval_at)
		return;
	snprintf(text, sizeof(text), "records lost so far: %llu", (unsigned long long)report->lost);
	put_remark(out, report, text);
}
