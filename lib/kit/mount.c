// SPDX-License-Identifier: GPL-2.0-only
/*
 * mount.c - file systems of the kernel's, mounted where nobody sees them
 */
#include "kit/mount.h"

#include <errno.h>
#include <sys/mount.h>

#include "base/cleanup.h"

int kit_mount_nowhere(const char *type)
{
	pmx_autoclose int context = fsopen(type, FSOPEN_CLOEXEC);
	int fd;

	if (context < 0 || fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0)
		return -errno;
	fd = fsmount(context, FSMOUNT_CLOEXEC, 0);
	return fd < 0 ? -errno : fd;
}
