/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * whole.h - files that are written whole or not at all
 *
 * What is written goes to a temporary, which takes the name when all of it is on the disk. Until
 * then, and when we are ended before, the former file is what it was. Where the file system can,
 * the temporary has no name until that moment, and nothing can be left behind.
 *
 * What is not a regular file (a pipe, a terminal) is written directly. So is what a descriptor
 * stands for (/dev/stdout, /dev/fd/3): it is never emptied, and goes on where that descriptor is.
 */
#ifndef PMX_BASE_WHOLE_H
#define PMX_BASE_WHOLE_H

#include <stdbool.h>

#include <perfmux/error.h>

enum pmx_whole_how {
	PMX_WHOLE_REPLACE,   /* at once, at the end */
	PMX_WHOLE_LIVE,	     /* directly, from pmx_whole_begin() on: somebody may follow it */
	PMX_WHOLE_APPEND,    /* directly, behind what is there */
	PMX_WHOLE_TRANSIENT, /* as REPLACE, and soon replaced itself: neither kept nor waited for */
};

struct pmx_whole;

/*
 * Sees that @path can be written, and changes nothing yet. 0, or -errno with @err set: -EBADF for a
 * descriptor that was not given to us for writing. @path is copied.
 */
int pmx_whole_open(struct pmx_whole **out, const char *path, enum pmx_whole_how how,
		   struct pmx_error *err);

/*
 * All that is to be written to has been opened: empties what is written directly, and not added to.
 * Before that a former file is what it was, and one that was made is discarded.
 */
int pmx_whole_begin(struct pmx_whole *whole, struct pmx_error *err);

/* To be written to. It stays ours. */
int pmx_whole_fd(const struct pmx_whole *whole);

/* True when both would be written to one file. */
bool pmx_whole_is_same(const struct pmx_whole *one, const struct pmx_whole *other);

/* True when writing to it ends in the file that @fd is. */
bool pmx_whole_is_file(const struct pmx_whole *whole, int fd);

/* True when both are one regular file or pipe, in which one result would spoil the other. */
bool pmx_whole_is_one_file(int one, int other);

/*
 * All is written: brings it to the disk, and gives it its name. -errno when that failed; then what
 * was written is kept where @err says, if it could be kept anywhere.
 */
int pmx_whole_commit(struct pmx_whole *whole, struct pmx_error *err);

/* True when a temporary with a name is there, which somebody has to discard when we are ended. */
bool pmx_whole_has_name(const struct pmx_whole *whole);

/* Removes what was made and has a name; safe in a signal handler. Others have nothing to remove. */
void pmx_whole_discard(const struct pmx_whole *whole);

/* Closes; what was not committed is gone. NULL is allowed. */
void pmx_whole_free(struct pmx_whole *whole);

#endif
