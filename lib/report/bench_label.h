/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_label.h - commands and metrics where there is little room for their names
 */
#ifndef PERFMUX_REPORT_BENCH_LABEL_H
#define PERFMUX_REPORT_BENCH_LABEL_H

#include <stdbool.h>
#include <stddef.h>

#include "report/text_layout.h"

enum { PMX_BENCH_LETTER = 16 };

/* "A" to "Z", then "AA", "AB", ...: of the command with that index. Returns @buf. */
const char *pmx_bench_letter(size_t index, char buf[PMX_BENCH_LETTER]);

/*
 * @text made safe, in at most @width columns, 3 at least: what is longer has its end as well as its
 * beginning, with an ellipsis between them ("~" without @utf8), since commands that are compared
 * often differ in either.
 */
void pmx_bench_cut(struct pmx_cell *cell, const char *text, size_t width, bool utf8);

#endif
