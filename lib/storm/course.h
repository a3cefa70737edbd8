/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * course.h - one program run, step by step, and judged
 */
#ifndef PERFMUX_STORM_COURSE_H
#define PERFMUX_STORM_COURSE_H

#include "storm/world.h"

struct storm_course {
	struct storm_world *world;
	struct storm_model model;
	struct storm_expect expect; /* of the last operation */
	struct storm_answer answer;
	uint64_t operations;	  /* done so far, in all programs */
	struct pmx_breach breach; /* of the last run; its invariant is NULL when all was right */

	/*
	 * Told of each operation that is run, once it is judged and before the model goes on; or
	 * NULL.
	 */
	void (*told)(void *ctx, const struct storm_course *course, const struct storm_op *op);
	void *ctx;
};

/*
 * Runs @program from nothing to nothing: 0 when every answer was right, else the number of
 * operations up to the first whose answer was not, and course->breach says how.
 */
size_t storm_course_run(struct storm_course *course, const struct storm_op *program, size_t count);

#endif
