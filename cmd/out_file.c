// SPDX-License-Identifier: GPL-2.0-only
/*
 * out_file.c - opened before anything is measured, and believed only when closed
 */
#include "out_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int out_file_open(FILE **out, const char *path, bool append, struct pmx_error *err)
{
	/* a report for the next program in the pipe, where no file is wanted */
	if (!strcmp(path, "-")) {
		*out = stdout;
		return 0;
	}
	*out = fopen(path, append ? "ae" : "we");
	return *out ? 0 : pmx_error_set(err, -errno, "cannot write '%s': %s", path, strerror(errno));
}

bool out_file_is_standard(const FILE *file)
{
	return file == stdout || file == stderr;
}

int out_file_close(FILE *out, const char *path, struct pmx_error *err)
{
	const char *quote = path ? "'" : "";
	bool failed;
	int code;

	errno = 0;
	failed = fflush(out) || ferror(out);
	code = errno;
	if (!out_file_is_standard(out) && fclose(out) && !failed) {
		failed = true;
		code = errno;
	}
	if (!failed)
		return 0;
	code = code ? code : EIO; /* a write that failed long ago */
	return pmx_error_set(err, -code, "cannot write %s%s%s: %s", quote,
			     path ? path : "the report", quote, strerror(code));
}

bool out_file_wants_color(int color, int fd)
{
	if (color >= 0)
		return color > 0;
	return fd >= 0 && isatty(fd) && !getenv("NO_COLOR");
}
