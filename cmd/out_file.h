/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * out_file.h - files that a user names for results
 */
#ifndef PMX_CMD_OUT_FILE_H
#define PMX_CMD_OUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include <perfmux/error.h>

/* Opens @path for writing, from the start or to @append; "-" is standard output. 0 or -errno. */
int out_file_open(FILE **out, const char *path, bool append, struct pmx_error *err);

/*
 * Flushes, and closes what is not a standard stream. -errno when anything that was written did not
 * reach the file; @path is for that message, NULL where the user named none.
 */
int out_file_close(FILE *out, const char *path, struct pmx_error *err);

/* One of several files that a user may name; @path NULL: not asked for. */
struct out_file {
	FILE **file;
	const char *path;
};

/*
 * Opens all that are asked for. 0 or -errno; -EINVAL when two are one file, which each would spoil
 * for the other. What was opened until then is the caller's to close.
 */
int out_files_open(const struct out_file *files, size_t count, struct pmx_error *err);

/* Closes all that are open, and leaves NULL behind. The first -errno. */
int out_files_close(const struct out_file *files, size_t count, struct pmx_error *err);

/* True for standard output and standard error, which main() closes. */
bool out_file_is_standard(const FILE *file);

/* What --color comes to (-1: only on a terminal) for what is written to @fd, which may be -1. */
bool out_file_wants_color(int color, int fd);

#endif
