/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * manuals.h - sources of manual pages, which must name what is written
 */
#ifndef TESTS_MANUALS_H
#define TESTS_MANUALS_H

#include "golden.h"

/* The source of a page in cmd/, for free(). */
static inline char *manual_read(const char *name)
{
	const char *top = getenv("TOP");
	char path[4096];

	snprintf(path, sizeof(path), "%s/cmd/%s", top ? top : ".", name);
	return golden_read(path);
}

/* From the heading @first to the end of the section @last, which may be the same; for free(). */
static inline char *manual_section(const char *name, const char *first, const char *last)
{
	char *page = manual_read(name), *section, *begin, *end;

	begin = strstr(page, first);
	assert_non_null(begin);
	end = strstr(begin, last);
	assert_non_null(end);
	end = strstr(end + 1, "\n.SH ");
	assert_non_null(end);
	section = strndup(begin, (size_t)(end - begin));
	assert_non_null(section);
	free(page);
	return section;
}

#endif
