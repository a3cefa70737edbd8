/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bar.h - a bar of text
 */
#ifndef PERFMUX_REPORT_BAR_H
#define PERFMUX_REPORT_BAR_H

#include <stdbool.h>
#include <stddef.h>

#include "report/out.h"

enum { PMX_BAR_EIGHTHS = 8 };

/*
 * A bar of @part of @width columns, to an eighth of a column; without @utf8 of whole "#". A @part
 * above 1 is 1. Returns the columns that it took.
 */
size_t pmx_bar(struct pmx_out *out, double part, size_t width, bool utf8);

#endif
