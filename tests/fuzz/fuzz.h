/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fuzz.h - what fuzz targets share: inputs as texts, invariants, files that hold an input
 *
 * An input becomes a block of its own size, so that the sanitizer sees one byte too many. What does
 * not hold aborts: libFuzzer keeps the input, and replaying it fails. Files live in memory, or in a
 * directory made once a process, below TEST_TMP or where memory is a file system.
 */
#ifndef PERFMUX_FUZZ_H
#define PERFMUX_FUZZ_H

#include <dlfcn.h>
#include <ftw.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perfmux/error.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(what)                                                                               \
	do {                                                                                      \
		if (!(what)) {                                                                    \
			fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #what); \
			abort();                                                                  \
		}                                                                                 \
	} while (0)

/* A failure says what failed: the code that was returned, in a text. */
static inline void check_error(int ret, const struct pmx_error *err)
{
	CHECK(ret < 0);
	CHECK(err->code == ret);
	CHECK(err->text[0] && memchr(err->text, '\0', sizeof(err->text)));
	CHECK(memchr(err->hint, '\0', sizeof(err->hint)));
}

/* The input as a text, up to its first zero; freed by the caller. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	size_t length = strnlen((const char *)data, size);
	char *text = malloc(length + 1);

	CHECK(text);
	if (length)
		memcpy(text, data, length);
	text[length] = '\0';
	return text;
}

/* Takes the next part of an input off, up to a byte @end; false when nothing is left. */
static inline bool fuzz_part(const uint8_t **data, size_t *size, uint8_t end, const uint8_t **part,
			     size_t *length)
{
	const uint8_t *stop;

	if (!*size)
		return false;
	stop = memchr(*data, end, *size);
	*part = *data;
	*length = stop ? (size_t)(stop - *data) : *size;
	*data += *length + (stop != NULL);
	*size -= *length + (stop != NULL);
	return true;
}

/* A library that the code under test loads and unloads stays loaded: that is the slow part. */
static inline void fuzz_keep_library(const char *name)
{
	static void *kept;

	if (!kept)
		kept = dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

/* --- files -------------------------------------------------------------------------------- */

/* A file in memory that holds @data, and the path to open it by. */
static inline int fuzz_file(const uint8_t *data, size_t size, char *path, size_t room)
{
	int fd = memfd_create("input", MFD_CLOEXEC);

	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	CHECK(lseek(fd, 0, SEEK_SET) == 0);
	snprintf(path, room, "/proc/self/fd/%d", fd);
	return fd;
}

static char fuzz_root[256];

static inline int fuzz_remove_one(const char *path, const struct stat *st, int type,
				  struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline void fuzz_remove_root(void)
{
	nftw(fuzz_root, fuzz_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A directory to be used as a sysroot; the same one for every input. */
static inline const char *fuzz_sysroot(void)
{
	const char *tmp = getenv("TEST_TMP");

	if (fuzz_root[0])
		return fuzz_root;
	if (!tmp)
		tmp = access("/dev/shm", W_OK) ? P_tmpdir : "/dev/shm";
	snprintf(fuzz_root, sizeof(fuzz_root), "%s/perfmux-fuzz.XXXXXX", tmp);
	CHECK(mkdtemp(fuzz_root));
	atexit(fuzz_remove_root);
	return fuzz_root;
}

/* Makes @path in the sysroot hold @data, with the directories above it. */
static inline void fuzz_put(const char *path, const void *data, size_t size)
{
	char full[512];
	FILE *file;

	snprintf(full, sizeof(full), "%s%s", fuzz_sysroot(), path);
	for (char *slash = full + strlen(fuzz_root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
	file = fopen(full, "we");
	CHECK(file);
	CHECK(fwrite(data, 1, size, file) == size);
	CHECK(!fclose(file));
}

static inline void fuzz_take_away(const char *path)
{
	char full[512];

	snprintf(full, sizeof(full), "%s%s", fuzz_sysroot(), path);
	unlink(full);
}

/* Each part of the input becomes a file; where there are fewer parts, the other files are gone. */
static inline void fuzz_lay_out(const char *const *files, size_t count, const uint8_t *data,
				size_t size)
{
	const uint8_t *part;
	size_t length;

	for (size_t i = 0; i < count; i++)
		if (fuzz_part(&data, &size, 0xff, &part, &length))
			fuzz_put(files[i], part, length);
		else
			fuzz_take_away(files[i]);
}

#endif
