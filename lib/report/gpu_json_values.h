/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_json_values.h - values of GPU memory as members of JSON: null where nobody told them
 */
#ifndef PERFMUX_REPORT_GPU_JSON_VALUES_H
#define PERFMUX_REPORT_GPU_JSON_VALUES_H

#include "report/gpu_items.h"
#include "report/out.h"

/* The object that is written. */
struct pmx_gpu_object {
	struct pmx_out *out;
	const struct pmx_gpu_report *report;
	bool is_interval;
};

void pmx_gpu_put_u64(struct pmx_out *out, const char *key, uint64_t value, bool is_known);
void pmx_gpu_put_signed(struct pmx_out *out, const char *key, int64_t value);
/* ns since the start. */
void pmx_gpu_put_time(const struct pmx_gpu_object *o, const char *key, uint64_t time,
		      bool is_known);
/* The beginning of an array. */
void pmx_gpu_put_list(struct pmx_out *out, const char *key);

void pmx_gpu_put_gauge(const struct pmx_gpu_object *o, const char *key,
		       const struct pmx_gpu_gauge *gauge);
/* The course of an entry's value, "line"; nothing in an interval. */
void pmx_gpu_put_line(const struct pmx_gpu_object *o, const struct pmx_gpu_block *block,
		      const struct pmx_gpu_item *item);

#endif
