// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_gpu.c - records what the counted gpu_mem tracepoints report
 */
#include "stat_gpu.h"

#include <errno.h>
#include <string.h>

#define PREFIX "gpu_mem:"

/* Without tracepoints no format is asked for: that takes a library. */
static bool has_tracepoint(const struct pmx_events *events)
{
	for (size_t e = 0; e < events->count; e++)
		if (events->list[e].attr.type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

static bool has_prefix(const struct pmx_events *events)
{
	for (size_t e = 0; e < events->count; e++)
		if (!strncmp(events->list[e].name, PREFIX, strlen(PREFIX)))
			return true;
	return false;
}

static bool has_variant(const struct pmx_gpu_variant *variant, const struct pmx_events *events)
{
	for (size_t e = 0; e < events->count; e++)
		if (pmx_gpu_variant_has_event(variant, &events->list[e]))
			return true;
	return false;
}

/* Counters, for whose limit only they are counted, come on top of what is open for this. */
static void make_room(struct stat_gpu *gpu)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == limit.rlim_max)
		return;
	gpu->nofile = limit;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		gpu->nofile = (struct rlimit){ 0 };
}

void stat_gpu_open(struct stat_gpu *gpu, const struct pmx_events *events,
		   struct pmx_machine *machine)
{
	const struct pmx_gpu_options how = { .sources = PMX_GPU_ONLY_TRACEPOINT };
	struct pmx_gpu_variant variant;
	struct pmx_error why = { 0 };

	if (!has_tracepoint(events))
		return;
	if (pmx_gpu_variant_read(&variant, machine, &why)) {
		if (has_prefix(events))
			gpu->why = why;
	} else if (has_variant(&variant, events)) {
		pmx_gpu_monitor_new(&gpu->course.monitor, machine, &how, &gpu->why);
	}
	if (gpu->course.monitor)
		make_room(gpu);
}

/* What was recorded is of no use any more where a part of it is missing. */
static void give_up(struct stat_gpu *gpu, const struct pmx_error *why)
{
	gpu->why = *why;
	pmx_gpu_monitor_free(gpu->course.monitor);
	gpu->course = (struct gpu_course){ 0 };
}

void stat_gpu_start(struct stat_gpu *gpu, struct run *run, const struct pmx_target *target)
{
	struct pmx_error err = { 0 };

	if (gpu->course.monitor && gpu_course_start(&gpu->course, run, target, &err))
		give_up(gpu, &err);
}

void stat_gpu_drain(struct stat_gpu *gpu, bool all)
{
	if (gpu->course.monitor && !gpu_course_drain(&gpu->course, all))
		give_up(gpu, &gpu->course.failed);
}

int stat_gpu_fd(const struct stat_gpu *gpu)
{
	return gpu->course.monitor ? pmx_gpu_monitor_fd(gpu->course.monitor) : -1;
}

const struct pmx_gpu_report *stat_gpu_report(struct stat_gpu *gpu, bool is_last)
{
	const struct pmx_gpu_report *report;
	struct pmx_error err = { 0 };

	stat_gpu_drain(gpu, true);
	if (!gpu->course.monitor || !gpu->course.is_on)
		return NULL;
	if (is_last && pmx_gpu_monitor_finish(gpu->course.monitor, &err)) {
		give_up(gpu, &err);
		return NULL;
	}
	report = pmx_gpu_monitor_report(gpu->course.monitor, &err);
	if (!report)
		give_up(gpu, &err);
	return report;
}

void stat_gpu_next_interval(struct stat_gpu *gpu)
{
	if (gpu->course.monitor)
		pmx_gpu_monitor_next_interval(gpu->course.monitor);
}

void stat_gpu_close(struct stat_gpu *gpu)
{
	pmx_gpu_monitor_free(gpu->course.monitor);
	gpu->course = (struct gpu_course){ 0 };
	if (gpu->nofile.rlim_max)
		setrlimit(RLIMIT_NOFILE, &gpu->nofile);
}
