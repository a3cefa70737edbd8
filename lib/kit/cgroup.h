/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup.h - cgroups of a scenario, in the hierarchy that perf events know
 *
 * Where no cgroup file system is mounted, version 2 is mounted for nobody to see. Cgroups are
 * removed by the supervisor, whatever becomes of the scenario.
 */
#ifndef PERFMUX_KIT_CGROUP_H
#define PERFMUX_KIT_CGROUP_H

#include "kit/kit.h"

struct kit_cgroup {
	char name[200]; /* its path; behind KIT_CGROUP_NOWHERE where there is none */
	int fd;		/* of its directory, for PERF_FLAG_PID_CGROUP; close-on-exec */
};

/* Begins the name of a cgroup that has no path, since its file system is mounted nowhere. */
#define KIT_CGROUP_NOWHERE "cgroup2:"

/*
 * 0 when a cgroup can be made here, and its event opened; else -errno, and @why says what is in the
 * way where errno's own words do not. May have the kernel hand perf events down the hierarchy.
 */
int kit_cgroup_try(struct kit *kit, char *why, size_t size);

/*
 * A new cgroup below @parent, or below the mount when @parent is NULL.
 * Any failure ends the scenario.
 */
struct kit_cgroup kit_cgroup_new(struct kit *kit, const struct kit_cgroup *parent);
/* The one that all others are in, of which nothing is changed. Any failure ends the scenario. */
struct kit_cgroup kit_cgroup_root(struct kit *kit);

/* An event of its tasks on @cpu: an fd or -errno. @group: an fd or -1. */
int kit_cgroup_open(struct kit *kit, const struct kit_cgroup *cgroup,
		    const struct perf_event_attr *attr, int cpu, int group);

/* Moves a process (0: the calling one) into it. 0 or -errno. */
int kit_cgroup_join(const struct kit_cgroup *cgroup, pid_t pid);
/* 0 or -errno: -EBUSY while there are tasks in it. Its fd stays open. */
int kit_cgroup_remove(const struct kit_cgroup *cgroup);

/* For supervisors: removes a directory, or a cgroup of this name. 0 or -errno. */
int kit_cgroup_rmdir(const char *name);

#endif
