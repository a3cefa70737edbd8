/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * line.h - the course of a gauge in a bounded number of points
 */
#ifndef PERFMUX_GPU_LINE_H
#define PERFMUX_GPU_LINE_H

#include <perfmux/gpu.h>

/* What all lines of one kind share. */
struct line_budget {
	size_t lines;
	size_t points; /* all lines together */
};

struct line {
	struct pmx_gpu_point *points;
	uint32_t count, room;
	uint64_t width; /* 0: no point yet */
	uint64_t upto;
};

/* How many points each line may have, for all to stay within PMX_GPU_LINE_POINTS. */
size_t gpu_line_share(const struct line_budget *budget);

/*
 * The value is @value from @time on, @imported of it if that is not PMX_GPU_UNKNOWN. What is older
 * than the last point is not drawn. A point for which there is no memory is left out.
 */
void gpu_line_add(struct line *line, struct line_budget *budget, uint64_t time, uint64_t value,
		  uint64_t imported);

/* Gives up all points beyond @share, and the memory for them. */
void gpu_line_shrink(struct line *line, struct line_budget *budget, size_t share);

struct pmx_gpu_line gpu_line_read(const struct line *line);

void gpu_line_free(struct line *line, struct line_budget *budget);

#endif
