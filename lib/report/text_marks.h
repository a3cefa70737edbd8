/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text_marks.h - colours, for reports that want them (ECMA-48, select graphic rendition)
 */
#ifndef PERFMUX_REPORT_TEXT_MARKS_H
#define PERFMUX_REPORT_TEXT_MARKS_H

#define PMX_MARK_BAD  "\033[31m"
#define PMX_MARK_DIM  "\033[2m"
#define PMX_MARK_GOOD "\033[32m"
#define PMX_MARK_WARN "\033[33m"
#define PMX_MARK_BOLD "\033[1m"
#define PMX_MARK_OFF  "\033[0m"

#endif
