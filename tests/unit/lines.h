/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lines.h - texts: what is in them and how often, and for terminals how wide they are
 */
#ifndef TESTS_LINES_H
#define TESTS_LINES_H

#include "results.h"

/* Of UTF-8 whose characters are one column each. */
static inline size_t columns_of(const char *text, size_t length)
{
	size_t columns = 0;

	for (size_t i = 0; i < length; i++)
		columns += ((unsigned char)text[i] & 0xc0) != 0x80;
	return columns;
}

static inline size_t widest_line(const char *text)
{
	size_t widest = 0;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		size_t columns = columns_of(text, strcspn(text, "\n"));

		widest = columns > widest ? columns : widest;
	}
	return widest;
}

static inline size_t count_of(const char *text, const char *what)
{
	size_t count = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		count++;
	return count;
}

static inline void check_has(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("no \"%s\" in\n%s", what, text);
}

/* No line ends in a space, or is wider than 80 columns. */
static inline void check_lines(const char *text)
{
	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		size_t length = strcspn(line, "\n");

		if (columns_of(line, length) > 80)
			fail_msg("too wide: %.*s", (int)length, line);
		if (length && line[length - 1] == ' ')
			fail_msg("a space at the end: %.*s", (int)length, line);
	}
}

/* Nothing in it, in ASCII or beyond, is obeyed by a terminal. */
static inline void check_visible(const char *text)
{
	for (const char *at = text; *at; at++)
		if (((unsigned char)*at < ' ' && *at != '\n') || *at == 0x7f ||
		    (*at == '\xc2' && (unsigned char)at[1] < 0xa0))
			fail_msg("a control character at %.20s", at);
}

/* Takes them out of @text itself. */
static inline char *without_colours(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		if (*from == '\033')
			from += strcspn(from, "m");
		else
			*to++ = *from;
	}
	*to = '\0';
	return text;
}

#endif
