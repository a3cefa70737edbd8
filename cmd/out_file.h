/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * out_file.h - files that a user names for results
 *
 * A regular file gets its content at the end and at once (see lib/base/whole.h). One to which
 * nothing was written, or whose result came to nothing, is left as it was; so is one to which not
 * all could be written, for want of room.
 */
#ifndef PMX_CMD_OUT_FILE_H
#define PMX_CMD_OUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include <perfmux/error.h>

#include "base/whole.h"

/* True for "-", which is standard output; false for NULL. */
bool out_file_is_dash(const char *path);

/* Opens @path for writing; "-" is standard output. 0 or -errno. */
int out_file_open(FILE **out, const char *path, enum pmx_whole_how how, struct pmx_error *err);

/* Opens a copy of @fd, which stays the caller's. 0 or -errno. */
int out_file_open_descriptor(FILE **out, int fd, struct pmx_error *err);

/* What @file, a standard stream or one of these, writes to: fileno() does not know all of them. */
int out_file_descriptor(FILE *file);

/*
 * Nothing can be refused any more: what is written directly loses its former content here, and not
 * before. For those opened as PMX_WHOLE_LIVE and PMX_WHOLE_APPEND, before the first word. @out may
 * be NULL.
 */
int out_file_begin(FILE *out, struct pmx_error *err);

/* There is no result: closing @out leaves a file that was to be replaced as it is. May be NULL. */
void out_file_give_up(FILE *out);

/*
 * Flushes, and closes what is not a standard stream. -errno, that of the first write that failed,
 * when anything that was written did not reach the file; @path is for that message, NULL where the
 * user named none.
 */
int out_file_close(FILE *out, const char *path, struct pmx_error *err);

/* One of several files that a user may name. */
struct out_file {
	FILE **file;
	const char *path; /* NULL: not asked for, or open already */
	enum pmx_whole_how how;
};

/*
 * Opens all that are asked for and not open yet. 0 or -errno; -EINVAL when two are one file, which
 * each would spoil for the other. What was opened until then is the caller's to close.
 */
int out_files_open(const struct out_file *files, size_t count, struct pmx_error *err);

/* out_file_begin() of all that are open. */
int out_files_begin(const struct out_file *files, size_t count, struct pmx_error *err);

/* Closes all that are open, and leaves NULL behind. The first -errno. */
int out_files_close(const struct out_file *files, size_t count, struct pmx_error *err);

/* True for standard output and standard error, which main() closes. */
bool out_file_is_standard(const FILE *file);

/* What --color comes to (-1: only on a terminal) for what is written to @fd, which may be -1. */
bool out_file_wants_color(int color, int fd);

#endif
