/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cut.h - names that are longer than the room for them
 */
#ifndef PERFMUX_REPORT_CUT_H
#define PERFMUX_REPORT_CUT_H

#include "report/text_layout.h"

/* Leaves @width columns, 1 at least, the last of them an ellipsis ("~" without @utf8). */
void pmx_cell_cut(struct pmx_cell *cell, size_t width, bool utf8);

#endif
