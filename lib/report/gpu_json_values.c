// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu_json_values.c - values of GPU memory as members of JSON
 */
#include <math.h>

#include "report/gpu_json_values.h"
#include "report/json_put.h"

void pmx_gpu_put_u64(struct pmx_out *out, const char *key, uint64_t value, bool is_known)
{
	if (is_known)
		pmx_json_u64(out, key, value);
	else
		pmx_json_string(out, key, NULL);
}

void pmx_gpu_put_signed(struct pmx_out *out, const char *key, int64_t value)
{
	pmx_json_key(out, key);
	if (value < 0)
		pmx_out_text(out, "-");
	pmx_out_u64(out, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void pmx_gpu_put_time(const struct pmx_gpu_object *o, const char *key, uint64_t time, bool is_known)
{
	pmx_gpu_put_u64(o->out, key, pmx_gpu_since(o->report, time), is_known);
}

void pmx_gpu_put_list(struct pmx_out *out, const char *key)
{
	pmx_json_key(out, key);
	pmx_out_text(out, "[");
}

void pmx_gpu_put_gauge(const struct pmx_gpu_object *o, const char *key,
		       const struct pmx_gpu_gauge *gauge)
{
	struct pmx_out *out = o->out;

	if (!pmx_gpu_has(gauge)) {
		pmx_json_string(out, key, NULL);
		return;
	}
	pmx_json_key(out, key);
	pmx_out_text(out, "{\"source\":");
	pmx_quote_json(out, pmx_gpu_source_name(gauge->source));
	pmx_json_u64(out, "last", gauge->last);
	pmx_json_u64(out, "peak", gauge->peak);
	pmx_gpu_put_time(o, "peak_at_ns", gauge->peak_at, true);
	pmx_json_u64(out, "minimum", gauge->minimum);
	pmx_json_double(out, "mean", gauge->mean);
	pmx_json_u64(out, "first", gauge->first);
	pmx_gpu_put_time(o, "first_at_ns", gauge->first_at, true);
	pmx_gpu_put_time(o, "last_at_ns", gauge->last_at, true);
	pmx_gpu_put_signed(out, "change", gauge->change);
	pmx_json_u64(out, "updates", gauge->updates);
	pmx_json_key(out, "interval");
	pmx_out_text(out, "{\"updates\":");
	pmx_number_json(out, gauge->interval.updates);
	pmx_gpu_put_signed(out, "change", pmx_gpu_interval_change(gauge));
	pmx_json_u64(out, "peak", gauge->interval.peak);
	pmx_json_u64(out, "minimum", gauge->interval.minimum);
	pmx_out_text(out, "}}");
}

/* [at, last, peak, mean until the next one, imported] */
static void put_point(const struct pmx_gpu_object *o, const struct pmx_gpu_line *line, size_t i)
{
	const struct pmx_gpu_point *point = &line->points[i];
	uint64_t end = i + 1 < line->count ? line->points[i + 1].at : line->upto;
	struct pmx_out *out = o->out;

	pmx_out_text(out, i ? ",[" : "[");
	pmx_number_json(out, pmx_gpu_since(o->report, point->at));
	pmx_out_text(out, ",");
	pmx_number_json(out, point->last);
	pmx_out_text(out, ",");
	pmx_number_json(out, point->peak);
	pmx_out_text(out, ",");
	if (end > point->at && isfinite(point->area))
		pmx_out_double(out, point->area / (double)(end - point->at));
	else
		pmx_out_text(out, "null");
	pmx_out_text(out, ",");
	if (point->imported != PMX_GPU_UNKNOWN)
		pmx_number_json(out, point->imported);
	else
		pmx_out_text(out, "null");
	pmx_out_text(out, "]");
}

void pmx_gpu_put_line(const struct pmx_gpu_object *o, const struct pmx_gpu_block *block,
		      const struct pmx_gpu_item *item)
{
	if (o->is_interval)
		return;
	if (!item->line) {
		pmx_json_string(o->out, "line", NULL);
		return;
	}
	pmx_json_key(o->out, "line");
	pmx_out_text(o->out, "{\"of\":");
	pmx_quote_json(o->out, pmx_gpu_main_name(block->main));
	pmx_json_u64(o->out, "width_ns", item->line->width);
	pmx_gpu_put_time(o, "until_ns", item->line->upto, true);
	pmx_gpu_put_list(o->out, "points");
	for (size_t i = 0; i < item->line->count; i++)
		put_point(o, item->line, i);
	pmx_out_text(o->out, "]}");
}
