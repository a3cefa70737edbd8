/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * processes.h - which processes there are, and were a moment ago: names, ends, descent
 *
 * An update may come after the end of its process, and be the first that is heard of it. So ended
 * processes are kept for a while, until others have ended after them or their pid is used again.
 */
#ifndef PERFMUX_GPU_PROCESSES_H
#define PERFMUX_GPU_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "gpu/map.h"

struct process {
	uint32_t pid; /* in our pid namespace */
	bool is_target, has_gpu;
	bool has_no_leader; /* its first thread ended, others go on */
	bool is_waiting;    /* in the row of those to be forgotten */
	uint64_t began_at;  /* 0: before we looked */
	uint64_t aimed_at;  /* when somebody named it as the target; 0: nobody did */
	uint64_t ended_at;  /* 0: it lives */
	char comm[16];
};

enum { ENDED_KEPT = 4096 };

struct processes {
	struct pmx_map map;
	uint32_t ended[ENDED_KEPT]; /* pids, a ring */
	size_t ended_count;	    /* so far */
};

struct process *gpu_processes_find(const struct processes *processes, pid_t pid); /* or NULL */
/* Finds or adds one without a name; NULL: no memory, or no pid. */
struct process *gpu_processes_get(struct processes *processes, pid_t pid);
void gpu_processes_set_comm(struct process *process, const char *comm); /* cut as the kernel does */
/* It ended at @time: it is kept until ENDED_KEPT others have. */
void gpu_processes_end(struct processes *processes, struct process *process, uint64_t time);
void gpu_processes_free(struct processes *processes);

#endif
