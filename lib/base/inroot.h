/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inroot.h - opening files of a sysroot, and never one outside it
 *
 * sysfs is full of links, and a sysroot may have been copied from anywhere: "/" and ".." in it
 * mean the sysroot's top, as they would after chroot().
 */
#ifndef PERFMUX_BASE_INROOT_H
#define PERFMUX_BASE_INROOT_H

#include <stddef.h>

/* As openat(@root, @path, @flags), with all links resolved inside @root. A descriptor or -errno. */
int pmx_inroot_open(int root, const char *path, int flags);

/*
 * Writes the path below @root, free of links, that @path leads to; "." for the top. The part that
 * does not exist is taken as it is. For kernels without openat2(): a directory that changes at
 * that moment could mislead it. 0 or -errno (-ELOOP, -ENAMETOOLONG).
 */
int pmx_inroot_resolve(int root, const char *path, char *out, size_t size);

#endif
