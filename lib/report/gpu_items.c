// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_items.c - a report of GPU memory as entries that are alike, whichever source they are from
 */
#include <stdio.h>
#include <string.h>

#include "report/gpu_items.h"

const char *pmx_gpu_main_name(enum pmx_gpu_main main)
{
	static const char *const names[] = {
		[PMX_GPU_MAIN_TOTAL] = "total",
		[PMX_GPU_MAIN_IMPORTED] = "imported",
		[PMX_GPU_MAIN_RESIDENT] = "resident",
	};

	return names[main];
}

enum pmx_gpu_source pmx_gpu_block_source(const struct pmx_gpu_block *block)
{
	return block->device ? PMX_GPU_TRACEPOINT : PMX_GPU_FDINFO;
}

/* --- blocks ------------------------------------------------------------------------------- */

static enum pmx_gpu_main main_of_device(const struct pmx_gpu_block *block)
{
	bool has_imported = pmx_gpu_has(&block->device->imported);

	if (pmx_gpu_has(&block->device->total))
		return PMX_GPU_MAIN_TOTAL;
	for (size_t i = 0; i < block->count; i++) {
		if (pmx_gpu_has(&block->rows[i].total))
			return PMX_GPU_MAIN_TOTAL;
		has_imported |= pmx_gpu_has(&block->rows[i].imported);
	}
	return has_imported ? PMX_GPU_MAIN_IMPORTED : PMX_GPU_MAIN_TOTAL;
}

static enum pmx_gpu_main main_of_fd(const struct pmx_gpu_block *block)
{
	bool has_resident = false;

	for (size_t i = 0; i < block->count; i++) {
		if (pmx_gpu_has(&block->fd_rows[i].total))
			return PMX_GPU_MAIN_TOTAL;
		has_resident |= pmx_gpu_has(&block->fd_rows[i].resident);
	}
	return has_resident ? PMX_GPU_MAIN_RESIDENT : PMX_GPU_MAIN_TOTAL;
}

static bool take_device(const struct pmx_gpu_report *report, struct pmx_gpu_block *block,
			size_t gpu)
{
	const struct pmx_gpu_device *device = &report->gpus[gpu];

	*block = (struct pmx_gpu_block){
		.device = device,
		.rows = report->rows + device->first_row,
		.count = device->row_count,
	};
	block->main = main_of_device(block);
	return true;
}

static bool is_same_region(const struct pmx_gpu_fd_row *a, const struct pmx_gpu_fd_row *b)
{
	return !strcmp(a->device, b->device) && !strcmp(a->driver, b->driver) &&
	       !strcmp(a->region, b->region);
}

static bool take_region(const struct pmx_gpu_report *report, struct pmx_gpu_block *block,
			size_t first)
{
	size_t end = first;

	if (first >= report->fd_row_count)
		return false;
	while (end < report->fd_row_count &&
	       is_same_region(&report->fd_rows[first], &report->fd_rows[end]))
		end++;
	*block = (struct pmx_gpu_block){ .fd_rows = &report->fd_rows[first], .count = end - first };
	block->main = main_of_fd(block);
	return true;
}

bool pmx_gpu_block_next(const struct pmx_gpu_report *report, struct pmx_gpu_block *block)
{
	size_t gpu = block->device ? (size_t)(block->device - report->gpus) + 1 : 0;

	if (!block->fd_rows && gpu < report->gpu_count)
		return take_device(report, block, gpu);
	if (!block->fd_rows)
		return take_region(report, block, 0);
	return take_region(report, block,
			   (size_t)(block->fd_rows - report->fd_rows) + block->count);
}

const char *pmx_gpu_block_name(const struct pmx_gpu_block *block, char buf[PMX_GPU_BLOCK_NAME])
{
	const struct pmx_gpu_fd_row *fd = block->fd_rows;

	if (block->device)
		snprintf(buf, PMX_GPU_BLOCK_NAME, "GPU %llu",
			 (unsigned long long)block->device->gpu);
	else if (!strcmp(fd->device, fd->driver)) /* the driver does not tell its devices apart */
		snprintf(buf, PMX_GPU_BLOCK_NAME, "%.64s %.64s", fd->driver, fd->region);
	else
		snprintf(buf, PMX_GPU_BLOCK_NAME, "%.64s %.40s %.64s", fd->device, fd->driver,
			 fd->region);
	return buf;
}

/* --- items -------------------------------------------------------------------------------- */

static void choose_main(struct pmx_gpu_item *item, enum pmx_gpu_main main,
			const struct pmx_gpu_line *line)
{
	item->main = main == PMX_GPU_MAIN_TOTAL	   ? item->total :
		     main == PMX_GPU_MAIN_IMPORTED ? item->imported :
						     item->resident;
	if (pmx_gpu_has(item->main) && line->count)
		item->line = line;
}

void pmx_gpu_block_whole(const struct pmx_gpu_block *block, struct pmx_gpu_item *item)
{
	const struct pmx_gpu_device *device = block->device;

	*item = (struct pmx_gpu_item){
		.device = device,
		.total = &device->total,
		.imported = &device->imported,
		.has_private = device->total.updates && device->imported.updates &&
			       device->imported.last <= device->total.last,
	};
	if (item->has_private)
		item->private_bytes = device->total.last - device->imported.last;
	choose_main(item, block->main, &device->line);
}

static void take_row(const struct pmx_gpu_block *block, const struct pmx_gpu_row *row,
		     struct pmx_gpu_item *item)
{
	*item = (struct pmx_gpu_item){
		.row = row,
		.total = &row->total,
		.imported = &row->imported,
		.pid = row->pid,
		.marks = row->marks,
		.is_target = row->is_target,
		.has_private = row->has_private,
		.private_bytes = row->private_bytes,
		.ended_at = row->ended_at,
	};
	memcpy(item->comm, row->comm, sizeof(row->comm));
	choose_main(item, block->main, &row->line);
}

static void take_fd(const struct pmx_gpu_block *block, const struct pmx_gpu_fd_row *fd,
		    struct pmx_gpu_item *item)
{
	*item = (struct pmx_gpu_item){
		.fd = fd,
		.total = &fd->total,
		.shared = &fd->shared,
		.resident = &fd->resident,
		.pid = fd->pid > 0 ? (uint64_t)fd->pid : 0,
		.marks = fd->marks,
		.is_target = fd->is_target,
	};
	memcpy(item->comm, fd->comm, sizeof(fd->comm));
	choose_main(item, block->main, &fd->line);
}

void pmx_gpu_block_item(const struct pmx_gpu_block *block, size_t i, struct pmx_gpu_item *item)
{
	if (block->device)
		take_row(block, &block->rows[i], item);
	else
		take_fd(block, &block->fd_rows[i], item);
}

const char *pmx_gpu_marks(unsigned marks, char buf[PMX_GPU_MARKS])
{
	size_t used = 0;

	buf[0] = '\0';
	for (unsigned mark = 1; mark && mark <= marks; mark <<= 1) {
		const char *name = pmx_gpu_mark_name((enum pmx_gpu_mark)mark);

		if ((marks & mark) && name && used < PMX_GPU_MARKS)
			used += (size_t)snprintf(buf + used, PMX_GPU_MARKS - used, "%s%s",
						 used ? " " : "", name);
	}
	return buf;
}

/* --- of an interval ----------------------------------------------------------------------- */

int64_t pmx_gpu_interval_change(const struct pmx_gpu_gauge *gauge)
{
	uint64_t a = gauge->last, b = gauge->interval.first, size = a > b ? a - b : b - a;
	int64_t clipped = size > INT64_MAX ? INT64_MAX : (int64_t)size;

	return a >= b ? clipped : -clipped;
}

uint64_t pmx_gpu_interval_updates(const struct pmx_gpu_item *item)
{
	const struct pmx_gpu_gauge *gauges[] = { item->total, item->imported, item->shared,
						 item->resident };
	uint64_t most = 0;

	for (size_t i = 0; i < sizeof(gauges) / sizeof(gauges[0]); i++)
		if (gauges[i] && gauges[i]->interval.updates > most)
			most = gauges[i]->interval.updates;
	return most;
}

bool pmx_gpu_is_over(const struct pmx_gpu_report *report, const struct pmx_gpu_item *item)
{
	bool has_nothing = (item->marks & PMX_GPU_GONE) && (item->marks & PMX_GPU_ENDED);

	return has_nothing && !pmx_gpu_interval_updates(item) &&
	       item->ended_at < report->interval_at;
}

uint64_t pmx_gpu_since(const struct pmx_gpu_report *report, uint64_t time)
{
	return time > report->start ? time - report->start : 0;
}
