/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json_put.h - members of a JSON object, each behind a comma: the first of an object is the
 * caller's to write
 */
#ifndef PERFMUX_REPORT_JSON_PUT_H
#define PERFMUX_REPORT_JSON_PUT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "report/quote.h"

static inline void pmx_json_key(struct pmx_out *out, const char *key)
{
	pmx_out_text(out, ",\"");
	pmx_out_text(out, key);
	pmx_out_text(out, "\":");
}

/* "null" for NULL. */
static inline void pmx_json_string(struct pmx_out *out, const char *key, const char *text)
{
	pmx_json_key(out, key);
	pmx_quote_json(out, text);
}

/* Left out where it is NULL. */
static inline void pmx_json_maybe(struct pmx_out *out, const char *key, const char *text)
{
	if (text)
		pmx_json_string(out, key, text);
}

static inline void pmx_json_u64(struct pmx_out *out, const char *key, uint64_t value)
{
	pmx_json_key(out, key);
	pmx_number_json(out, value);
}

static inline void pmx_json_u64_or_null(struct pmx_out *out, const char *key, uint64_t value,
					bool is_known)
{
	if (is_known)
		pmx_json_u64(out, key, value);
	else
		pmx_json_string(out, key, NULL);
}

/* "null" for a negative number: not known. */
static inline void pmx_json_long(struct pmx_out *out, const char *key, long value)
{
	pmx_json_key(out, key);
	if (value < 0)
		pmx_out_text(out, "null");
	else
		pmx_out_u64(out, (uint64_t)value);
}

static inline void pmx_json_bool(struct pmx_out *out, const char *key, bool value)
{
	pmx_json_key(out, key);
	pmx_out_text(out, value ? "true" : "false");
}

static inline void pmx_json_double(struct pmx_out *out, const char *key, double value)
{
	pmx_json_key(out, key);
	if (isfinite(value))
		pmx_out_double(out, value);
	else
		pmx_out_text(out, "null");
}

/* NULLs among the texts are passed over. */
static inline void pmx_json_texts(struct pmx_out *out, const char *key, const char *const *texts,
				  size_t count)
{
	const char *before = "[";

	pmx_json_key(out, key);
	for (size_t i = 0; i < count; i++) {
		if (!texts[i])
			continue;
		pmx_out_text(out, before);
		pmx_quote_json(out, texts[i]);
		before = ",";
	}
	pmx_out_text(out, before[0] == '[' ? "[]" : "]");
}

#endif
