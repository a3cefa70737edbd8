/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * utf8.h - characters in the bytes of a text (RFC 3629)
 */
#ifndef PMX_BASE_UTF8_H
#define PMX_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length in bytes of the character at @text, terminated, and which it is; 0 when not UTF-8. */
size_t pmx_utf8_decode(const char *text, uint32_t *c);

/* False for a byte that goes on with a character; in what is UTF-8, all others begin one. */
static inline bool pmx_utf8_begins(char byte)
{
	return ((unsigned char)byte & 0xc0) != 0x80;
}

/*
 * Columns that @length bytes of UTF-8 take on a terminal, one a character. Wide ones take two, but
 * wcwidth() knows them only in a locale that is the program's to set, and not in "C".
 */
size_t pmx_utf8_columns(const char *text, size_t length);

/*
 * True for what no format lets through as it is: it commands a terminal, ends a line, or reorders
 * the text around it. All are below 2^16.
 */
bool pmx_utf8_is_unsafe(uint32_t c);

#endif
