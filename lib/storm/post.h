/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * post.h - orders to the tasks of a storm, one at a time, and their answers
 */
#ifndef PERFMUX_STORM_POST_H
#define PERFMUX_STORM_POST_H

#include <sys/types.h>

#include "storm/op.h"

enum storm_order {
	STORM_DO_FORK,	 /* a process in slot number */
	STORM_DO_THREAD, /* a thread in slot number */
	STORM_DO_WORK,	 /* number times what */
	STORM_DO_SWITCH, /* prctl(number) */
	STORM_DO_END,	 /* the thread, or with number the whole process */
};

/* The caller is the driver. Ends the scenario when there is no memory, or no file descriptor. */
struct storm_post *storm_post_new(struct kit *kit);
void storm_post_free(struct storm_post *post);

/*
 * The task in @slot does it; that in slot 0 is the caller. Returns when it is done, or, for
 * STORM_DO_END, when it will be: what the system call gave, or -errno.
 */
long storm_post_send(struct storm_post *post, struct kit *kit, unsigned slot,
		     enum storm_order order, unsigned what, unsigned long number);

#endif
