// SPDX-License-Identifier: GPL-2.0-only
/*
 * cut.c - names that are longer than the room for them
 */
#include <string.h>

#include "base/utf8.h"
#include "report/cut.h"

void pmx_cell_cut(struct pmx_cell *cell, size_t width, bool utf8)
{
	const char *mark = utf8 ? "\xe2\x80\xa6" : "~";
	size_t shown = 0, at = 0;

	if (cell->shown <= width)
		return;
	for (;; at++)
		if (pmx_utf8_begins(cell->text[at]) && ++shown >= width)
			break;
	if (at + strlen(mark) >= sizeof(cell->text))
		return;
	memcpy(cell->text + at, mark, strlen(mark) + 1);
	cell->shown = shown;
}
