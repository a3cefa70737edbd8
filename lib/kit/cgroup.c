// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup.c - cgroups of a scenario
 */
#include "kit/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "target/cgroup_mount.h"

/* Its number makes the name unique among all processes that live; its time among those that did. */
static int name_new(struct kit *kit, const char *parent, char *path, size_t size)
{
	char mount[128];
	int ret;

	if (!parent) {
		ret = pmx_cgroup_mount_find(kit->machine, mount, sizeof(mount), NULL);
		if (ret)
			return ret;
		parent = mount;
	}
	if ((size_t)snprintf(path, size, "%s/perfmux-%d-%llx", parent, getpid(),
			     (unsigned long long)kit_now()) >= size)
		return -ENAMETOOLONG;
	return 0;
}

int kit_cgroup_try(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	pmx_autoclose int directory = -1;
	pmx_autoclose int fd = -1;
	char path[200];
	int ret = name_new(kit, NULL, path, sizeof(path));

	if (ret)
		return ret;
	if (mkdir(path, 0755) < 0)
		return -errno;
	directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ret = directory < 0 ? -errno : 0;
	if (!ret) {
		fd = kit_open_flags(kit, &attr, directory, kit_cpu(kit, 0), -1,
				    PERF_FLAG_PID_CGROUP);
		ret = fd < 0 ? fd : 0;
	}
	rmdir(path);
	return ret;
}

struct kit_cgroup kit_cgroup_new(struct kit *kit, const struct kit_cgroup *parent)
{
	struct kit_cgroup cgroup;
	int ret = name_new(kit, parent ? parent->path : NULL, cgroup.path, sizeof(cgroup.path));

	if (ret)
		kit_error(kit, "no place for a cgroup: %s", strerror(-ret));
	kit_undo_rmdir(kit, cgroup.path);
	if (mkdir(cgroup.path, 0755) < 0)
		kit_error(kit, "mkdir %s: %s", cgroup.path, strerror(errno));
	cgroup.fd = open(cgroup.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (cgroup.fd < 0)
		kit_error(kit, "open %s: %s", cgroup.path, strerror(errno));
	return cgroup;
}

int kit_cgroup_join(const struct kit_cgroup *cgroup, pid_t pid)
{
	char path[256], number[16];

	snprintf(path, sizeof(path), "%s/cgroup.procs", cgroup->path);
	snprintf(number, sizeof(number), "%d", pid);
	return kit_write_file(path, number);
}

int kit_cgroup_remove(const struct kit_cgroup *cgroup)
{
	return rmdir(cgroup->path) < 0 ? -errno : 0;
}
