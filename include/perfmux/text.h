/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text.h - strings from outside, made safe to show
 */
#ifndef PERFMUX_TEXT_H
#define PERFMUX_TEXT_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies @in with control characters and bytes that are not UTF-8 as "\xNN"; returns the full length. */
size_t pmx_text_safe(char *buf, size_t size, const char *in);

/* Writes @in to @out in the same way. */
void pmx_print_safe(FILE *out, const char *in);

/* How alike two names are: the edit distance (insert, delete, change, swap of neighbours), at most @limit + 1. */
unsigned pmx_text_distance(const char *a, const char *b, unsigned limit);

#ifdef __cplusplus
}
#endif
#endif
