// SPDX-License-Identifier: GPL-2.0-only
/*
 * wrap.c - running text in a column of its own
 */
#include <stdbool.h>
#include <string.h>

#include <perfmux/text.h>

#include "report/wrap.h"

size_t pmx_wrap_to(struct pmx_out *out, size_t column, size_t indent)
{
	if (column + 2 > indent) {
		pmx_out_newline(out);
		column = 0;
	}
	pmx_out_spaces(out, indent - column);
	return indent;
}

/* Columns that a word of UTF-8 takes: its bytes that do not continue a character. */
static size_t width_of(const char *word, size_t length)
{
	size_t width = 0;

	for (size_t i = 0; i < length; i++)
		width += ((unsigned char)word[i] & 0xc0) != 0x80;
	return width;
}

size_t pmx_wrap(struct pmx_out *out, const char *text, size_t column, size_t indent)
{
	char safe[4096];
	bool first = true;

	pmx_text_safe(safe, sizeof(safe), text);
	for (const char *word = safe; *word;) {
		size_t length = strcspn(word, " "), width = width_of(word, length);

		if (!first && column + 1 + width > PMX_SCREEN) {
			pmx_out_newline(out);
			pmx_out_spaces(out, indent);
			column = indent;
		} else if (!first) {
			pmx_out_spaces(out, 1);
			column++;
		}
		pmx_out_mem(out, word, length);
		column += width;
		first = false;
		word += length;
		word += strspn(word, " ");
	}
	return column;
}
