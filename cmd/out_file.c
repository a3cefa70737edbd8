// SPDX-License-Identifier: GPL-2.0-only
/*
 * out_file.c - opened before anything is measured, and believed only when closed
 */
#include "out_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* --- several ------------------------------------------------------------------------------ */

/* Terminals and /dev/null take several documents; of a file or a pipe one would spoil the other. */
static bool is_same_file(FILE *one, FILE *other)
{
	struct stat a, b;

	if (one == other)
		return true;
	return !fstat(fileno(one), &a) && !fstat(fileno(other), &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && (S_ISREG(a.st_mode) || S_ISFIFO(a.st_mode));
}

static int open_one(const struct out_file *files, size_t i, struct pmx_error *err)
{
	int ret = files[i].path ? out_file_open(files[i].file, files[i].path, false, err) : 0;

	for (size_t k = 0; k < i && !ret && *files[i].file; k++)
		if (*files[k].file && is_same_file(*files[k].file, *files[i].file))
			ret = pmx_error_set(err, -EINVAL, "two results cannot both go to '%s'",
					    files[i].path);
	return ret;
}

int out_files_open(const struct out_file *files, size_t count, struct pmx_error *err)
{
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++)
		ret = open_one(files, i, err);
	return ret;
}

int out_files_close(const struct out_file *files, size_t count, struct pmx_error *err)
{
	struct pmx_error ignored;
	int ret = 0;

	for (size_t i = 0; i < count; i++) {
		FILE *file = *files[i].file;
		int one = file ? out_file_close(file, files[i].path, ret ? &ignored : err) : 0;

		*files[i].file = NULL;
		ret = ret ? ret : one;
	}
	return ret;
}
