/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * own_path.h - where a path leads, without the help of links that others have planted
 *
 * A result written with our rights to a path in a directory of many (/tmp) goes where a link there
 * says. The kernel's fs.protected_symlinks guards directories with a sticky bit, and where it is
 * switched on; this guards everywhere.
 */
#ifndef PMX_BASE_OWN_PATH_H
#define PMX_BASE_OWN_PATH_H

#include <limits.h>
#include <stdbool.h>

#include <perfmux/error.h>

struct pmx_own_path {
	int dir; /* the directory that the path ends in (O_PATH); the caller's to close */
	char name[NAME_MAX +
		  1];	    /* what is in it, or is not there yet; never a link but of procfs */
	bool is_descriptor; /* /dev/stdout, /dev/fd/N: the file behind it has been opened before */
	int descriptor;	    /* which of this process's that is, or -1 */
};

/*
 * Follows @path; links, also on the way, only when they belong to us or to root. 0, or -errno with
 * @err set ("cannot write 'PATH': ...") and nothing to close; -EPERM for somebody else's link.
 */
int pmx_own_path_find(const char *path, struct pmx_own_path *out, struct pmx_error *err);

#endif
