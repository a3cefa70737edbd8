/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup_mount.h - where the cgroup hierarchy that perf events use is mounted
 */
#ifndef PMX_TARGET_CGROUP_MOUNT_H
#define PMX_TARGET_CGROUP_MOUNT_H

#include <stddef.h>

#include <perfmux/error.h>
#include <perfmux/machine.h>

/*
 * Writes the mount point, a path inside the machine without a slash at its end ("" when it is
 * the root directory), to @path. A version 1 hierarchy that has the perf_event controller wins:
 * while there is one, version 2 does not know perf events. Returns 0; -ENOENT: no such file
 * system is mounted; -ENODEV: the kernel was told not to use the controller; others: the mounts
 * cannot be read.
 */
int pmx_cgroup_mount_find(struct pmx_machine *machine, char *path, size_t size,
			  struct pmx_error *err);

#endif
