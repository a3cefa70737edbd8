// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_label.c - commands and metrics where there is little room for their names
 */
#include <string.h>

#include <perfmux/text.h>

#include "base/utf8.h"
#include "report/bench_label.h"

const char *pmx_bench_letter(size_t index, char buf[PMX_BENCH_LETTER])
{
	char *at = &buf[PMX_BENCH_LETTER - 1];

	*at = '\0';
	for (index++; index && at > buf; index = (index - 1) / 26)
		*--at = (char)('A' + (index - 1) % 26);
	return memmove(buf, at, strlen(at) + 1);
}

/* --- the middle left out -------------------------------------------------------------------- */

/* Of a longer text so many bytes at either end are looked at: more than there is ever room for. */
enum { END = 512 };

/* Bytes of the first @count characters. */
static size_t bytes_of(const char *text, size_t count)
{
	size_t at = 0;

	for (; text[at]; at++)
		if (pmx_utf8_begins(text[at]) && count-- == 0)
			break;
	return at;
}

/* @text, or both ends of a long one, made safe. */
static void make_safe(char safe[8 * END + 1], const char *text)
{
	char ends[2 * END + 1];
	size_t length = strlen(text);

	if (length > 2 * END) {
		memcpy(ends, text, END);
		memcpy(ends + END, text + length - END, END + 1);
		text = ends;
	}
	pmx_text_safe(safe, 8 * END + 1, text);
}

/* In @width columns; false when that has too many bytes. */
static bool fit(struct pmx_cell *cell, const char *safe, size_t shown, size_t width, bool utf8)
{
	const char *mark = shown <= width ? "" : utf8 ? "\xe2\x80\xa6" : "~";
	size_t left = shown <= width ? shown : width / 2, head = bytes_of(safe, left);
	size_t skipped = shown <= width ? 0 : shown - (width - 1);
	const char *tail = safe + bytes_of(safe, left + skipped);

	if (head + strlen(mark) + strlen(tail) >= sizeof(cell->text))
		return false;
	memcpy(cell->text, safe, head);
	memcpy(cell->text + head, mark, strlen(mark));
	memcpy(cell->text + head + strlen(mark), tail, strlen(tail) + 1);
	cell->shown = shown < width ? shown : width;
	return true;
}

void pmx_bench_cut(struct pmx_cell *cell, const char *text, size_t width, bool utf8)
{
	char safe[8 * END + 1];
	size_t shown;

	make_safe(safe, text);
	shown = pmx_utf8_columns(safe, strlen(safe));
	while (!fit(cell, safe, shown, width, utf8))
		width = width < shown ? width - 1 : shown - 1;
}
