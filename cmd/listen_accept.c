// SPDX-License-Identifier: GPL-2.0-only
/*
 * listen_accept.c - RFC 9110, 12.5.1: ranges between commas, each with parameters behind
 * semicolons, whose values may be quoted
 */
#include "listen_accept.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

struct word {
	const char *at;
	size_t length;
};

/* Up to one of @ends, or the end; what is quoted holds none. */
static size_t length_to(const char *text, const char *ends)
{
	bool quoted = false;
	size_t i;

	for (i = 0; text[i] && (quoted || !strchr(ends, text[i])); i++) {
		if (text[i] == '"')
			quoted = !quoted;
		else if (quoted && text[i] == '\\' && text[i + 1])
			i++;
	}
	return i;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct word trimmed(const char *text, size_t length)
{
	while (length && is_blank(*text))
		text++, length--;
	while (length && is_blank(text[length - 1]))
		length--;
	return (struct word){ text, length };
}

static bool is_word(struct word word, const char *text)
{
	return word.length == strlen(text) && !strncasecmp(word.at, text, word.length);
}

/* 0, 0., 0.0, 0.00, 0.000 */
static bool is_zero(struct word word)
{
	if (!word.length || word.at[0] != '0' || (word.length > 1 && word.at[1] != '.'))
		return false;
	for (size_t i = 2; i < word.length; i++)
		if (word.at[i] != '0')
			return false;
	return true;
}

static bool is_weight_zero(const char *parameter, size_t length)
{
	const char *equals = memchr(parameter, '=', length);
	size_t name = equals ? (size_t)(equals - parameter) : length;

	return equals && is_word(trimmed(parameter, name), "q") &&
	       is_zero(trimmed(equals + 1, length - name - 1));
}

/* @range: up to a comma, or the end. */
static bool names_openmetrics(const char *range)
{
	size_t length = length_to(range, ",;");

	if (!is_word(trimmed(range, length), "application/openmetrics-text"))
		return false;
	while (range[length] == ';') {
		range += length + 1;
		length = length_to(range, ",;");
		if (is_weight_zero(range, length))
			return false;
	}
	return true;
}

enum pmx_exposition listen_accept_format(const char *accept)
{
	while (accept && *accept) {
		if (names_openmetrics(accept))
			return PMX_OPENMETRICS;
		accept += length_to(accept, ",");
		accept += *accept == ',';
	}
	return PMX_PROMETHEUS_TEXT;
}
