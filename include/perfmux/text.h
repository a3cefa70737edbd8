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

/*
 * Copies @in, of UTF-8, with each byte as "\xNN" of what commands a terminal (control characters),
 * ends a line or reorders the text around it (marks of direction), or is not UTF-8. Terminated, and
 * cut before a character or "\xNN" when @size is too small; with a @size of 0 @buf is not touched.
 * Returns the length of all of it.
 */
size_t pmx_text_safe(char *buf, size_t size, const char *in);

/* Writes @in to @out in the same way; a failed write is left to ferror(). */
void pmx_print_safe(FILE *out, const char *in);

/*
 * How unlike two names are: the edit distance in bytes (insert, delete, change, swap of
 * neighbours), at most @limit + 1, which is that of every name above 255 bytes.
 */
unsigned pmx_text_distance(const char *a, const char *b, unsigned limit);

#ifdef __cplusplus
}
#endif
#endif
