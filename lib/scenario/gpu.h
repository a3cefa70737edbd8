/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu.h - scenarios about gpu_mem records beside counters
 */
#ifndef PERFMUX_SCENARIO_GPU_H
#define PERFMUX_SCENARIO_GPU_H

#define GPU_SCENARIOS(X)  \
	X(gpu_records)    \
	X(gpu_gauges)     \
	X(gpu_small_ring) \
	X(gpu_fork)

#include "kit/gpu.h"

/*
 * Leaves the scenario, and what it starts from now on, at most four CPUs: each has a ring that
 * takes memory. Events that are enabled later count there, whoever counts cgroups meanwhile.
 */
void gpu_few_cpus(struct kit *kit);

/* Pins the calling task to the @index-th CPU; the scenario ends when that cannot be. */
void gpu_pin(struct kit *kit, unsigned index);

/* What a task that makes reports counts beside: its reports about the first GPU, and other work. */
struct gpu_beside {
	const struct kit_meter *meter;
	int reports_fd, meter_fd;
	uint64_t reports, work; /* done */
};

/* In the task itself, whose number says which meter it has. Needs PMX_NEED_FAULTS. */
struct gpu_beside gpu_beside_open(struct kit *kit, const struct kit_gpu *gpu, unsigned number);
/* Some work that the meter counts. */
void gpu_beside_work(struct gpu_beside *beside);
/* Asks whether both counts are what was done. */
void gpu_beside_check(struct kit *kit, const struct gpu_beside *beside);

/* What was reported of one process on one GPU, or of the whole GPU. */
struct gpu_said {
	uint64_t updates, first, last, peak, minimum;
};

void gpu_say(struct gpu_said *said, uint64_t size);
/* Asks whether a gauge is what was said. */
void gpu_check_gauge(struct kit *kit, const char *what, const struct pmx_gpu_gauge *gauge,
		     const struct gpu_said *said);

/* A monitor of the reports on the scenario's CPUs, begun. Any failure ends the scenario. */
struct pmx_gpu_monitor *gpu_monitor(struct kit *kit, const struct kit_gpu *gpu,
				    pmx_gpu_update_fn *on_update, void *ctx);
/* The final report, after asking whether all that was counted was recorded or is known as lost. */
const struct pmx_gpu_report *gpu_finish(struct kit *kit, struct pmx_gpu_monitor *monitor);
/* The GPU of this number, and a process's row of it; a breach of "complete" and NULL without it. */
const struct pmx_gpu_device *gpu_device(struct kit *kit, const struct pmx_gpu_report *report,
					uint64_t number);
const struct pmx_gpu_row *gpu_row(struct kit *kit, const struct pmx_gpu_report *report,
				  uint64_t number, pid_t pid);

/* Asks whether a record says @wanted; the invariant is "recorded", @what the subject. */
void gpu_expect(struct kit *kit, const char *what, uint64_t got, uint64_t wanted);

/* Asks whether the kernel counted what was recorded and what was lost. */
void gpu_check_recorded(struct kit *kit, const struct pmx_recorded *recorded);

#endif
