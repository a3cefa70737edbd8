// SPDX-License-Identifier: GPL-2.0-only
/*
 * quote.c - any bytes as a field of CSV, a string of JSON or the value of a label
 *
 * Sources: RFC 4180, RFC 8259, RFC 3629, and OpenMetrics 1.0 for labels.
 */
#include <stdbool.h>
#include <string.h>

#include "base/text_unsafe.h"
#include "report/quote.h"

static const char hex[] = "0123456789abcdef";

/* What may follow a first byte: how many more, and the range of the second (RFC 3629, 4). */
static const struct {
	unsigned char first, last, more, low, high;
} forms[] = {
	{ 0x00, 0x7f, 0, 0, 0 },       { 0xc2, 0xdf, 1, 0x80, 0xbf }, { 0xe0, 0xe0, 2, 0xa0, 0xbf },
	{ 0xe1, 0xec, 2, 0x80, 0xbf }, { 0xed, 0xed, 2, 0x80, 0x9f }, { 0xee, 0xef, 2, 0x80, 0xbf },
	{ 0xf0, 0xf0, 3, 0x90, 0xbf }, { 0xf1, 0xf3, 3, 0x80, 0xbf }, { 0xf4, 0xf4, 3, 0x80, 0x8f },
};

/* The length of the character at @text, 0 when it is not UTF-8. @text is terminated. */
static size_t character(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (at[0] < forms[i].first || at[0] > forms[i].last)
			continue;
		for (unsigned j = 1; j <= forms[i].more; j++) {
			unsigned char low = j == 1 ? forms[i].low : 0x80;
			unsigned char high = j == 1 ? forms[i].high : 0xbf;

			if (at[j] < low || at[j] > high)
				return 0;
		}
		return forms[i].more + 1u;
	}
	return 0;
}

/* What the character of @length bytes at @text stands for. */
static uint32_t code_point(const char *text, size_t length)
{
	uint32_t c = (unsigned char)text[0];

	if (length > 1)
		c &= 0x7fu >> length;
	for (size_t i = 1; i < length; i++)
		c = c << 6 | ((unsigned char)text[i] & 0x3f);
	return c;
}

static bool is_unsafe(const char *text, size_t length)
{
	return pmx_text_is_unsafe(code_point(text, length));
}

static void put_byte(struct pmx_out *out, const char *before, unsigned char byte)
{
	const char digits[2] = { hex[byte >> 4], hex[byte & 15] };

	pmx_out_text(out, before);
	pmx_out_mem(out, digits, 2);
}

/* How many bytes from @text on can be written as they are: none of a quote or @special. */
static size_t plain(const char *text, char special)
{
	size_t length = 0;

	while (text[length] && text[length] != '"' && text[length] != special) {
		size_t next = 1;

		if (text[length] < ' ' || text[length] > '~') {
			next = character(text + length);
			if (!next || is_unsafe(text + length, next))
				break;
		}
		length += next;
	}
	return length;
}

static size_t put_csv_special(struct pmx_out *out, const char *text)
{
	size_t length = character(text);

	if (*text == '"') {
		pmx_out_text(out, "\"\"");
		return 1;
	}
	if (*text == '\n' || *text == '\r') {
		pmx_out_mem(out, text, 1);
		return 1;
	}
	if (!length)
		length = 1;
	for (size_t i = 0; i < length; i++)
		put_byte(out, "\\x", (unsigned char)text[i]);
	return length;
}

void pmx_quote_csv(struct pmx_out *out, const char *text, const char *separator)
{
	bool quoted = strstr(text, separator) || strpbrk(text, "\"\r\n");

	if (quoted)
		pmx_out_text(out, "\"");
	while (*text) {
		size_t length = plain(text, '"');

		pmx_out_mem(out, text, length);
		text += length;
		if (*text)
			text += put_csv_special(out, text);
	}
	if (quoted)
		pmx_out_text(out, "\"");
}

static size_t put_json_special(struct pmx_out *out, const char *text)
{
	size_t length = character(text);
	uint32_t c;

	if (*text == '"' || *text == '\\') {
		pmx_out_text(out, "\\");
		pmx_out_mem(out, text, 1);
		return 1;
	}
	if (!length) {
		put_byte(out, "\\\\x", (unsigned char)*text);
		return 1;
	}
	c = code_point(text, length);
	put_byte(out, "\\u", (unsigned char)(c >> 8));
	put_byte(out, "", (unsigned char)c);
	return length;
}

void pmx_number_json(struct pmx_out *out, uint64_t value)
{
	if (value > INT64_MAX)
		pmx_out_double(out, (double)value);
	else
		pmx_out_u64(out, value);
}

void pmx_quote_json(struct pmx_out *out, const char *text)
{
	if (!text) {
		pmx_out_text(out, "null");
		return;
	}
	pmx_out_text(out, "\"");
	while (*text) {
		size_t length = plain(text, '\\');

		pmx_out_mem(out, text, length);
		text += length;
		if (*text)
			text += put_json_special(out, text);
	}
	pmx_out_text(out, "\"");
}

static size_t put_label_special(struct pmx_out *out, const char *text)
{
	size_t length = character(text);

	if (*text == '"' || *text == '\\' || *text == '\n') {
		pmx_out_text(out, "\\");
		pmx_out_mem(out, *text == '\n' ? "n" : text, 1);
		return 1;
	}
	if (!length)
		length = 1;
	for (size_t i = 0; i < length; i++)
		put_byte(out, "\\\\x", (unsigned char)text[i]);
	return length;
}

void pmx_quote_label(struct pmx_out *out, const char *text)
{
	pmx_out_text(out, "\"");
	while (*text) {
		size_t length = plain(text, '\\');

		pmx_out_mem(out, text, length);
		text += length;
		if (*text)
			text += put_label_special(out, text);
	}
	pmx_out_text(out, "\"");
}
