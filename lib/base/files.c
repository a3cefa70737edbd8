// SPDX-License-Identifier: GPL-2.0-only
/*
 * files.c - the files of a machine: live, or below a sysroot
 *
 * On the live machine a path is opened as it stands, by one system call. Nothing read here is
 * trusted: sizes are bounded, a pipe does not block, a NUL byte does not hide what follows it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/inroot.h"
#include "base/live.h"
#include "base/machine_private.h"
#include "base/num.h"

int pmx_machine_open(struct pmx_machine *machine, const char *path, int flags)
{
	if (path[0] != '/')
		return -EINVAL;
	if (machine->root >= 0)
		return pmx_inroot_open(machine->root, path,
				       flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	return pmx_live_open(path, flags);
}

/* Up to @size bytes; fewer mean that the file ended. */
static ssize_t read_up_to(int fd, char *buf, size_t size)
{
	size_t length = 0;

	while (length < size) {
		ssize_t got = TEMP_FAILURE_RETRY(read(fd, buf + length, size - length));

		if (got < 0)
			return -errno;
		if (!got)
			break;
		length += (size_t)got;
	}
	return (ssize_t)length;
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

ssize_t pmx_machine_read(struct pmx_machine *machine, const char *path, char *buf, size_t size)
{
	pmx_autoclose int fd = pmx_machine_open(machine, path, O_RDONLY);
	ssize_t length;

	if (fd < 0)
		return fd;
	length = read_up_to(fd, buf, size);
	if (length < 0)
		return length;
	if ((size_t)length == size)
		return -EFBIG;
	if (memchr(buf, '\0', (size_t)length))
		return -EINVAL;
	while (length > 0 && is_space(buf[length - 1]))
		length--;
	buf[length] = '\0';
	return length;
}

int pmx_machine_read_long(struct pmx_machine *machine, const char *path, long *value)
{
	char text[64];
	ssize_t length = pmx_machine_read(machine, path, text, sizeof(text));
	uint64_t magnitude = 0;
	bool negative;

	if (length < 0)
		return length == -EFBIG ? -EINVAL : (int)length;
	negative = text[0] == '-';
	if (pmx_num_decimal(text + negative, LONG_MAX, &magnitude))
		return -EINVAL;
	*value = negative ? -(long)magnitude : (long)magnitude;
	return 0;
}

int pmx_machine_read_cpus(struct pmx_machine *machine, const char *path, struct pmx_cpus *out)
{
	char list[PMX_MAX_CPUS *
		  3]; /* the longest: every second CPU, a comma and four digits each */
	ssize_t length = pmx_machine_read(machine, path, list, sizeof(list));

	return length < 0 ? (int)length : pmx_cpus_parse(out, list);
}

int pmx_machine_open_dir(struct pmx_machine *machine, const char *path)
{
	return pmx_machine_open(machine, path, O_RDONLY | O_DIRECTORY);
}

int pmx_machine_dir_stream(struct pmx_machine *machine, const char *path, DIR **out)
{
	pmx_autoclose int fd = pmx_machine_open_dir(machine, path);

	if (fd < 0)
		return fd;
	*out = fdopendir(fd);
	if (!*out)
		return -errno;
	pmx_take_fd(&fd); /* the DIR closes it */
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
	char **list;
	size_t count, room;
};

/* Keeps a NULL behind the last name at all times. */
static int add_name(struct names *names, const char *name)
{
	char **grown = pmx_array_room(names->list, &names->room, names->count + 2, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	names->list = grown;
	grown[names->count] = name ? strdup(name) : NULL;
	if (name && !grown[names->count])
		return -ENOMEM;
	if (name)
		grown[++names->count] = NULL;
	return 0;
}

typedef bool is_wanted(DIR *dir, const struct dirent *entry);

static bool is_entry(DIR *dir, const struct dirent *entry)
{
	(void)dir;
	return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
}

static bool is_directory(DIR *dir, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_name[0] == '.')
		return false;
	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return !fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode);
}

static int read_names(DIR *dir, size_t limit, is_wanted *wanted, struct names *names)
{
	int ret = add_name(names, NULL);

	while (!ret && names->count < limit) {
		const struct dirent *entry;

		errno = 0;
		entry = readdir(dir);
		if (!entry)
			return -errno;
		if (wanted(dir, entry))
			ret = add_name(names, entry->d_name);
	}
	return ret;
}

static ssize_t list(struct pmx_machine *machine, const char *path, size_t limit, is_wanted *wanted,
		    char ***names)
{
	pmx_autoclosedir DIR *dir = NULL;
	struct names found = { 0 };
	int ret = pmx_machine_dir_stream(machine, path, &dir);

	if (!ret)
		ret = read_names(dir, limit, wanted, &found);
	if (ret) {
		pmx_names_free(found.list);
		return ret;
	}
	qsort(found.list, found.count, sizeof(*found.list), compare_names);
	*names = found.list;
	return (ssize_t)found.count;
}

ssize_t pmx_machine_list(struct pmx_machine *machine, const char *path, size_t limit, char ***names)
{
	return list(machine, path, limit, is_entry, names);
}

ssize_t pmx_machine_list_directories(struct pmx_machine *machine, const char *path, size_t limit,
				     char ***names)
{
	return list(machine, path, limit, is_directory, names);
}

void pmx_names_free(char **names)
{
	for (char **name = names; name && *name; name++)
		free(*name);
	free(names);
}
