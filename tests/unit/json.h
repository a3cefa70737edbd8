/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json.h - documents read by another's parser: what is not there fails the test that asks for it
 */
#ifndef TESTS_JSON_H
#define TESTS_JSON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline json_t *parse_bytes(const char *bytes, size_t length)
{
	json_error_t error;
	json_t *json = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);

	if (!json)
		fail_msg("line %d: %s in %.*s", error.line, error.text, (int)length, bytes);
	return json;
}

static inline json_t *parse(const char *document)
{
	return parse_bytes(document, strlen(document));
}

/* Frees @document. */
static inline json_t *parse_once(char *document)
{
	json_t *json = parse(document);

	free(document);
	return json;
}

/* --- members ---------------------------------------------------------------------------------- */

static inline json_t *get(const json_t *json, const char *key)
{
	json_t *value = json_object_get(json, key);

	if (!value)
		fail_msg("no %s", key);
	return value;
}

/* Element @i of the list @key. */
static inline json_t *at(const json_t *json, const char *key, size_t i)
{
	json_t *value = json_array_get(get(json, key), i);

	if (!value)
		fail_msg("no %s[%zu]", key, i);
	return value;
}

static inline const char *text(const json_t *json, const char *key)
{
	const char *value = json_string_value(get(json, key));

	if (!value)
		fail_msg("%s is no string", key);
	return value;
}

static inline json_int_t whole(const json_t *json, const char *key)
{
	const json_t *value = get(json, key);

	if (!json_is_integer(value))
		fail_msg("%s is no whole number", key);
	return json_integer_value(value);
}

static inline double number(const json_t *json, const char *key)
{
	const json_t *value = get(json, key);

	if (!json_is_number(value))
		fail_msg("%s is no number", key);
	return json_number_value(value);
}

static inline bool is_null(const json_t *json, const char *key)
{
	return json_is_null(get(json, key));
}

/* --- the manual ------------------------------------------------------------------------------- */

/* Members stand first on a line of a table, those with the same meaning on one line. */
static inline bool is_in_table(const char *page, const char *member)
{
	size_t length = strlen(member);

	for (const char *found = page; (found = strstr(found, member)) != NULL; found++) {
		const char *line = found;

		while (line > page && line[-1] != '\n')
			line--;
		if ((found == line || found[-1] == ' ') && strchr("\t,", found[length]) &&
		    !memchr(line, '\t', (size_t)(found - line)))
			return true;
	}
	return false;
}

/* Each member of the document, however deep, is in the page. */
static inline void check_documented(const char *page, json_t *json,
				    bool (*is_documented)(const char *page, const char *member))
{
	const char *key;
	json_t *value;
	size_t i;

	json_object_foreach(json, key, value) {
		if (!is_documented(page, key))
			fail_msg("the manual does not say what \"%s\" is", key);
		check_documented(page, value, is_documented);
	}
	json_array_foreach(json, i, value)
		check_documented(page, value, is_documented);
}

#endif
