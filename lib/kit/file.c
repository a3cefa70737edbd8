// SPDX-License-Identifier: GPL-2.0-only
/*
 * file.c - files of the kernel's that a scenario reads and writes
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/num.h"
#include "kit/kit.h"
#include "kit/mount.h"

int kit_write_at(int directory, const char *path, const char *text)
{
	pmx_autoclose int fd = openat(directory, path, O_WRONLY | O_CLOEXEC);
	size_t length = strlen(text);
	ssize_t written;

	if (fd < 0)
		return -errno;
	written = write(fd, text, length);
	if (written < 0)
		return -errno;
	return (size_t)written == length ? 0 : -EIO;
}

int kit_write_file(const char *path, const char *text)
{
	return kit_write_at(AT_FDCWD, path, text);
}

int kit_tracefs(struct kit *kit)
{
	int why;
	const char *path = pmx_machine_tracefs(kit->machine, &why);

	if (path)
		return pmx_machine_open_dir(kit->machine, path);
	return why == -ENOENT ? kit_mount_nowhere("tracefs") : why;
}

long kit_tracepoint(struct kit *kit, const char *name)
{
	pmx_autoclose int tracefs = kit_tracefs(kit);
	pmx_autoclose int fd = -1;
	char path[160], text[32];
	uint64_t id;
	ssize_t length;

	if (tracefs < 0)
		return tracefs;
	snprintf(path, sizeof(path), "events/%s/id", name);
	fd = openat(tracefs, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	length = read(fd, text, sizeof(text) - 1);
	if (length <= 0)
		return -EIO;
	text[length] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return pmx_num_decimal(text, INT32_MAX, &id) ? -EIO : (long)id;
}
