/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * context.h - scenarios about what a task's context of events does at switches, forks and moves
 * between CPUs
 */
#ifndef PERFMUX_SCENARIO_CONTEXT_H
#define PERFMUX_SCENARIO_CONTEXT_H

#include "kit/kit.h"

#define CONTEXT_SCENARIOS(X)        \
	X(context_kinds)            \
	X(context_attach)           \
	X(context_ended)            \
	X(context_swap)             \
	X(context_migrate)          \
	X(context_cpus)             \
	X(context_cpu_wide)         \
	X(context_late_sibling)     \
	X(context_late_sibling_own) \
	X(context_priority)

/* A task that does one kind of work until told to stop, and says how much it has done. */
struct context_worker { /* in shared memory */
	const struct kit_meter *meter;
	uint64_t begun, done; /* units of work */
	uint32_t stop;
	pid_t pid;
};

struct context_worker *context_worker(struct kit *kit, const struct kit_meter *meter);
uint64_t context_begun(const struct context_worker *worker);
uint64_t context_done(const struct context_worker *worker);
void context_worker_end(struct kit *kit, struct context_worker *worker);

/*
 * Adds siblings of the PMU of @sibling to running groups led by @leader, and asks whether each
 * counts from then on.
 */
void context_check_late_sibling(struct kit *kit, const struct kit_meter *leader,
				const struct kit_meter *sibling);

#endif
