// SPDX-License-Identifier: GPL-2.0-only
/*
 * wrap.c - running text in a column of its own
 */
#include <stdbool.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/utf8.h"
#include "report/wrap.h"

size_t pmx_screen_width(size_t columns)
{
	enum { LEAST = 40, MOST = 1000 };

	if (!columns)
		return PMX_SCREEN;
	if (columns < LEAST)
		return LEAST;
	return columns < MOST ? columns : MOST;
}

size_t pmx_wrap_to(struct pmx_out *out, size_t column, size_t indent)
{
	if (column + 2 > indent) {
		pmx_out_newline(out);
		column = 0;
	}
	pmx_out_spaces(out, indent - column);
	return indent;
}

static size_t next_line(struct pmx_out *out, size_t indent)
{
	pmx_out_newline(out);
	pmx_out_spaces(out, indent);
	return indent;
}

/* Breaks it where it would go beyond the screen. */
static size_t put_word(struct pmx_out *out, const char *word, size_t length, size_t column,
		       size_t indent)
{
	while (length) {
		size_t room = column < PMX_SCREEN ? PMX_SCREEN - column : column <= indent;
		size_t some = 0, shown = 0;

		while (some < length && (!pmx_utf8_begins(word[some]) || shown < room))
			shown += pmx_utf8_begins(word[some++]);
		pmx_out_mem(out, word, some);
		column += shown;
		word += some;
		length -= some;
		if (length)
			column = next_line(out, indent);
	}
	return column;
}

size_t pmx_wrap(struct pmx_out *out, const char *text, size_t column, size_t indent)
{
	char safe[4096];
	size_t gap = 0;

	pmx_text_safe(safe, sizeof(safe), text);
	for (const char *word = safe; *word; gap = 1) {
		size_t length = strcspn(word, " "), width = pmx_utf8_columns(word, length);
		/* what begins the text and is broken anyhow begins where it should */
		bool helps = gap || indent + width <= PMX_SCREEN;

		if (column > indent && column + gap + width > PMX_SCREEN && helps) {
			column = next_line(out, indent);
		} else {
			pmx_out_spaces(out, gap);
			column += gap;
		}
		column = put_word(out, word, length, column, indent);
		word += length;
		word += strspn(word, " ");
	}
	return column;
}
