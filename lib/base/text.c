// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - strings from outside, made safe to show
 *
 * Names of threads, events and files may hold any bytes: a terminal would obey them as commands.
 */
#include <string.h>

#include <perfmux/text.h>

#include "base/utf8.h"

/* A character of the input, as it is shown. */
struct piece {
	char text[16];
	size_t length;
};

/* Takes one character, or one byte that is none; returns how many bytes of @in that is. */
static size_t take_piece(const char *in, struct piece *piece)
{
	static const char hex[] = "0123456789abcdef";
	uint32_t c = 0;
	size_t taken = pmx_utf8_decode(in, &c);

	piece->length = 0;
	if (taken && !pmx_utf8_is_unsafe(c)) {
		memcpy(piece->text, in, taken);
		piece->length = taken;
		return taken;
	}
	if (!taken)
		taken = 1;
	for (size_t i = 0; i < taken; i++) {
		unsigned char byte = (unsigned char)in[i];

		piece->text[piece->length++] = '\\';
		piece->text[piece->length++] = 'x';
		piece->text[piece->length++] = hex[byte >> 4];
		piece->text[piece->length++] = hex[byte & 15];
	}
	return taken;
}

size_t pmx_text_safe(char *buf, size_t size, const char *in)
{
	struct piece piece;
	size_t length = 0;

	if (size)
		buf[0] = '\0';
	while (*in) {
		in += take_piece(in, &piece);
		if (length + piece.length < size) {
			memcpy(buf + length, piece.text, piece.length);
			buf[length + piece.length] = '\0';
		} else {
			size = 0; /* only whole characters, and none after the first that is cut */
		}
		length += piece.length;
	}
	return length;
}

void pmx_print_safe(FILE *out, const char *in)
{
	struct piece piece;

	while (*in) {
		in += take_piece(in, &piece);
		fwrite(piece.text, 1, piece.length, out);
	}
}
