/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroups.h - cgroups of version 2, and events of them
 */
#ifndef DEFECTS_CGROUPS_H
#define DEFECTS_CGROUPS_H

#include "events.h"

#include <limits.h>
#include <mntent.h>
#include <sys/stat.h>

struct cgroup {
	char path[PATH_MAX];
	int fd;
};

/* Writes to a file of a cgroup; a negative errno when the kernel refuses. */
static inline int cgroup_write(const char *path, const char *name, const char *text)
{
	char file[PATH_MAX + 32];
	int fd, err = 0;

	snprintf(file, sizeof(file), "%s/%s", path, name);
	fd = open(file, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		err = -errno;
	if (fd >= 0)
		close(fd);
	return err;
}

/* Where cgroups are mounted. */
static inline void cgroup_root(char *path, size_t size)
{
	FILE *mounts = setmntent("/proc/self/mounts", "r");
	struct mntent *it = NULL;

	while (mounts && (it = getmntent(mounts)) && strcmp(it->mnt_type, "cgroup2") != 0)
		;
	if (!it)
		cannot("no cgroups of version 2 are mounted");
	snprintf(path, size, "%s", it->mnt_dir);
	endmntent(mounts);
}

/* A new one. Below a root that nobody ever told anything the kernel has nothing of perf. */
static inline struct cgroup cgroup_new(const char *name)
{
	char root[PATH_MAX / 2];
	struct cgroup it;

	cgroup_root(root, sizeof(root));
	if (!cgroup_write(root, "cgroup.subtree_control", "+pids"))
		cgroup_write(root, "cgroup.subtree_control", "-pids");
	snprintf(it.path, sizeof(it.path), "%s/defect-%d-%s", root, (int)getpid(), name);
	if (mkdir(it.path, 0755))
		cannot("%s: %s", it.path, strerror(errno));
	it.fd = open(it.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return it;
}

static inline void cgroup_remove(const struct cgroup *it)
{
	close(it->fd);
	rmdir(it->path);
}

/* An event that counts nothing, only time, of a cgroup on a CPU. */
static inline int cgroup_event(const struct cgroup *it, int cpu, bool disabled)
{
	struct perf_event_attr attr = event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	long fd;

	attr.disabled = disabled;
	fd = syscall(SYS_perf_event_open, &attr, it->fd, cpu, -1,
		     PERF_FLAG_PID_CGROUP | PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		cannot("an event of a cgroup: %s", strerror(errno));
	return (int)fd;
}

#endif
