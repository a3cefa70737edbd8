// SPDX-License-Identifier: GPL-2.0-only
/*
 * out.c - a buffer in front of a FILE
 */
#include <string.h>

#include "base/utf8.h"
#include "report/number.h"
#include "report/out.h"

void pmx_out_init(struct pmx_out *out, FILE *file)
{
	out->file = file;
	out->used = 0;
	out->spaces = 0;
}

void pmx_out_flush(struct pmx_out *out)
{
	if (out->used)
		fwrite(out->data, 1, out->used, out->file);
	out->used = 0;
}

static void put(struct pmx_out *out, const char *text, size_t length)
{
	if (length > sizeof(out->data) - out->used)
		pmx_out_flush(out);
	if (length > sizeof(out->data)) {
		fwrite(text, 1, length, out->file);
		return;
	}
	memcpy(out->data + out->used, text, length);
	out->used += length;
}

void pmx_out_mem(struct pmx_out *out, const char *text, size_t length)
{
	static const char blank[] = "                                ";

	if (!length)
		return;
	while (out->spaces) {
		size_t some = out->spaces < sizeof(blank) - 1 ? out->spaces : sizeof(blank) - 1;

		put(out, blank, some);
		out->spaces -= some;
	}
	put(out, text, length);
}

void pmx_out_text(struct pmx_out *out, const char *text)
{
	pmx_out_mem(out, text, strlen(text));
}

void pmx_out_spaces(struct pmx_out *out, size_t count)
{
	out->spaces += count;
}

void pmx_out_newline(struct pmx_out *out)
{
	out->spaces = 0;
	put(out, "\n", 1);
}

void pmx_out_left(struct pmx_out *out, const char *text, size_t shown, size_t width)
{
	pmx_out_text(out, text);
	pmx_out_spaces(out, shown < width ? width - shown : 0);
}

void pmx_out_right(struct pmx_out *out, const char *text, size_t shown, size_t width)
{
	pmx_out_spaces(out, shown < width ? width - shown : 0);
	pmx_out_text(out, text);
}

void pmx_out_row(struct pmx_out *out, const char *const *cells, const size_t *widths,
		 const bool *is_number, size_t count)
{
	for (size_t c = 0; c < count; c++) {
		size_t shown = pmx_utf8_columns(cells[c], strlen(cells[c]));

		pmx_out_spaces(out, 2);
		if (is_number[c])
			pmx_out_right(out, cells[c], shown, widths[c]);
		else
			pmx_out_left(out, cells[c], shown, widths[c]);
	}
	pmx_out_newline(out);
}

void pmx_out_u64(struct pmx_out *out, uint64_t value)
{
	char buf[PMX_NUMBER_SIZE];

	pmx_out_mem(out, buf, pmx_number_u64(buf, value, false));
}

void pmx_out_fixed(struct pmx_out *out, double value, unsigned precision)
{
	char buf[PMX_NUMBER_SIZE];

	pmx_out_mem(out, buf, pmx_number_fixed(buf, value, precision, false));
}

void pmx_out_double(struct pmx_out *out, double value)
{
	char buf[PMX_NUMBER_SIZE];

	pmx_out_mem(out, buf, pmx_number_double(buf, value));
}
