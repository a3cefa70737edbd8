/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - the state as writers see it
 */
#ifndef PERFMUX_GPU_REPORT_H
#define PERFMUX_GPU_REPORT_H

#include "gpu/state.h"

/*
 * Fills what a report has from the tracepoints' side, as of @now; its arrays are made or made
 * anew. 0 or -ENOMEM.
 */
int gpu_report_fill(struct pmx_gpu_report *report, struct state *state, uint64_t now);
void gpu_report_free(struct pmx_gpu_report *report); /* the arrays */

#endif
