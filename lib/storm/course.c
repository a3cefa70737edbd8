// SPDX-License-Identifier: GPL-2.0-only
/*
 * course.c - one program run, step by step, and judged
 */
#include "storm/course.h"

static bool step(struct storm_course *course, const struct storm_op *op)
{
	bool right;

	storm_predict(&course->model, op, &course->expect);
	if (course->expect.skip)
		return true;
	storm_world_do(course->world, op, &course->expect, &course->answer);
	course->operations++;
	right = storm_judge(&course->model, op, &course->expect, &course->answer, &course->breach);
	if (course->told)
		course->told(course->ctx, course, op);
	if (right) {
		kit_check(course->world->kit, true);
		storm_apply(&course->model, op, &course->expect, &course->answer);
	}
	return right;
}

size_t storm_course_run(struct storm_course *course, const struct storm_op *program, size_t count)
{
	size_t failed = 0;

	course->breach.invariant = NULL;
	storm_world_clear(course->world);
	storm_model_start(&course->model, course->world->scene);
	for (size_t i = 0; i < count && !failed; i++)
		if (!step(course, &program[i]))
			failed = i + 1;
	storm_world_clear(course->world);
	return failed;
}
