// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdinfo_scan.c - which descriptors of all processes are DRM clients
 *
 * A link is read for each descriptor, and nothing is opened but the fdinfo of those that turn out
 * to be DRM devices. Names below /dev/dri are; another one below /dev is asked for its device
 * number, since a container may have the node elsewhere. Asking files at large could wait for a
 * dead network file system.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/cleanup.h"
#include "base/live.h"
#include "base/num.h"
#include "gpu/fdinfo.h"
#include "gpu/proc.h"

#define DRM_MAJOR 226 /* Documentation/admin-guide/devices.txt */
#define DRI	  "/dev/dri/"
#define DEV	  "/dev/"

enum {
	MAX_TEXT = 16384, /* of a fdinfo file; real ones have some 1500 bytes */
	MAX_LINK = 256,
	MAX_PATH = 64,
	MAX_PIDS = 4194304, /* the kernel's own limit */
};

bool pmx_fdinfo_is_possible(struct pmx_machine *machine)
{
	char text[MAX_TEXT];

	if (pmx_machine_read(machine, "/proc/devices", text, sizeof(text)) < 0)
		return true; /* who knows */
	return strstr(text, "\n226 drm") != NULL;
}

static bool begins_with(const char *text, const char *beginning)
{
	return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* A sysroot's links lead to files of the machine that we run on: they are not followed. */
static bool is_drm(struct pmx_machine *machine, int dir, const char *fd, const char *link)
{
	struct stat st;

	if (begins_with(link, DRI))
		return true;
	return begins_with(link, DEV) && pmx_machine_is_live(machine) &&
	       fstatat(dir, fd, &st, AT_NO_AUTOMOUNT) == 0 && S_ISCHR(st.st_mode) &&
	       major(st.st_rdev) == DRM_MAJOR;
}

/* One descriptor of a process; @text has room for MAX_TEXT bytes. */
static int look_at(struct clients *clients, pid_t pid, int dir, const char *fd, char *text)
{
	char link[MAX_LINK], path[MAX_PATH];
	struct fdinfo_text parsed;
	ssize_t length = pmx_live_readlink(dir, fd, link, sizeof(link) - 1);
	uint64_t number;

	if (length <= 0 || pmx_num_decimal(fd, INT32_MAX, &number))
		return 0;
	link[length] = '\0';
	if (!is_drm(clients->machine, dir, fd, link))
		return 0;
	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%u", (int)pid, (unsigned)number);
	length = pmx_machine_read(clients->machine, path, text, MAX_TEXT);
	if (length < 0) {
		clients->out->left_out += length == -EFBIG;
		return 0;
	}
	gpu_fdinfo_parse(&parsed, text);
	if (!parsed.driver[0])
		return 0;
	return gpu_clients_add(clients, pid, strrchr(link, '/') + 1, &parsed);
}

static int look_at_process(struct clients *clients, pid_t pid, char *text)
{
	pmx_autoclosedir DIR *dir = NULL;
	const struct dirent *entry;
	char path[MAX_PATH];
	int fd, ret = 0;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	fd = pmx_machine_open_dir(clients->machine, path);
	if (fd == -EACCES || fd == -EPERM)
		clients->out->hidden++;
	if (fd < 0)
		return 0;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return -ENOMEM;
	}
	while (!ret && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			ret = look_at(clients, pid, fd, entry->d_name, text);
	return ret;
}

static int scan(struct clients *clients, const pid_t *pids, size_t count)
{
	pmx_autofree char *text = malloc(MAX_TEXT);
	int ret = text ? 0 : -ENOMEM;

	for (size_t i = 0; i < count && !ret; i++)
		ret = look_at_process(clients, pids[i], text);
	return ret;
}

int pmx_fdinfo_read(struct pmx_fdinfo *out, struct pmx_machine *machine, struct pmx_error *err)
{
	struct clients clients = { .machine = machine, .out = out };
	pmx_autofree pid_t *pids = NULL;
	ssize_t count;
	int ret;

	*out = (struct pmx_fdinfo){ .count = 0 };
	if (!pmx_fdinfo_is_possible(machine))
		return 0;
	count = gpu_proc_pids(machine, MAX_PIDS, &pids);
	if (count < 0)
		return pmx_error_set(err, (int)count, "/proc cannot be read: %s",
				     strerror((int)-count));
	ret = scan(&clients, pids, (size_t)count);
	gpu_clients_sort(&clients);
	gpu_clients_free(&clients);
	if (!ret)
		return 0;
	pmx_fdinfo_free(out);
	return pmx_error_nomem(err);
}
