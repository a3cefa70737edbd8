/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_items.h - a report of GPU memory as entries that are alike, whichever source they are from
 *
 * A block is what may be compared: a GPU with its processes, or one device's region by fdinfo.
 * Blocks come in the report's order, tracepoints first. All of it points into the report.
 */
#ifndef PERFMUX_REPORT_GPU_ITEMS_H
#define PERFMUX_REPORT_GPU_ITEMS_H

#include <stdbool.h>

#include <perfmux/gpu.h>

/* Which value a block is about: the total, or what there is where nobody in it tells one. */
enum pmx_gpu_main { PMX_GPU_MAIN_TOTAL, PMX_GPU_MAIN_IMPORTED, PMX_GPU_MAIN_RESIDENT };

/* "total", "imported", "resident". */
const char *pmx_gpu_main_name(enum pmx_gpu_main main);

struct pmx_gpu_block {
	const struct pmx_gpu_device *device; /* NULL: by fdinfo */
	const struct pmx_gpu_row *rows;
	const struct pmx_gpu_fd_row *fd_rows;
	size_t count; /* of one of these */
	enum pmx_gpu_main main;
};

/*
 * A GPU as a whole, or a process in a block. Gauges are NULL where the source has no such thing,
 * and without updates where it has, but nobody told the value.
 */
struct pmx_gpu_item {
	const struct pmx_gpu_device *device; /* the GPU as a whole; */
	const struct pmx_gpu_row *row;	     /* or a process; */
	const struct pmx_gpu_fd_row *fd;     /* or a process by fdinfo */
	const struct pmx_gpu_gauge *total, *imported, *shared, *resident;
	const struct pmx_gpu_gauge *main; /* that of them which the block is about */
	const struct pmx_gpu_line *line;  /* of main; NULL: there is none */
	uint64_t pid;
	char comm[17];
	unsigned marks;
	bool is_target;
	bool has_private;
	uint64_t private_bytes;
	uint64_t ended_at;
};

enum pmx_gpu_source pmx_gpu_block_source(const struct pmx_gpu_block *block);

/* The first block for one that is all zero, then the next; false when there is no more. */
bool pmx_gpu_block_next(const struct pmx_gpu_report *report, struct pmx_gpu_block *block);

/* "GPU 0", "0000:03:00.0 amdgpu vram"; bytes as they are. Returns @buf. */
enum { PMX_GPU_BLOCK_NAME = 192 };
const char *pmx_gpu_block_name(const struct pmx_gpu_block *block, char buf[PMX_GPU_BLOCK_NAME]);

/* The GPU of a block that has one, as a whole; process @i of a block. */
void pmx_gpu_block_whole(const struct pmx_gpu_block *block, struct pmx_gpu_item *item);
void pmx_gpu_block_item(const struct pmx_gpu_block *block, size_t i, struct pmx_gpu_item *item);

/* Is its last known value there? */
static inline bool pmx_gpu_has(const struct pmx_gpu_gauge *gauge)
{
	return gauge && gauge->updates;
}

/* The names of all marks, with spaces between them. Returns @buf. */
enum { PMX_GPU_MARKS = 160 };
const char *pmx_gpu_marks(unsigned marks, char buf[PMX_GPU_MARKS]);

/* last - first of the interval, clipped. */
int64_t pmx_gpu_interval_change(const struct pmx_gpu_gauge *gauge);

/* Updates in the interval, of all its gauges: the most of any. */
uint64_t pmx_gpu_interval_updates(const struct pmx_gpu_item *item);

/* Had it ended with nothing before the interval, so that there is nothing more to say of it? */
bool pmx_gpu_is_over(const struct pmx_gpu_report *report, const struct pmx_gpu_item *item);

/* ns since the start; what was before it, at it. */
uint64_t pmx_gpu_since(const struct pmx_gpu_report *report, uint64_t time);

#endif
