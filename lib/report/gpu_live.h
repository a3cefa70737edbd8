/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_live.h - what is written of an interval: lines, or a screen that is drawn over the last one
 */
#ifndef PERFMUX_REPORT_GPU_LIVE_H
#define PERFMUX_REPORT_GPU_LIVE_H

#include <perfmux/report_gpu.h>

#include "report/bytes.h"
#include "report/gpu_items.h"
#include "report/out.h"

/* The columns of both that need care: "-" where there is none, "new" before there was a first. */
void pmx_gpu_now(const struct pmx_gpu_gauge *gauge, char buf[PMX_BYTES_SIZE]);
void pmx_gpu_interval_change_text(const struct pmx_gpu_report *report,
				  const struct pmx_gpu_gauge *gauge, char buf[PMX_BYTES_SIZE]);

void pmx_gpu_put_line_titles(struct pmx_out *out);
void pmx_gpu_put_lines(struct pmx_out *out, const struct pmx_gpu_view *view,
		       const struct pmx_gpu_report *report);

#endif
