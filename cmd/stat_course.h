/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_course.h - one run on its way: what its start, its loop and its results share
 */
#ifndef PMX_CMD_STAT_COURSE_H
#define PMX_CMD_STAT_COURSE_H

#include <stdint.h>
#include <time.h>

#include "stat_run.h"

#define STAT_NEVER UINT64_MAX
#define STAT_MSEC  UINT64_C(1000000)

/* Times are CLOCK_MONOTONIC, ns; a deadline that is not set is STAT_NEVER. */
struct stat_course {
	struct stat_run *run;
	struct pmx_launch *launch; /* NULL: no command, or reaped */
	uint64_t start, end;
	uint64_t tick;	  /* end of the next interval */
	uint64_t timeout; /* of --timeout */
	uint64_t enable;  /* of -D */
	uint64_t kill;	  /* when patience with the command ends */
	uint64_t ask;	  /* whether the tasks live still */
	long intervals;	  /* written so far */
	bool done;	  /* measuring has ended; the command may run on */
	bool told;	  /* we told the command to end */
	struct rusage usage;
	int status;
	struct pmx_error lost; /* why something is missing that should have been reported */
};

static inline uint64_t stat_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 * STAT_MSEC + (uint64_t)ts.tv_nsec;
}

/* stat_loop.c: until measuring has ended, and the command, if there is one. */
void stat_course_wait(struct stat_course *c);

/* Enables all counters, and takes back the deadline for that. */
int stat_course_enable(struct stat_course *c, struct pmx_error *err);

/* stat_result.c: writes what run->now has that run->before had not. */
void stat_course_interval(struct stat_course *c);

/* Makes run->result of the whole run, after its last interval was written. */
int stat_course_finish(struct stat_course *c, struct pmx_error *err);

#endif
