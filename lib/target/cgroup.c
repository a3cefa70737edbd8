// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup.c - opens cgroups by name for perf events
 *
 * A name is a path below the mount, as in /proc/PID/cgroup and perf stat -G, or a whole path into
 * the mount. What is typed never reaches a directory outside of the mount.
 */
#include "target/cgroup.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/target.h>
#include <perfmux/text.h>

#include "base/cleanup.h"
#include "target/cgroup_mount.h"
#include "target/cgroup_tree.h"

/* The name without the mount point and without slashes around it: "" for the mount itself. */
static char *name_below(const char *mount, const char *name)
{
	size_t len = strlen(mount);

	if (*name == '/' && strncmp(name, mount, len) == 0 && (name[len] == '/' || !name[len]))
		name += len;
	while (*name == '/')
		name++;
	len = strlen(name);
	while (len > 0 && name[len - 1] == '/')
		len--;
	return strndup(name, len);
}

/* True when ".." leads out of the directory that @name starts in, if only on the way. */
static bool leaves(const char *name)
{
	long depth = 0;

	while (*name) {
		size_t len = strcspn(name, "/");

		if (len == 2 && memcmp(name, "..", 2) == 0)
			depth--;
		else if (len > 0 && !(len == 1 && *name == '.'))
			depth++;
		if (depth < 0)
			return true;
		name += len + (name[len] == '/');
	}
	return false;
}

/* The longest part of @name that exists and ends before its last component, as its length. */
static size_t existing_parent(struct pmx_machine *machine, const char *mount, char *name)
{
	for (char *slash; (slash = strrchr(name, '/')) != NULL;) {
		*slash = '\0';
		int fd = pmx_cgroup_open_below(machine, mount, name);

		if (fd >= 0) {
			close(fd);
			return strlen(name);
		}
	}
	*name = '\0';
	return 0;
}

void pmx_cgroup_hint(struct pmx_machine *machine, const char *mount, const char *name,
		     struct pmx_error *err)
{
	pmx_autofree char *parent = strdup(name);
	struct pmx_paths siblings = { 0 };
	const char *best = NULL;
	size_t skip, len;

	if (!parent)
		return;
	skip = existing_parent(machine, mount, parent);
	skip += skip > 0;
	len = skip + strcspn(name + skip, "/");
	unsigned least = (unsigned)(len - skip) / 3 + 1;

	(void)pmx_cgroup_children(machine, mount, parent, &siblings);
	for (size_t i = 0; i < siblings.count && len < sizeof(err->hint); i++) {
		char wanted[sizeof(err->hint)];

		snprintf(wanted, sizeof(wanted), "%.*s", (int)(len - skip), name + skip);
		unsigned distance = pmx_text_distance(wanted, siblings.list[i] + skip, least);

		if (distance <= least && (!best || distance < least)) {
			least = distance;
			best = siblings.list[i];
		}
	}
	if (best)
		pmx_error_hint(err, "did you mean '%s'?", best);
	else
		pmx_error_hint(err, "cgroups are named by their path below %s",
			       *mount ? mount : "/");
	pmx_paths_free(&siblings);
}

static int open_failed(struct pmx_machine *machine, const char *mount, const char *name, int code,
		       struct pmx_error *err)
{
	if (code == -ENOENT) {
		pmx_error_set(err, code, "no such cgroup: '%s'", name);
		pmx_cgroup_hint(machine, mount, name, err);
		return code;
	}
	if (code == -ENOTDIR)
		return pmx_error_set(err, code, "'%s' is a file, not a cgroup", name);
	return pmx_error_set(err, code, "cannot open cgroup '%s': %s", name, strerror(-code));
}

int pmx_cgroup_open_named(struct pmx_machine *machine, const char *mount, const char *typed,
			  struct pmx_error *err)
{
	pmx_autofree char *name = name_below(mount, typed);

	if (!name)
		return pmx_error_nomem(err);
	if (leaves(name)) {
		pmx_error_set(err, -EINVAL, "cgroup '%s' leads out of %s", typed,
			      *mount ? mount : "/");
		pmx_error_hint(err, "name the cgroup by its path below the mount, without '..'");
		return -EINVAL;
	}

	int fd = pmx_cgroup_open_below(machine, mount, name);

	return fd < 0 ? open_failed(machine, mount, name, fd, err) : fd;
}

int pmx_cgroup_open(struct pmx_machine *machine, const char *name, struct pmx_error *err)
{
	char mount[PATH_MAX];
	int rc = pmx_cgroup_mount_find(machine, mount, sizeof(mount), err);

	return rc < 0 ? rc : pmx_cgroup_open_named(machine, mount, name, err);
}
