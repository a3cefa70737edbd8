// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8.c - characters in the bytes of a text (RFC 3629)
 */
#include "base/utf8.h"

/* What a lead byte announces; smallest rules out a longer form than needed. */
static const struct {
	unsigned char mask, lead, more;
	uint32_t smallest;
} forms[] = {
	{ 0x80, 0x00, 0, 0x00 },
	{ 0xe0, 0xc0, 1, 0x80 },
	{ 0xf0, 0xe0, 2, 0x800 },
	{ 0xf8, 0xf0, 3, 0x10000 },
};

size_t pmx_utf8_decode(const char *text, uint32_t *out)
{
	const unsigned char *in = (const unsigned char *)text;

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

size_t pmx_utf8_columns(const char *text, size_t length)
{
	size_t columns = 0;

	for (size_t i = 0; i < length; i++)
		columns += pmx_utf8_begins(text[i]);
	return columns;
}

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

bool pmx_utf8_is_unsafe(uint32_t c)
{
	for (size_t i = 0; i < sizeof(unsafe) / sizeof(unsafe[0]); i++)
		if (c >= unsafe[i].first && c <= unsafe[i].last)
			return true;
	return false;
}
