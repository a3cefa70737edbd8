/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pids.h - pids as drivers say them, in those of our own pid namespace
 *
 * Drivers report pids of the initial namespace. Inside another one the kernel tells nobody which of
 * them is which of ours, but records do: a thread that reports has one number in the record's head,
 * ours, and another in its common_pid. Where that is the reported process's, the two are the same.
 */
#ifndef PERFMUX_GPU_PIDS_H
#define PERFMUX_GPU_PIDS_H

#include <stdbool.h>

#include <perfmux/gpu.h>

#include "gpu/map.h"

struct pids {
	bool is_initial;       /* ours is the initial namespace: nothing is to be translated */
	struct pmx_map ours;   /* reported pid -> struct pair */
	struct pmx_map theirs; /* our pid -> the same */
};

struct pid_name {
	uint64_t pid;
	bool is_outside;
	bool is_new; /* ours is known from now on; what came before was kept as outside */
};

/* Is this process in the initial pid namespace? */
bool gpu_pids_are_initial(struct pmx_machine *machine);

/* The pid of an update. -ENOMEM does not happen: it is outside then. */
struct pid_name gpu_pids_translate(struct pids *pids, const struct pmx_gpu_update *update);

/* Another process of ours is @pid now. An ended one keeps its number: updates may come late. */
void gpu_pids_forget(struct pids *pids, pid_t pid);

void gpu_pids_free(struct pids *pids);

#endif
