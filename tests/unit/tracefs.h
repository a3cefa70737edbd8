/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs.h - tracefs for a test program alone: in a mount namespace that ends with it
 */
#ifndef TRACEFS_H
#define TRACEFS_H

#include <sched.h>
#include <stdbool.h>
#include <sys/mount.h>
#include <unistd.h>

/*
 * True when /sys/kernel/tracing is tracefs afterwards, which needs root. It is mounted without
 * options, as these would change it for everybody.
 */
static inline bool tracefs_mount(void)
{
	if (access("/sys/kernel/tracing/events/syscalls", X_OK) == 0)
		return true;
	if (unshare(CLONE_NEWNS) || mount(NULL, "/sys", NULL, MS_REC | MS_PRIVATE, NULL))
		return false;
	return mount("tracefs", "/sys/kernel/tracing", "tracefs", 0, NULL) == 0;
}

#endif
