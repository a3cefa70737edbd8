/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * out.h - a buffer in front of a FILE, for writers that put together many small pieces
 *
 * Spaces are held back until something follows them: no line ends in white space, whatever columns
 * are empty.
 */
#ifndef PERFMUX_REPORT_OUT_H
#define PERFMUX_REPORT_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pmx_out {
	FILE *file;
	size_t used;
	size_t spaces; /* held back */
	char data[8192];
};

void pmx_out_init(struct pmx_out *out, FILE *file);
void pmx_out_flush(struct pmx_out *out); /* into the FILE, whose own buffer may keep it */

void pmx_out_mem(struct pmx_out *out, const char *text, size_t length);
void pmx_out_text(struct pmx_out *out, const char *text);
void pmx_out_spaces(struct pmx_out *out, size_t count);
void pmx_out_newline(struct pmx_out *out); /* drops the spaces held back */

/* Text in a column of @width: what is too long is written whole. @shown: the width it takes. */
void pmx_out_left(struct pmx_out *out, const char *text, size_t shown, size_t width);
void pmx_out_right(struct pmx_out *out, const char *text, size_t shown, size_t width);

/* A line of a table of @count columns, two spaces before each; numbers stand at the right. */
void pmx_out_row(struct pmx_out *out, const char *const *cells, const size_t *widths,
		 const bool *is_number, size_t count);

void pmx_out_u64(struct pmx_out *out, uint64_t value);
void pmx_out_fixed(struct pmx_out *out, double value, unsigned precision);
void pmx_out_double(struct pmx_out *out, double value); /* as pmx_number_double() */

/* A flush at the end of the scope. */
#define PMX_OUT(name, file)                                          \
	__attribute__((cleanup(pmx_out_flush))) struct pmx_out name; \
	pmx_out_init(&name, file)

#endif
