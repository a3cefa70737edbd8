/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_course.h - one run on its way: what its start and its loop share
 */
#ifndef PMX_CMD_RUN_COURSE_H
#define PMX_CMD_RUN_COURSE_H

#include "run.h"

/* Deadlines; one that is not set is RUN_NEVER. */
struct run_course {
	struct run *run;
	uint64_t tick;	       /* end of the next interval */
	uint64_t timeout;      /* of --timeout */
	uint64_t enable;       /* of -D */
	uint64_t kill;	       /* when patience with the command ends */
	uint64_t ask;	       /* whether the tasks live still */
	bool begun;	       /* the clock runs, and `ended` will be called */
	bool done;	       /* measuring has ended; the command may run on */
	struct pmx_error lost; /* why the command cannot be waited for */
};

/* Enables all counters, and takes back the deadline for that. */
int run_course_enable(struct run_course *c, struct pmx_error *err);

/* Until measuring has ended, and the command, if there is one. */
void run_course_wait(struct run_course *c);

/* Measuring ends here, unless it has ended before. */
void run_course_end(struct run_course *c);

#endif
