// SPDX-License-Identifier: GPL-2.0-only
/*
 * quote.c - any bytes as a field of CSV, a string of JSON or the value of a label
 *
 * Sources: RFC 4180, RFC 8259, and OpenMetrics 1.0 for labels.
 */
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "report/quote.h"

/* The escape of a byte: @before, and two digits. */
static void put_byte(struct pmx_out *out, const char *before, unsigned char byte)
{
	static const char hex[] = "0123456789abcdef";
	const char digits[2] = { hex[byte >> 4], hex[byte & 15] };

	pmx_out_text(out, before);
	pmx_out_mem(out, digits, 2);
}

/* The same for each byte of a character, or for one that is none; returns how many. */
static size_t put_bytes(struct pmx_out *out, const char *before, const char *text)
{
	uint32_t c;
	size_t length = pmx_utf8_decode(text, &c);

	if (!length)
		length = 1;
	for (size_t i = 0; i < length; i++)
		put_byte(out, before, (unsigned char)text[i]);
	return length;
}

/* How many bytes from @text on can be written as they are: none of a quote or @special. */
static size_t plain(const char *text, char special)
{
	size_t length = 0;
	uint32_t c;

	while (text[length] && text[length] != '"' && text[length] != special) {
		size_t next = 1;

		if (text[length] < ' ' || text[length] > '~') {
			next = pmx_utf8_decode(text + length, &c);
			if (!next || pmx_utf8_is_unsafe(c))
				break;
		}
		length += next;
	}
	return length;
}

/*
 * Writes all of @text: what is not plain by @put_special, which returns how many bytes that took.
 */
static void put_text(struct pmx_out *out, const char *text, char special,
		     size_t (*put_special)(struct pmx_out *out, const char *text))
{
	while (*text) {
		size_t length = plain(text, special);

		pmx_out_mem(out, text, length);
		text += length;
		if (*text)
			text += put_special(out, text);
	}
}

static size_t put_csv_special(struct pmx_out *out, const char *text)
{
	if (*text == '"') {
		pmx_out_text(out, "\"\"");
		return 1;
	}
	return put_bytes(out, "\\x", text);
}

void pmx_quote_csv(struct pmx_out *out, const char *text, const char *separator)
{
	bool quoted = strstr(text, separator) || text[plain(text, '"')];

	if (quoted)
		pmx_out_text(out, "\"");
	put_text(out, text, '"', put_csv_special);
	if (quoted)
		pmx_out_text(out, "\"");
}

static size_t put_json_special(struct pmx_out *out, const char *text)
{
	uint32_t c;
	size_t length = pmx_utf8_decode(text, &c);

	if (*text == '"' || *text == '\\') {
		pmx_out_text(out, "\\");
		pmx_out_mem(out, text, 1);
		return 1;
	}
	if (!length)
		return put_bytes(out, "\\\\x", text);
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
	put_text(out, text, '\\', put_json_special);
	pmx_out_text(out, "\"");
}

static size_t put_label_special(struct pmx_out *out, const char *text)
{
	if (*text == '"' || *text == '\\' || *text == '\n') {
		pmx_out_text(out, "\\");
		pmx_out_mem(out, *text == '\n' ? "n" : text, 1);
		return 1;
	}
	return put_bytes(out, "\\\\x", text);
}

void pmx_quote_label(struct pmx_out *out, const char *text)
{
	pmx_out_text(out, "\"");
	put_text(out, text, '\\', put_label_special);
	pmx_out_text(out, "\"");
}
