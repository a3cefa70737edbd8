/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * openmetrics.h - metrics written to a string, and results that have all there may be
 */
#ifndef TESTS_OPENMETRICS_H
#define TESTS_OPENMETRICS_H

#include <perfmux/report_openmetrics.h>

#include "gpu_reports.h"

static inline char *write_with(struct pmx_openmetrics *metrics, enum pmx_exposition format,
			       const struct pmx_result *result, const struct pmx_gpu_report *gpu)
{
	struct written written;
	struct pmx_error err;
	FILE *out = written_open(&written);

	assert_int_equal(pmx_openmetrics_write(metrics, out, format, result, gpu, &err), 0);
	return written_close(&written);
}

static inline char *write_once(enum pmx_exposition format, const struct pmx_result *result,
			       const struct pmx_gpu_report *gpu)
{
	struct pmx_openmetrics metrics = { .version = "1.2.3", .started = 1e9, .has_bounds = true };
	char *text = write_with(&metrics, format, result, gpu);

	pmx_openmetrics_free(&metrics);
	return text;
}

static inline void expect(const char *text, const char *line)
{
	size_t length = strlen(line);

	for (const char *at = text; (at = strstr(at, line)); at += length)
		if ((at == text || at[-1] == '\n') && at[length] == '\n')
			return;
	fail_msg("no line '%s' in:\n%s", line, text);
}

static inline void refuse(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' is in:\n%s", part, text);
}

/* An event in a unit of its own. */
static inline struct pmx_row *add_unit(struct made *made, const char *unit, double value)
{
	struct pmx_row *row = made_count(made, unit, PERF_TYPE_RAW, 9, 10, 1000, 1000);
	struct pmx_event *event = &made->events[made->result.count - 1];

	event->unit = (char *)(uintptr_t)unit;
	event->scale = value / 10;
	row->count.value = value;
	return row;
}

/* All that there may be of events. */
static inline struct made *case_everything(void)
{
	struct made *made = case_values();

	made_clock(made, 1500000000);
	add_unit(made, "MiB", 2);
	add_unit(made, "furlongs", 2.5);
	add_unit(made, "C", 40);
	made->events[made->result.count - 1].gauge = true;
	made->result.has_rusage = true;
	made->result.user_ns = 250000000;
	return made;
}

static inline struct gpu_made *gpu_everything(void)
{
	struct gpu_made *gpu = gpu_new(1000);
	struct pmx_gpu_device *device = gpu_device(gpu, 7);
	struct pmx_gpu_row *row;

	gpu_course(gpu, &device->total, &device->line, STEPS({ 0, 900 }, { 10, 800 }));
	gpu_imports(gpu, &device->imported, &device->line, STEPS({ 0, 100 }));
	row = gpu_process(gpu, 42, "a\"b", STEPS({ 0, 500 }, { 5, 400 }));
	gpu_imports(gpu, &row->imported, &row->line, STEPS({ 0, 100 }));
	row->has_private = true;
	row->private_bytes = 300;
	gpu_process(gpu, 43, "gone", STEPS({ 0, 500 }, { 5, 0 }))->marks |= PMX_GPU_ENDED;
	gpu_process(gpu, 42, "a\"b", STEPS({ 0, 5 }))->generation = 1;
	return gpu;
}

#endif
