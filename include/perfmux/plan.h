/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan.h - which counters a measurement needs, and how few reads get them
 *
 * events x target -> counters. A counter is one event on one (task, CPU); it costs one file
 * descriptor. Counters that are read by one system call are a unit: a group of the user's, all
 * software-class events of one (task, CPU), or a single hardware event. Hardware events that the
 * user listed plain are never put into one group: they would be scheduled together or not at all.
 */
#ifndef PERFMUX_PLAN_H
#define PERFMUX_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/event.h>
#include <perfmux/target.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Members a software-class unit may have, so that its group read stays below the kernel's 16 KiB.
 */
#define PMX_MAX_UNIT 512

/* Counters a plan may hold. */
#define PMX_MAX_COUNTERS (16u << 20)

struct pmx_counter {
	uint32_t event; /* index into the event list */
	uint32_t task;	/* index into target->tasks; 0 when the target is CPUs */
	int32_t cpu;	/* or -1 for any */
};

enum pmx_unit_kind {
	PMX_UNIT_SINGLE,   /* one event */
	PMX_UNIT_GROUP,	   /* a {} group of the user's */
	PMX_UNIT_SOFTWARE, /* software-class events of one (task, CPU); any may be missing */
};

struct pmx_unit {
	uint32_t first, count; /* counters; the leader first */
	enum pmx_unit_kind kind;
};

struct pmx_plan {
	const struct pmx_events *events;
	const struct pmx_target *target;
	struct pmx_counter *counters; /* members of a unit are neighbours */
	size_t counter_count;
	struct pmx_unit *units;
	size_t unit_count;
};

/*
 * Makes the plan. @events and @target are the caller's and must outlive it. @online: the CPUs
 * that may be used at all; NULL will do for tasks when no residency is measured. An event whose
 * PMU has none of the target's CPUs, or that counts CPUs where the target is tasks, gets no
 * counter and is reported as not supported. -E2BIG: more than PMX_MAX_COUNTERS; -EINVAL: a group
 * over several hardware PMUs (@err names the split that would work); -ENOMEM.
 */
int pmx_plan_new(struct pmx_plan **out, const struct pmx_events *events,
		 const struct pmx_target *target, const struct pmx_cpus *online,
		 struct pmx_error *err);
void pmx_plan_free(struct pmx_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
