/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * golden.h - exact output, kept in tests/golden/
 *
 * After a change that is meant, GOLDEN_UPDATE=1 writes the files anew: read the difference before
 * it is committed.
 */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "results.h"

static inline char *golden_path(const char *name, const char *format)
{
	const char *top = getenv("TOP");
	char *path;

	assert_true(asprintf(&path, "%s/tests/golden/%s.%s", top ? top : ".", name, format) > 0);
	return path;
}

static inline char *golden_read(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text;
	long size;

	if (!file)
		fail_msg("cannot read %s", path);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	size = ftell(file);
	assert_true(size >= 0);
	rewind(file);
	text = calloc((size_t)size + 1, 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)size, file), size);
	fclose(file);
	return text;
}

static inline void golden_write(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* Frees @text. */
static inline void golden_compare(const char *name, const char *format, char *text)
{
	char *path = golden_path(name, format), *expected;

	if (getenv("GOLDEN_UPDATE"))
		golden_write(path, text);
	expected = golden_read(path);
	if (strcmp(text, expected) != 0)
		print_message("%s differs; now it is:\n%s\n", path, text);
	assert_string_equal(text, expected);
	free(expected);
	free(path);
	free(text);
}

#endif
