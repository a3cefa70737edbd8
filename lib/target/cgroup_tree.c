// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_tree.c - paths of cgroups below the mount that perf events use
 */
#include "target/cgroup_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/cleanup.h"

void pmx_paths_free(struct pmx_paths *paths)
{
	for (size_t i = 0; i < paths->count; i++)
		free(paths->list[i]);
	free(paths->list);
	*paths = (struct pmx_paths){ 0 };
}

int pmx_paths_add(struct pmx_paths *paths, char *path)
{
	if (!path)
		return -ENOMEM;

	char **list = pmx_array_room(paths->list, &paths->room, paths->count + 2, sizeof(*list));

	if (!list) {
		free(path);
		return -ENOMEM;
	}
	paths->list = list;
	paths->list[paths->count++] = path;
	paths->list[paths->count] = NULL;
	return 0;
}

static char *join(const char *dir, const char *name)
{
	char *path;

	if (asprintf(&path, "%s%s%s", dir, *dir && *name ? "/" : "", name) < 0)
		return NULL;
	return path;
}

int pmx_cgroup_open_below(struct pmx_machine *machine, const char *mount, const char *name)
{
	char path[PATH_MAX];
	int len = snprintf(path, sizeof(path), "%s/%s", mount, name);

	if (len < 0 || (size_t)len >= sizeof(path))
		return -ENAMETOOLONG;
	return pmx_machine_open_dir(machine, path);
}

static bool is_dir(DIR *dir, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISDIR(st.st_mode);
}

int pmx_cgroup_children(struct pmx_machine *machine, const char *mount, const char *parent,
			struct pmx_paths *paths)
{
	pmx_autoclose int fd = pmx_cgroup_open_below(machine, mount, parent);
	pmx_autoclosedir DIR *dir = NULL;
	struct dirent *entry;
	int rc = 0;

	if (fd < 0)
		return 0;
	dir = fdopendir(fd);
	if (!dir)
		return -ENOMEM;
	(void)pmx_take_fd(&fd); /* it is the stream's now */
	while (rc == 0 && (entry = readdir(dir)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
		    !is_dir(dir, entry))
			continue;
		rc = paths->count < PMX_MAX_CGROUPS ?
			     pmx_paths_add(paths, join(parent, entry->d_name)) :
			     -E2BIG;
	}
	return rc;
}
