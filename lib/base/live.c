// SPDX-License-Identifier: GPL-2.0-only
/*
 * live.c - files of the running machine, which a user may be lent rights to look into
 *
 * What is to be opened with such rights is found first, without being opened, and judged: to open a
 * device or a pipe does something already.
 */
#include "base/live.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/rights.h"

/* Of these the kernel itself is the author, and a path into them was put together by us. */
static bool is_kernels(int fd)
{
	static const long types[] = { PROC_SUPER_MAGIC, TRACEFS_MAGIC, DEBUGFS_MAGIC };
	struct statfs fs;

	if (fstatfs(fd, &fs) < 0)
		return false;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if ((long)fs.f_type == types[i])
			return true;
	return false;
}

/* With rights that the user has not: no word that was typed may lead it elsewhere. */
static int open_with_rights(const char *path, int flags)
{
	char self[32];
	int fd;

	if (flags & (O_WRONLY | O_RDWR) || strstr(path, "/.."))
		return -EACCES;
	pmx_autoclose int found = pmx_with_rights(open(path, O_PATH | O_CLOEXEC));
	if (found < 0)
		return -errno;
	if (!is_kernels(found))
		return -EACCES;
	snprintf(self, sizeof(self), "/proc/self/fd/%d", found);
	fd = pmx_with_rights(open(self, flags));
	return fd < 0 ? -errno : fd;
}

/* Of others' processes /proc may say that there are none (hidepid). */
static bool may_be_lent(const char *path, int code)
{
	if (code != EACCES && code != EPERM && (code != ENOENT || strncmp(path, "/proc/", 6) != 0))
		return false;
	return pmx_rights_are_lent();
}

int pmx_live_open(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), code = errno;

	if (fd >= 0)
		return fd;
	return may_be_lent(path, code) ? open_with_rights(path, flags | O_CLOEXEC | O_NONBLOCK) :
					 -code;
}

DIR *pmx_live_open_dir(const char *path)
{
	pmx_autoclose int fd = pmx_live_open(path, O_RDONLY | O_DIRECTORY);
	DIR *dir;

	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	dir = fdopendir(fd);
	if (dir)
		pmx_take_fd(&fd);
	return dir;
}

ssize_t pmx_live_readlink(int dir, const char *name, char *target, size_t size)
{
	ssize_t length = readlinkat(dir, name, target, size);

	if (length < 0 && (errno == EACCES || errno == EPERM))
		length = pmx_with_rights(readlinkat(dir, name, target, size));
	return length;
}
