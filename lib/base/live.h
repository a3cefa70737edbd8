/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * live.h - files of the running machine, which a user may be lent rights to look into
 */
#ifndef PMX_BASE_LIVE_H
#define PMX_BASE_LIVE_H

#include <dirent.h>
#include <sys/types.h>

/*
 * Opens @path for reading with the user's own rights; where they do not do and the kernel is the
 * author of what is there (procfs, tracefs, debugfs), with lent ones. Close-on-exec, and nothing
 * blocks. A descriptor or -errno. @path is put together by us.
 */
int pmx_live_open(const char *path, int flags);

/* The same for a directory; NULL with errno set. */
DIR *pmx_live_open_dir(const char *path);

/* readlinkat(2) in a directory of /proc, with lent rights where the user's own do not do. */
ssize_t pmx_live_readlink(int dir, const char *name, char *target, size_t size);

#endif
