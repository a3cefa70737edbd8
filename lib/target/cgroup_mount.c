// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_mount.c - finds the cgroup hierarchy that perf events use
 *
 * The perf_event controller sits in exactly one hierarchy at a time. Once a version 1 hierarchy
 * has claimed it, a directory of version 2 is refused by perf_event_open(); when none has, version
 * 2 has it without being asked, even where other controllers are on version 1 mounts beside it
 * (hybrid). So the two facts that decide are the mounts (/proc/mounts) and who holds the
 * controller (/proc/cgroups, which a kernel without version 1 may lack).
 */
#include "target/cgroup_mount.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"

#define CONTROLLER "perf_event"

/* Machines full of containers have thousands of mounts; more than this is no mount table. */
#define MAX_TABLE (4u << 20)

struct mount_line {
	char *point, *type, *options;
};

/* Reads a file of /proc whose size nobody knows before. */
static int read_table(struct pmx_machine *machine, const char *path, char **text)
{
	for (size_t size = 16384; size <= MAX_TABLE; size *= 2) {
		char *buf = malloc(size);

		if (!buf)
			return -ENOMEM;
		ssize_t len = pmx_machine_read(machine, path, buf, size);

		if (len >= 0) {
			*text = buf;
			return 0;
		}
		free(buf);
		if (len != -EFBIG)
			return (int)len;
	}
	return -EFBIG;
}

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* The kernel writes blank, tab, newline, backslash and '#' of a path as "\ooo". */
static void decode_octal(char *text)
{
	char *to = text;

	for (const char *from = text; *from; to++) {
		if (from[0] == '\\' && is_octal(from[1]) && is_octal(from[2]) &&
		    is_octal(from[3])) {
			*to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
			from += 4;
		} else {
			*to = *from++;
		}
	}
	*to = '\0';
}

/* Takes one line apart, in place. False for a line that is none of a mount table. */
static bool parse_mount(char *line, struct mount_line *mount)
{
	(void)strsep(&line, " ");
	mount->point = strsep(&line, " ");
	mount->type = strsep(&line, " ");
	mount->options = strsep(&line, " ");
	if (!mount->options || mount->point[0] != '/')
		return false;
	decode_octal(mount->point);
	return true;
}

static bool has_option(char *options, const char *name)
{
	for (char *option; (option = strsep(&options, ",")) != NULL;)
		if (strcmp(option, name) == 0)
			return true;
	return false;
}

/* Finds the first mount of each version in @table, which is taken apart. */
static void find_mounts(char *table, const char **v1, const char **v2)
{
	struct mount_line mount;

	for (char *line; (line = strsep(&table, "\n")) != NULL;) {
		if (!parse_mount(line, &mount))
			continue;
		if (!*v1 && strcmp(mount.type, "cgroup") == 0 &&
		    has_option(mount.options, CONTROLLER))
			*v1 = mount.point;
		else if (!*v2 && strcmp(mount.type, "cgroup2") == 0)
			*v2 = mount.point;
	}
}

/*
 * What /proc/cgroups says of the controller: 1 when a version 1 hierarchy holds it, 0 when none
 * does or nobody can tell, -ENODEV when it was disabled at boot.
 */
static int controller_state(struct pmx_machine *machine)
{
	pmx_autofree char *table = NULL;
	int state = 0;
	char *rest;

	if (read_table(machine, "/proc/cgroups", &table) < 0)
		return 0;
	rest = table;
	for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
		const char *name = strsep(&line, "\t"), *hierarchy = strsep(&line, "\t");

		(void)strsep(&line, "\t");
		if (!line || strcmp(name, CONTROLLER) != 0)
			continue;
		state = line[0] == '0' ? -ENODEV : strcmp(hierarchy, "0") != 0;
		break;
	}
	return state;
}

static int no_mount(bool hidden, struct pmx_error *err)
{
	if (hidden) {
		pmx_error_set(err, -ENOENT,
			      "the cgroup hierarchy that holds " CONTROLLER " (version 1) is "
			      "not mounted here");
		pmx_error_hint(err, "mount it: mount -t cgroup -o " CONTROLLER " none DIRECTORY");
	} else {
		pmx_error_set(err, -ENOENT,
			      "no cgroup file system that knows perf events is mounted");
		pmx_error_hint(err, "mount one: mount -t cgroup2 none /sys/fs/cgroup");
	}
	return -ENOENT;
}

static int copy_point(const char *point, char *path, size_t size, struct pmx_error *err)
{
	size_t len = strlen(point);

	while (len > 0 && point[len - 1] == '/')
		len--;
	if (len >= size)
		return pmx_error_set(err, -ENAMETOOLONG,
				     "the path of the cgroup file system is too long");
	memcpy(path, point, len);
	path[len] = '\0';
	return 0;
}

int pmx_cgroup_mount_find(struct pmx_machine *machine, char *path, size_t size,
			  struct pmx_error *err)
{
	const char *v1 = NULL, *v2 = NULL;
	int state = controller_state(machine), rc;
	pmx_autofree char *table = NULL;

	if (state < 0)
		return pmx_error_set(err, state,
				     "the kernel was started with cgroup_disable=" CONTROLLER);
	rc = read_table(machine, "/proc/mounts", &table);
	if (rc < 0)
		return pmx_error_set(err, rc, "cannot read /proc/mounts: %s", strerror(-rc));
	find_mounts(table, &v1, &v2);
	if (v1)
		return copy_point(v1, path, size, err);
	if (v2 && state == 0)
		return copy_point(v2, path, size, err);
	return no_mount(state > 0, err);
}
