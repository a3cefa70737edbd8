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
#include "kit/mount.h"
#include "target/cgroup_mount.h"

enum { DIRECTORY = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

static bool is_nowhere(const char *name)
{
	return !strncmp(name, KIT_CGROUP_NOWHERE, strlen(KIT_CGROUP_NOWHERE));
}

/* Of the hierarchy's root: an fd, or -errno; and what a name in it begins with. */
static int open_root(struct kit *kit, char *prefix, size_t size)
{
	int ret = pmx_cgroup_mount_find(kit->machine, prefix, size, NULL);

	if (ret == -ENOENT) {
		snprintf(prefix, size, KIT_CGROUP_NOWHERE);
		return kit_mount_nowhere("cgroup2");
	}
	if (ret)
		return ret;
	snprintf(prefix + strlen(prefix), size - strlen(prefix), "/");
	ret = open(prefix, DIRECTORY);
	return ret < 0 ? -errno : ret;
}

/* Its number makes the name unique among all processes that live; its time among those that did. */
static void last_name(char *name, size_t size)
{
	snprintf(name, size, "perfmux-%d-%llx", getpid(), (unsigned long long)kit_now());
}

static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at += length)
		if ((at == list || at[-1] == ' ') && strchr(" \n", at[length]))
			return true;
	return false;
}

/*
 * Version 2 hands perf events down without being asked, but not before it was asked for something
 * else. So one of the controllers that do nothing by themselves is asked for, and no longer.
 */
static int hand_down(int root)
{
	static const char *const harmless[] = { "pids", "misc", "rdma", "hugetlb" };
	pmx_autoclose int fd = openat(root, "cgroup.controllers", O_RDONLY | O_CLOEXEC);
	char list[512], text[16];
	ssize_t length = fd < 0 ? -1 : read(fd, list, sizeof(list) - 1);

	if (length < 0)
		return -errno;
	list[length] = '\0';
	for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++) {
		if (!has_word(list, harmless[i]))
			continue;
		snprintf(text, sizeof(text), "+%s", harmless[i]);
		if (kit_write_at(root, "cgroup.subtree_control", text))
			continue;
		text[0] = '-';
		return kit_write_at(root, "cgroup.subtree_control", text);
	}
	return -ENOENT;
}

/* An event of a cgroup below @root, which is made for it. 0 or -errno. */
static int try_event(struct kit *kit, int root)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	struct kit_cgroup cgroup;
	int ret, fd;

	last_name(cgroup.name, sizeof(cgroup.name));
	if (mkdirat(root, cgroup.name, 0755) < 0)
		return -errno;
	cgroup.fd = openat(root, cgroup.name, DIRECTORY);
	ret = cgroup.fd < 0 ? -errno : 0;
	if (!ret) {
		fd = kit_cgroup_open(kit, &cgroup, &attr, kit_cpu(kit, 0), -1);
		ret = fd < 0 ? fd : close(fd);
		close(cgroup.fd);
	}
	unlinkat(root, cgroup.name, AT_REMOVEDIR);
	return ret;
}

int kit_cgroup_try(struct kit *kit, char *why, size_t size)
{
	char prefix[128];
	pmx_autoclose int root = open_root(kit, prefix, sizeof(prefix));
	int ret = root < 0 ? root : try_event(kit, root);

	if (ret == -ENOENT && root >= 0)
		ret = hand_down(root) ? ret : try_event(kit, root);
	if (ret == -EBADF)
		snprintf(why, size,
			 "perf events are in a hierarchy of version 1 that is not mounted");
	else if (ret == -ENOENT)
		snprintf(why, size, "perf events are not handed down from the root");
	return ret;
}

struct kit_cgroup kit_cgroup_new(struct kit *kit, const struct kit_cgroup *parent)
{
	struct kit_cgroup cgroup;
	char prefix[128], last[64];
	pmx_autoclose int root = parent ? -1 : open_root(kit, prefix, sizeof(prefix));
	int at = parent ? parent->fd : root;

	if (at < 0)
		kit_error(kit, "no place for a cgroup: %s", strerror(-at));
	last_name(last, sizeof(last));
	if ((size_t)snprintf(cgroup.name, sizeof(cgroup.name), "%s%s%s",
			     parent ? parent->name : prefix, parent ? "/" : "",
			     last) >= sizeof(cgroup.name))
		kit_error(kit, "the path of a cgroup is too long: %s", cgroup.name);
	kit_undo_rmdir(kit, cgroup.name);
	if (mkdirat(at, last, 0755) < 0)
		kit_error(kit, "mkdir %s: %s", cgroup.name, strerror(errno));
	cgroup.fd = openat(at, last, DIRECTORY);
	if (cgroup.fd < 0)
		kit_error(kit, "open %s: %s", cgroup.name, strerror(errno));
	return cgroup;
}

struct kit_cgroup kit_cgroup_root(struct kit *kit)
{
	struct kit_cgroup cgroup;

	cgroup.fd = open_root(kit, cgroup.name, sizeof(cgroup.name));
	if (cgroup.fd < 0)
		kit_error(kit, "the root of all cgroups: %s", strerror(-cgroup.fd));
	return cgroup;
}

int kit_cgroup_open(struct kit *kit, const struct kit_cgroup *cgroup,
		    const struct perf_event_attr *attr, int cpu, int group)
{
	return kit_open_flags(kit, attr, cgroup->fd, cpu, group, PERF_FLAG_PID_CGROUP);
}

int kit_cgroup_join(const struct kit_cgroup *cgroup, pid_t pid)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", pid);
	return kit_write_at(cgroup->fd, "cgroup.procs", number);
}

int kit_cgroup_remove(const struct kit_cgroup *cgroup)
{
	return kit_cgroup_rmdir(cgroup->name);
}

int kit_cgroup_rmdir(const char *name)
{
	pmx_autoclose int root = -1;

	if (!is_nowhere(name))
		return rmdir(name) < 0 ? -errno : 0;
	root = kit_mount_nowhere("cgroup2");
	if (root < 0)
		return root;
	name += strlen(KIT_CGROUP_NOWHERE);
	return unlinkat(root, name, AT_REMOVEDIR) < 0 ? -errno : 0;
}
