// SPDX-License-Identifier: GPL-2.0-only
/*
 * members.c - what a JSON document has to hold: asked for by name and type, with a fault that says
 * where
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "bench/members.h"

int pmx_document_wrong(const struct pmx_document *doc, const char *format, ...)
{
	char what[256];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	return pmx_error_set(doc->err, -EINVAL, "baseline '%s': %s", doc->path, what);
}

static int wrong_member(const struct pmx_document *doc, const char *where, const char *key,
			const json_t *found, const char *what)
{
	return pmx_document_wrong(doc, "%s%s%s %s", where, *where ? "." : "", key,
				  found ? what : "is missing");
}

int pmx_member_text(const struct pmx_document *doc, const json_t *object, const char *where,
		    const char *key, bool may_miss, const char **out)
{
	const json_t *value = doc->lib->json_object_get(object, key);

	*out = NULL;
	if (may_miss && (!value || json_is_null(value)))
		return 0;
	if (!json_is_string(value))
		return wrong_member(doc, where, key, value, "is no text");
	*out = doc->lib->json_string_value(value);
	return 0;
}

int pmx_member_bool(const struct pmx_document *doc, const json_t *object, const char *where,
		    const char *key, bool *out)
{
	const json_t *value = doc->lib->json_object_get(object, key);

	if (!json_is_boolean(value))
		return wrong_member(doc, where, key, value, "is neither true nor false");
	*out = json_is_true(value);
	return 0;
}

bool pmx_json_whole(const struct pmx_document *doc, const json_t *value, uint64_t max,
		    uint64_t *out)
{
	double number;

	if (!json_is_real(value)) /* all numbers are loaded as such */
		return false;
	number = doc->lib->json_real_value(value);
	if (!(number >= 0 && number <= (double)max) || number != (double)(uint64_t)number)
		return false;
	*out = (uint64_t)number;
	return true;
}

int pmx_member_whole(const struct pmx_document *doc, const json_t *object, const char *where,
		     const char *key, uint64_t max, uint64_t *out)
{
	const json_t *value = doc->lib->json_object_get(object, key);
	char what[64];

	if (pmx_json_whole(doc, value, max, out))
		return 0;
	snprintf(what, sizeof(what), "is no whole number from 0 to %llu", (unsigned long long)max);
	return wrong_member(doc, where, key, value, what);
}

int pmx_member_array(const struct pmx_document *doc, const json_t *object, const char *where,
		     const char *key, const json_t **out)
{
	const json_t *value = doc->lib->json_object_get(object, key);

	if (!json_is_array(value))
		return wrong_member(doc, where, key, value, "is no list");
	*out = value;
	return 0;
}
