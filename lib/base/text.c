// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - strings from outside, made safe to show
 *
 * Names of threads, events and files may hold any bytes: a terminal would obey them as commands.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/text_unsafe.h"

/* Characters that command a terminal or reorder the text around them, although they are UTF-8. */
static const struct {
	uint32_t first, last;
} unsafe[] = {
	{ 0x0000, 0x001f }, /* C0 controls */
	{ 0x007f, 0x009f }, /* delete, C1 controls */
	{ 0x061c, 0x061c }, /* direction marks */
	{ 0x200e, 0x200f },
	{ 0x2028, 0x202e }, /* line and paragraph separators, direction overrides */
	{ 0x2066, 0x2069 }, /* direction isolates */
};

bool pmx_text_is_unsafe(uint32_t c)
{
	for (size_t i = 0; i < sizeof(unsafe) / sizeof(unsafe[0]); i++)
		if (c >= unsafe[i].first && c <= unsafe[i].last)
			return true;
	return false;
}

/* What a lead byte announces (RFC 3629); smallest rules out a longer form than needed. */
static const struct {
	unsigned char mask, lead, more;
	uint32_t smallest;
} forms[] = {
	{ 0x80, 0x00, 0, 0x00 },
	{ 0xe0, 0xc0, 1, 0x80 },
	{ 0xf0, 0xe0, 2, 0x800 },
	{ 0xf8, 0xf0, 3, 0x10000 },
};

/* The length of the character at @in, 0 when it is not UTF-8. @in is terminated. */
static size_t decode(const unsigned char *in, uint32_t *out)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		uint32_t c;

		if ((in[0] & forms[i].mask) != forms[i].lead)
			continue;
		c = in[0] & (unsigned char)~forms[i].mask;
		for (unsigned j = 1; j <= forms[i].more; j++) {
			if ((in[j] & 0xc0) != 0x80)
				return 0;
			c = c << 6 | (in[j] & 0x3f);
		}
		if (c < forms[i].smallest || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
			return 0;
		*out = c;
		return forms[i].more + 1u;
	}
	return 0;
}

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
	size_t taken = decode((const unsigned char *)in, &c);

	piece->length = 0;
	if (taken && !pmx_text_is_unsafe(c)) {
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
