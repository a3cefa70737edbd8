// SPDX-License-Identifier: GPL-2.0-only
/*
 * xml.c - any bytes as text of XML 1.0
 */
#include <stdbool.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/utf8.h"
#include "report/xml.h"

/* Of a text of any length so much is escaped at a time; each byte becomes at most four. */
enum { PIECE = 1024 };

/* Characters that XML 1.0 forbids although they are UTF-8; controls are gone before. */
static bool is_forbidden(const char *at)
{
	return at[0] == '\xef' && at[1] == '\xbf' && (at[2] == '\xbe' || at[2] == '\xbf');
}

static const char *entity_of(char c)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	default:
		return NULL;
	}
}

/* @safe has no controls, and is UTF-8. */
static void put_safe(struct pmx_out *out, const char *safe)
{
	for (const char *at = safe; *at;) {
		const char *entity = entity_of(*at);
		size_t plain = strcspn(at, "<>&\"\xef");

		pmx_out_mem(out, at, plain);
		at += plain;
		if (plain || !*at)
			continue;
		if (entity) {
			pmx_out_text(out, entity);
			at++;
		} else if (is_forbidden(at)) {
			pmx_out_text(out, "\xef\xbf\xbd"); /* the replacement character */
			at += 3;
		} else {
			pmx_out_mem(out, at, 1);
			at++;
		}
	}
}

/* How many of @length bytes to take at once: as many as fit, but no part of a character. */
static size_t piece_of(const char *text, size_t length)
{
	size_t piece = PIECE;

	if (length <= PIECE)
		return length;
	while (piece > PIECE - 3 && !pmx_utf8_begins(text[piece]))
		piece--;
	return piece;
}

static void put_bytes(struct pmx_out *out, const char *text, size_t length)
{
	char piece[PIECE + 1], safe[4 * PIECE + 1];

	while (length) {
		size_t taken = piece_of(text, length);

		memcpy(piece, text, taken);
		piece[taken] = '\0';
		pmx_text_safe(safe, sizeof(safe), piece);
		put_safe(out, safe);
		text += taken;
		length -= taken;
	}
}

void pmx_xml_text(struct pmx_out *out, const char *text)
{
	put_bytes(out, text, strlen(text));
}

void pmx_xml_lines(struct pmx_out *out, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n\t");

		put_bytes(out, text, length);
		text += length;
		if (!*text)
			break;
		if (*text == '\n')
			pmx_out_newline(out);
		else
			pmx_out_mem(out, "\t", 1);
		text++;
	}
}
