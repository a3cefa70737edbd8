// SPDX-License-Identifier: GPL-2.0-only
/*
 * out_file.c - opened before anything is measured, and believed only when closed
 */
#include "out_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ending.h"
#include "out_stream.h"
#include "terminal.h"

/* --- those that are open ------------------------------------------------------------------ */

enum { MOST = 16 }; /* more than any command has options for */

/* A signal handler reads it: slots are filled last and emptied first. */
static struct opened {
	FILE *volatile file;
	struct out_stream stream;
	struct pmx_whole *whole; /* NULL: a descriptor of the caller's */
	pid_t owner;
	bool given_up;
} opened[MOST];

static struct opened *find(const FILE *file)
{
	for (size_t i = 0; i < MOST; i++)
		if (opened[i].file == file)
			return &opened[i];
	return NULL;
}

/* A child that was forked has our list, and none of our files. */
static void discard_all(void)
{
	for (size_t i = 0; i < MOST; i++)
		if (opened[i].file && opened[i].whole && opened[i].owner == getpid())
			pmx_whole_discard(opened[i].whole);
}

static void discard_and_end(int number)
{
	discard_all();
	raise(number); /* SA_RESETHAND: now it ends us */
}

/* Only where temporaries have names. Commands that watch for signals themselves block them. */
static void discard_at_end(void)
{
	static const struct sigaction ours = { .sa_handler = discard_and_end,
					       .sa_flags = (int)SA_RESETHAND };
	static bool done;

	if (done)
		return;
	done = true;
	atexit(discard_all);
	ending_handle(&ours);
}

/* --- one ------------------------------------------------------------------------------------ */

/* Fills a slot with a stream to a copy of @fd. */
static int open_stream(struct opened *slot, int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3), code;

	if (copy < 0)
		return -errno;
	slot->file = out_stream_open(&slot->stream, copy);
	if (slot->file)
		return 0;
	code = errno;
	close(copy);
	return -code;
}

bool out_file_is_dash(const char *path)
{
	return path && !strcmp(path, "-");
}

int out_file_open(FILE **out, const char *path, enum pmx_whole_how how, struct pmx_error *err)
{
	struct opened *slot = find(NULL);
	struct pmx_whole *whole;
	int ret;

	*out = NULL;
	/* a report for the next program in the pipe, where no file is wanted */
	if (out_file_is_dash(path)) {
		*out = stdout;
		return 0;
	}
	if (!slot)
		return pmx_error_set(err, -ENFILE, "cannot write '%s': too many files", path);
	ret = pmx_whole_open(&whole, path, how, err);
	if (ret)
		return ret;
	if (pmx_whole_has_name(whole))
		discard_at_end();
	*slot = (struct opened){ .whole = whole, .owner = getpid() };
	ret = open_stream(slot, pmx_whole_fd(whole));
	*out = slot->file;
	if (!ret)
		return 0;
	pmx_error_set(err, ret, "cannot write '%s': %s", path, strerror(-ret));
	pmx_whole_free(whole);
	return ret;
}

int out_file_open_descriptor(FILE **out, int fd, struct pmx_error *err)
{
	struct opened *slot = find(NULL);
	int ret = -ENFILE;

	*out = NULL;
	if (slot) {
		*slot = (struct opened){ .owner = getpid() };
		ret = open_stream(slot, fd);
		*out = slot->file;
	}
	if (!ret)
		return 0;
	return pmx_error_set(err, ret, "cannot write to file descriptor %d: %s", fd,
			     strerror(-ret));
}

int out_file_descriptor(FILE *file)
{
	const struct opened *slot = find(file);

	if (slot)
		return slot->stream.fd;
	return file == stdout ? STDOUT_FILENO : fileno(file);
}

static struct pmx_whole *whole_of(const FILE *file)
{
	const struct opened *slot = file ? find(file) : NULL;

	return slot ? slot->whole : NULL;
}

int out_file_begin(FILE *out, struct pmx_error *err)
{
	struct pmx_whole *whole = whole_of(out);

	return whole ? pmx_whole_begin(whole, err) : 0;
}

bool out_file_is_standard(const FILE *file)
{
	return file == stdout || file == stderr;
}

void out_file_give_up(FILE *out)
{
	struct opened *slot = out ? find(out) : NULL;

	if (slot)
		slot->given_up = true;
}

static bool is_empty(const struct pmx_whole *whole)
{
	struct stat st;

	return !fstat(pmx_whole_fd(whole), &st) && !st.st_size;
}

/* All of it is where it was written to: or it was not, and @failed. */
static int end_whole(struct opened *slot, bool failed, struct pmx_error *err)
{
	struct pmx_whole *whole = slot->whole;
	int ret = 0;

	slot->file = NULL;
	if (!whole)
		return 0;
	if (!failed && !slot->given_up && !is_empty(whole))
		ret = pmx_whole_commit(whole, err);
	pmx_whole_free(whole);
	return ret;
}

/* Said once: main(), which closes standard output, need not say it again. */
static int fail_standard(FILE *out, struct pmx_error *err)
{
	int code = out == stdout ? out_stream_stdout_code() : EIO;

	if (out == stdout)
		clearerr(out);
	return pmx_error_set(err, -code, "cannot write to standard %s: %s",
			     out == stdout ? "output" : "error", strerror(code));
}

int out_file_close(FILE *out, const char *path, struct pmx_error *err)
{
	struct opened *slot = find(out);
	const char *quote = path ? "'" : "";
	bool failed = fflush(out) || ferror(out);
	int ret, code;

	if (!slot)
		return failed ? fail_standard(out, err) : 0;
	if (fclose(out))
		failed = true;
	ret = end_whole(slot, failed, err);
	if (!failed)
		return ret;
	code = slot->stream.code ? slot->stream.code : EIO;
	return pmx_error_set(err, -code, "cannot write %s%s%s: %s", quote,
			     path ? path : "the report", quote, strerror(code));
}

bool out_file_wants_color(int color, int fd)
{
	if (color >= 0)
		return color > 0;
	return terminal_obeys(fd) && !getenv("NO_COLOR");
}

/* --- several ------------------------------------------------------------------------------ */

/* A pipe that standard error happens to share was not asked for. */
static bool is_chance(FILE *one, FILE *other)
{
	struct stat st;

	return (one == stderr || other == stderr) && !fstat(STDERR_FILENO, &st) &&
	       S_ISFIFO(st.st_mode);
}

static bool is_same_file(FILE *one, FILE *other)
{
	struct pmx_whole *a = whole_of(one), *b = whole_of(other);

	if (one == other)
		return true;
	if (is_chance(one, other))
		return false;
	if (a && b)
		return pmx_whole_is_same(a, b);
	if (a || b)
		return pmx_whole_is_file(a ? a : b, out_file_descriptor(a ? other : one));
	return pmx_whole_is_one_file(out_file_descriptor(one), out_file_descriptor(other));
}

static int open_one(const struct out_file *files, size_t i, struct pmx_error *err)
{
	bool wanted = files[i].path && !*files[i].file;
	int ret = wanted ? out_file_open(files[i].file, files[i].path, files[i].how, err) : 0;

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

int out_files_begin(const struct out_file *files, size_t count, struct pmx_error *err)
{
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++)
		ret = out_file_begin(*files[i].file, err);
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
