/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_screen.h - one drawing of the live view, line by line
 */
#ifndef PERFMUX_REPORT_GPU_SCREEN_H
#define PERFMUX_REPORT_GPU_SCREEN_H

#include <perfmux/report_gpu.h>

#include "report/gpu_items.h"
#include "report/out.h"

struct pmx_gpu_screen {
	const struct pmx_gpu_live *live;
	const struct pmx_gpu_report *report;
	struct pmx_out *out;
	size_t width;	      /* columns of the terminal */
	unsigned lines, most; /* so far; how many there may be */
	bool has_change, has_peak, has_share;
	size_t bar; /* columns of it; 0: none */
};

/* As many columns as fit. */
void pmx_gpu_screen_choose(struct pmx_gpu_screen *screen);

/* A title, and at most @rows lines below it. */
void pmx_gpu_screen_block(struct pmx_gpu_screen *screen, const struct pmx_gpu_block *block,
			  unsigned rows);

/* Clears what an earlier drawing left on the line, and goes on to the next. */
void pmx_gpu_screen_end_line(struct pmx_gpu_screen *screen);

#endif
