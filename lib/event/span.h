/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * span.h - a piece of the text that a user typed, without a copy
 *
 * Event specs are taken apart in place: a list of 60,000 events costs no allocation a name.
 */
#ifndef PERFMUX_EVENT_SPAN_H
#define PERFMUX_EVENT_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct pmx_span {
	const char *at;
	size_t len;
};

/* For printf: "%" PMX_SPAN_FMT, PMX_SPAN_ARG(span). Long text is cut: messages have an end. */
#define PMX_SPAN_FMT ".*s%s"
#define PMX_SPAN_ARG(span) \
	((span).len > 80 ? 80 : (int)(span).len), (span).at, ((span).len > 80 ? "..." : "")

static inline struct pmx_span pmx_span_of(const char *text)
{
	return (struct pmx_span){ text, strlen(text) };
}

static inline struct pmx_span pmx_span_between(const char *from, const char *to)
{
	return (struct pmx_span){ from, (size_t)(to - from) };
}

static inline bool pmx_span_is(struct pmx_span span, const char *text)
{
	return strlen(text) == span.len && memcmp(span.at, text, span.len) == 0;
}

static inline bool pmx_span_starts(struct pmx_span span, const char *text)
{
	size_t len = strlen(text);

	return len <= span.len && memcmp(span.at, text, len) == 0;
}

/* What follows the first @count bytes. */
static inline struct pmx_span pmx_span_skip(struct pmx_span span, size_t count)
{
	return (struct pmx_span){ span.at + count, span.len - count };
}

/*
 * Cuts @span at the first @c: the part before it, with the part behind it in *rest; without a @c
 * all of it, with rest->at NULL.
 */
static inline struct pmx_span pmx_span_cut(struct pmx_span span, char c, struct pmx_span *rest)
{
	const char *found = span.len ? memchr(span.at, c, span.len) : NULL;

	if (!found) {
		*rest = (struct pmx_span){ NULL, 0 };
		return span;
	}
	*rest = pmx_span_between(found + 1, span.at + span.len);
	return pmx_span_between(span.at, found);
}

static inline bool pmx_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline struct pmx_span pmx_span_trim(struct pmx_span span)
{
	while (span.len && pmx_is_space(span.at[0]))
		span = pmx_span_skip(span, 1);
	while (span.len && pmx_is_space(span.at[span.len - 1]))
		span.len--;
	return span;
}

/* A terminated copy in @buf; false when it does not fit, or holds a byte that ends a string. */
static inline bool pmx_span_copy(struct pmx_span span, char *buf, size_t size)
{
	if (span.len >= size || (span.len && memchr(span.at, '\0', span.len)))
		return false;
	if (span.len)
		memcpy(buf, span.at, span.len);
	buf[span.len] = '\0';
	return true;
}

#endif
