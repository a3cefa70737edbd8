/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mount.h - file systems of the kernel's, mounted where nobody sees them
 */
#ifndef PERFMUX_KIT_MOUNT_H
#define PERFMUX_KIT_MOUNT_H

/*
 * The root of a file system of this type, "tracefs", as a directory's fd (close-on-exec), or
 * -errno. The mount has no place, and ends with the fd. It gets no options, which would change the
 * one superblock that all mounts of such a type share.
 */
int kit_mount_nowhere(const char *type);

#endif
