/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_gpu.h - GPU memory beside counters: where gpu_mem tracepoints are among the events, what
 * they report is recorded, too
 */
#ifndef PMX_CMD_STAT_GPU_H
#define PMX_CMD_STAT_GPU_H

#include <sys/resource.h>

#include <perfmux/event.h>

#include "gpu_course.h"

/* Over all runs: values that are do not begin anew with each. All zero: there are none. */
struct stat_gpu {
	struct gpu_course course; /* without a monitor: nothing is recorded */
	struct rlimit nofile;	  /* as it was; all zero: as it is */
	struct pmx_error why;	  /* an event is a gpu_mem tracepoint, and cannot be recorded */
};

void stat_gpu_open(struct stat_gpu *gpu, const struct pmx_events *events,
		   struct pmx_machine *machine);

/* The points of a run. Nothing that goes wrong with values may cost the counts: it is in `why`. */
void stat_gpu_start(struct stat_gpu *gpu, struct run *run, const struct pmx_target *target);
void stat_gpu_drain(struct stat_gpu *gpu, bool all);

/* Readable when there is something to drain; -1: nothing is recorded, or any more. */
int stat_gpu_fd(const struct stat_gpu *gpu);

/*
 * What is known so far, or @is_last of all, valid until the next call of any kind; NULL: nothing.
 */
const struct pmx_gpu_report *stat_gpu_report(struct stat_gpu *gpu, bool is_last);

void stat_gpu_next_interval(struct stat_gpu *gpu);

void stat_gpu_close(struct stat_gpu *gpu);

#endif
