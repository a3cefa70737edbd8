/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * proc.h - what /proc says of processes
 */
#ifndef PERFMUX_GPU_PROC_H
#define PERFMUX_GPU_PROC_H

#include <stdbool.h>
#include <stdint.h>

#include <perfmux/machine.h>

struct proc_stat {
	char comm[16]; /* cut as the kernel does */
	char state;    /* 'R', 'S', 'Z', ...; 0: not known */
	pid_t ppid;    /* 0: not known */
	uint64_t threads, started;
};

/* Does /proc have our own pids? Inside a namespace it may be the one of outside. */
bool gpu_proc_is_ours(struct pmx_machine *machine);

/* The process's name; false when there is no such process. */
bool gpu_proc_comm(struct pmx_machine *machine, pid_t pid, char comm[16]);

/* More of it, for which the kernel has to work harder; of a sysroot what it has. */
bool gpu_proc_stat(struct pmx_machine *machine, pid_t pid, struct proc_stat *out);

/*
 * All pids, in ascending order, at most @limit. Freed with free(). Their number, or -errno.
 */
ssize_t gpu_proc_pids(struct pmx_machine *machine, size_t limit, pid_t **out);

#endif
