/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_course.h - GPU memory during a run: the monitor at the points where a run calls
 *
 * Whoever has a run calls these from its hooks, and gpu_course_settle() after it. What fails while
 * the run goes on ends it, and is in `failed`.
 */
#ifndef PMX_CMD_GPU_COURSE_H
#define PMX_CMD_GPU_COURSE_H

#include <stdbool.h>

#include <perfmux/gpu.h>

#include "run.h"

struct gpu_course {
	struct pmx_gpu_monitor *monitor; /* the caller's */
	struct pmx_error failed;	 /* code 0: nothing has */
	bool is_on;			 /* recording has begun */
	bool is_over;			 /* and has ended */
};

/*
 * `started`: @target is followed, a command by the pid that it has now; and recording begins,
 * unless an earlier run has begun it.
 */
int gpu_course_start(struct gpu_course *course, struct run *run, const struct pmx_target *target,
		     struct pmx_error *err);

/* Takes in what is due, or with @all everything so far. False: that failed. */
bool gpu_course_drain(struct gpu_course *course, bool all);

/* `ended`: with a command that goes on nothing more is taken in. */
void gpu_course_end(struct gpu_course *course, struct run *run);

/*
 * After the run: waits until it is clear whether what has ended has left memory behind, or a signal
 * says that it is enough; then recording ends.
 */
void gpu_course_settle(struct gpu_course *course, struct run *run);

#endif
