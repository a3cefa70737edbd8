// SPDX-License-Identifier: GPL-2.0-only
/*
 * terms.c - takes lists of terms apart
 */
#include <errno.h>

#include "base/num.h"
#include "event/terms.h"

int pmx_terms_number(struct pmx_span text, uint64_t *out)
{
	bool is_hex = pmx_span_starts(text, "0x") || pmx_span_starts(text, "0X");
	char digits[80];

	if (!pmx_span_copy(is_hex ? pmx_span_skip(text, 2) : text, digits, sizeof(digits)))
		return -EINVAL;
	return is_hex ? pmx_num_hex(digits, UINT64_MAX, out) :
			pmx_num_decimal(digits, UINT64_MAX, out);
}

static struct pmx_span unquote(struct pmx_span text)
{
	if (text.len >= 2 && (text.at[0] == '\'' || text.at[0] == '"') &&
	    text.at[text.len - 1] == text.at[0])
		return pmx_span_between(text.at + 1, text.at + text.len - 1);
	return text;
}

static int parse_value(struct pmx_span value, struct pmx_term *term, struct pmx_error *err)
{
	int rc;

	if (!value.len)
		return pmx_error_set(err, -EINVAL,
				     "term '%" PMX_SPAN_FMT "' has no value behind its '='",
				     PMX_SPAN_ARG(term->name));
	term->text = unquote(value);
	rc = pmx_terms_number(value, &term->number);
	if (rc == -ERANGE)
		return pmx_error_set(err, rc,
				     "term '%" PMX_SPAN_FMT "': %" PMX_SPAN_FMT
				     " is too large for 64 bits",
				     PMX_SPAN_ARG(term->name), PMX_SPAN_ARG(value));
	if (rc == 0)
		term->kind = PMX_TERM_NUMBER;
	else
		term->kind = pmx_span_is(value, "?") ? PMX_TERM_ASKED : PMX_TERM_TEXT;
	return 0;
}

static int parse_term(struct pmx_span text, struct pmx_term *term, struct pmx_error *err)
{
	struct pmx_span value;

	text = pmx_span_trim(text);
	*term = (struct pmx_term){ .kind = PMX_TERM_BARE };
	term->name = pmx_span_trim(pmx_span_cut(text, '=', &value));
	if (!term->name.len)
		return pmx_error_set(err, -EINVAL,
				     "a term is missing its name, or a comma is too many");
	return value.at ? parse_value(pmx_span_trim(value), term, err) : 0;
}

/* The first term of *text, which then is what follows it; commas in quotes belong to the term. */
static struct pmx_span next_term(struct pmx_span *text)
{
	struct pmx_span term = *text;
	char quote = '\0';

	for (size_t i = 0; i < text->len; i++) {
		char c = text->at[i];

		if (quote) {
			if (c == quote)
				quote = '\0';
		} else if (c == '\'' || c == '"') {
			quote = c;
		} else if (c == ',') {
			term.len = i;
			*text = pmx_span_skip(*text, i + 1);
			return term;
		}
	}
	*text = (struct pmx_span){ NULL, 0 };
	return term;
}

static int too_many(struct pmx_error *err)
{
	return pmx_error_set(err, -E2BIG, "more than %d terms", PMX_MAX_TERMS);
}

int pmx_terms_parse(struct pmx_span text, struct pmx_terms *out, struct pmx_error *err)
{
	text = pmx_span_trim(text);
	if (!text.len)
		return 0;
	while (text.at) {
		struct pmx_span term = next_term(&text);
		int rc;

		if (out->count >= PMX_MAX_TERMS)
			return too_many(err);
		rc = parse_term(term, &out->list[out->count], err);
		if (rc)
			return rc;
		out->count++;
	}
	return 0;
}

int pmx_terms_put(struct pmx_terms *terms, const struct pmx_term *term, struct pmx_error *err)
{
	for (size_t i = 0; i < terms->count; i++) {
		struct pmx_span name = terms->list[i].name;

		if (name.len == term->name.len && memcmp(name.at, term->name.at, name.len) == 0) {
			terms->list[i] = *term;
			return 0;
		}
	}
	if (terms->count >= PMX_MAX_TERMS)
		return too_many(err);
	terms->list[terms->count++] = *term;
	return 0;
}
