/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * wrap.h - running text in a column of its own
 */
#ifndef PERFMUX_REPORT_WRAP_H
#define PERFMUX_REPORT_WRAP_H

#include "report/out.h"

/* Columns of a screen, which lines do not go beyond. */
enum { PMX_SCREEN = 80 };

/* The columns of a terminal that a report fills, from 40 to 1000; 0 is one of PMX_SCREEN. */
size_t pmx_screen_width(size_t columns);

/*
 * Writes @text word by word; the cursor stands at @column, further lines begin at @indent, and none
 * reaches beyond PMX_SCREEN: a word that is longer than a line is broken. Control characters are
 * made visible. Returns the column where it ended. @text longer than 4 KiB is cut.
 */
size_t pmx_wrap(struct pmx_out *out, const char *text, size_t column, size_t indent);

/* Spaces up to @indent, two at least: else a line end first. Returns @indent. */
size_t pmx_wrap_to(struct pmx_out *out, size_t column, size_t indent);

#endif
