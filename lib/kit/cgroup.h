/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup.h - cgroups of a scenario, in the hierarchy that perf events know
 *
 * They are removed by the supervisor, whatever becomes of the scenario.
 */
#ifndef PERFMUX_KIT_CGROUP_H
#define PERFMUX_KIT_CGROUP_H

#include "kit/kit.h"

struct kit_cgroup {
	char path[200]; /* of its directory */
	int fd;		/* for PERF_FLAG_PID_CGROUP; close-on-exec */
};

/* 0 when a cgroup can be made here, and its event opened; else -errno. */
int kit_cgroup_try(struct kit *kit);

/*
 * A new cgroup below @parent, or below the mount when @parent is NULL.
 * Any failure ends the scenario.
 */
struct kit_cgroup kit_cgroup_new(struct kit *kit, const struct kit_cgroup *parent);

/* Moves a process (0: the calling one) into it. 0 or -errno. */
int kit_cgroup_join(const struct kit_cgroup *cgroup, pid_t pid);
/* 0 or -errno: -EBUSY while there are tasks in it. Its fd stays open. */
int kit_cgroup_remove(const struct kit_cgroup *cgroup);

#endif
