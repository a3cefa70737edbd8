/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu.h - reports of GPU memory whose number and contents a scenario decides
 *
 * Where a module makes the kernel's own gpu_mem_total on demand, as one of the lab's does, that is
 * used; elsewhere a uprobe on a function of ours, by the same name in a system of its own. All
 * reports of a scenario are about GPUs that only it speaks of: others may run the same program.
 */
#ifndef PERFMUX_KIT_GPU_H
#define PERFMUX_KIT_GPU_H

#include <perfmux/gpu.h>

#include "kit/kit.h"

struct kit_gpu {
	char system[40]; /* of the tracepoint */
	struct pmx_gpu_variant variant;
	uint32_t number[2]; /* of two GPUs */
	char filter[32];    /* the kernel's, for what is said about the first of them */
	int module;	    /* a file that makes reports; -1: there is a uprobe */
};

/*
 * Finds the tracepoint or makes it; it is removed with the scenario, which is skipped where this
 * cannot be. May mount tracefs, for the calling process and its children.
 */
void kit_gpu_open(struct kit *kit, struct kit_gpu *gpu);

/* One report, made by the calling thread: process @pid (0: the whole GPU) has @size bytes now. */
void kit_gpu_report(struct kit *kit, const struct kit_gpu *gpu, uint32_t number, uint32_t pid,
		    uint64_t size);

/* An event that counts reports about the first GPU: an fd. Any failure ends the scenario. */
int kit_gpu_count(struct kit *kit, const struct kit_gpu *gpu, pid_t pid, int cpu);

/*
 * Records all reports about the first GPU on @cpus, beginning at once. Any failure ends the
 * scenario.
 */
struct pmx_recorder *kit_gpu_record(struct kit *kit, struct kit_gpu *gpu,
				    const struct pmx_cpus *cpus, size_t ring_bytes);

/* The scenario ends, as recording failed: for want of rights or of room for rings a skip. */
void kit_gpu_refused(struct kit *kit, const struct pmx_error *err) __attribute__((noreturn));

#endif
