/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * world.h - the tasks and events of a storm as they are: operations done by the kernel
 *
 * All is asked for by one process, the driver, who waits until a task has done what it was told:
 * what happens is determined by the program alone. Tasks share the driver's file descriptors, so
 * that an event is gone when the driver closes it.
 */
#ifndef PERFMUX_STORM_WORLD_H
#define PERFMUX_STORM_WORLD_H

#include <sys/types.h>

#include "storm/model.h"

struct storm_post; /* post.h */

struct storm_world {
	struct kit *kit;
	const struct storm_scene *scene;
	struct storm_post *post;
	struct {
		pid_t pid, process; /* 0: none */
	} task[STORM_TASKS];
	int fd[STORM_EVENTS]; /* or -1 */
	void *map[STORM_EVENTS];
	size_t mapped[STORM_EVENTS];
	int kept; /* a tracepoint that stays open, since closing the last one takes long; or -1 */
	struct perf_event_attr attr[STORM_WHATS];
};

/* What the machine has for a storm on the @home-th CPU. */
void storm_scene_find(struct kit *kit, unsigned home, struct storm_scene *out);

/* Ends the scenario when there is no memory, or no file descriptor. */
void storm_world_open(struct storm_world *world, struct kit *kit, const struct storm_scene *scene);
void storm_world_close(struct storm_world *world);

/* No tasks but the driver, no events; the driver is on its CPU. */
void storm_world_clear(struct storm_world *world);

/* Does what @op means, which must mean something. */
void storm_world_do(struct storm_world *world, const struct storm_op *op,
		    const struct storm_expect *expect, struct storm_answer *answer);

/* The attr of STORM_OPEN. */
struct perf_event_attr storm_attr(const struct storm_world *world, const struct storm_op *op);

#endif
