/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * terms.h - what stands between the slashes of pmu/term=value,name='a b'/, and in the files of a
 * PMU's "events"
 */
#ifndef PERFMUX_EVENT_TERMS_H
#define PERFMUX_EVENT_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/error.h>

#include "event/span.h"

#define PMX_MAX_TERMS 64

enum pmx_term_kind {
	PMX_TERM_BARE,	 /* no value: an event's name, or a flag */
	PMX_TERM_NUMBER, /* decimal, or hexadecimal with 0x */
	PMX_TERM_TEXT,	 /* anything else, without its quotes */
	PMX_TERM_ASKED,	 /* "=?": a PMU's event leaves the value to the user */
};

struct pmx_term {
	struct pmx_span name, text;
	uint64_t number;
	enum pmx_term_kind kind;
};

struct pmx_terms {
	struct pmx_term list[PMX_MAX_TERMS];
	size_t count;
};

/* Appends the terms of @text (empty: none); they point into it. 0, -EINVAL, -ERANGE, -E2BIG. */
int pmx_terms_parse(struct pmx_span text, struct pmx_terms *out, struct pmx_error *err);

/* Adds @term, in place of one of the same name if there is one. 0 or -E2BIG. */
int pmx_terms_put(struct pmx_terms *terms, const struct pmx_term *term, struct pmx_error *err);

/*
 * Reads a number, decimal or hexadecimal with 0x. Zeros in front make it no octal: nobody types
 * octal on purpose. 0, -EINVAL, -ERANGE.
 */
int pmx_terms_number(struct pmx_span text, uint64_t *out);

#endif
