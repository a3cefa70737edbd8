/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_json.h - a report of GPU memory as an object of JSON
 */
#ifndef PERFMUX_REPORT_GPU_JSON_H
#define PERFMUX_REPORT_GPU_JSON_H

#include <stdbool.h>

#include <perfmux/gpu.h>

#include "report/out.h"

/*
 * @is_interval: without the courses of values, without what had ended with nothing before the
 * interval, and without the books of the records, which are not closed yet.
 */
void pmx_gpu_json_put(struct pmx_out *out, const struct pmx_gpu_report *report, bool is_interval);

#endif
