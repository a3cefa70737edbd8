/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * openmetrics_gpu.h - the families of GPU memory
 */
#ifndef PERFMUX_REPORT_OPENMETRICS_GPU_H
#define PERFMUX_REPORT_OPENMETRICS_GPU_H

#include "report/openmetrics_put.h"

void pmx_openmetrics_gpu(struct pmx_exposer *to, const struct pmx_gpu_report *report);

#endif
