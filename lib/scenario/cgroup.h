/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup.h - scenarios about events of cgroups
 */
#ifndef PERFMUX_SCENARIO_CGROUP_H
#define PERFMUX_SCENARIO_CGROUP_H

#include "kit/cgroup.h"
#include "kit/kit.h"

#define CGROUP_SCENARIOS(X) \
	X(cgroup_moves)     \
	X(cgroup_moved)     \
	X(cgroup_nested)    \
	X(cgroup_sums)      \
	X(cgroup_times)     \
	X(cgroup_reopened)  \
	X(cgroup_removed)   \
	X(cgroup_apart)     \
	X(cgroup_crowded)

#define CGROUP_CPUS 2

/* One event on each CPU that the scenario's tasks run on. */
struct cgroup_event {
	int fd[CGROUP_CPUS];
	unsigned cpus;
};

/*
 * The first CGROUP_CPUS of kit->cpus become all of it, and the calling thread and those that it
 * starts run there.
 */
void cgroup_place(struct kit *kit);

/*
 * Opens it for a cgroup, or for all tasks when @cgroup is NULL. For want of rights the scenario
 * skips; any other failure ends it.
 */
struct cgroup_event cgroup_event(struct kit *kit, const struct kit_cgroup *cgroup,
				 const struct perf_event_attr *attr);
/* Sums over its CPUs. */
struct pmx_reading cgroup_read(struct kit *kit, const struct cgroup_event *event);
void cgroup_ioctl(struct kit *kit, const struct cgroup_event *event, unsigned long request);

/* kit_cgroup_join() of the calling process; a failure ends the scenario. */
void cgroup_enter(struct kit *kit, const struct kit_cgroup *cgroup);

/*
 * Those to count with: system calls and page faults. No breakpoints, of which a CPU has too few for
 * many cgroups. No uprobe: each of its events is a probe of its own, called one after the other,
 * and a task that is moved between two of them counts twice, or not at all.
 */
#define CGROUP_METERS 2
size_t cgroup_meters(const struct kit *kit, const struct kit_meter **out);

/* That a count is what was done of a meter's work; of its slack @lives times may be too much. */
void cgroup_check_count(struct kit *kit, const struct kit_meter *meter, const char *whose,
			const struct pmx_reading *it, uint64_t done, unsigned lives);

#endif
