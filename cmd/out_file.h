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

/* True for standard output and standard error, which main() closes. */
bool out_file_is_standard(const FILE *file);

/* What --color comes to (-1: only on a terminal) for what is written to @fd, which may be -1. */
bool out_file_wants_color(int color, int fd);

#endif
