/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * program.h - a program of operations, written as a list and as a C program
 */
#ifndef PERFMUX_STORM_PROGRAM_H
#define PERFMUX_STORM_PROGRAM_H

#include <stdio.h>

#include "storm/course.h"

/*
 * Runs @program once more and writes it to @out: as a list with what was answered, inside a comment
 * whose first line is @title, and behind it a C program that does the same, needs nothing but the C
 * library, and exits with 1 where an answer is not one of those predicted. Returns as
 * storm_course_run(); 0, too, when there is no memory.
 */
size_t storm_program_write(FILE *out, struct storm_course *course, const char *title,
			   const struct storm_op *program, size_t count);

#endif
