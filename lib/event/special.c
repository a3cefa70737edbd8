// SPDX-License-Identifier: GPL-2.0-only
/*
 * special.c - name= and period=, and why other terms of perf's are not taken
 *
 * period= is read and, as in perf stat, does nothing: nobody samples. The PMUs that count only
 * while they sample are the exception, and get it. Terms that would change a result if they did
 * anything are refused rather than ignored.
 */
#include <errno.h>

#include "event/special.h"

static const struct {
	const char *term, *why, *hint;
} refused[] = {
	{ "percore", "counts are summed by the report", "use --per-core" },
	{ "inherit", "what is inherited is decided for all events",
	  "it is the default; -i turns it off" },
	{ "no-inherit", "what is inherited is decided for all events", "use -i" },
	{ "metric-id", "metrics are not computed by name", "" },
#define SAMPLING(term)                                                    \
	{                                                                 \
		term, "it is for sampling, and here is only counting", "" \
	}
	SAMPLING("freq"),
	SAMPLING("branch_type"),
	SAMPLING("time"),
	SAMPLING("call-graph"),
	SAMPLING("stack-size"),
	SAMPLING("max-stack"),
	SAMPLING("nr"),
	SAMPLING("overwrite"),
	SAMPLING("no-overwrite"),
	SAMPLING("aux-output"),
	SAMPLING("aux-sample-size"),
};

int pmx_special_refuse(struct pmx_resolving *r, const struct pmx_term *term)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		if (!pmx_span_is(term->name, refused[i].term))
			continue;
		pmx_error_set(r->err, -EINVAL, "term '%s' is not taken: %s", refused[i].term,
			      refused[i].why);
		pmx_error_hint(r->err, "%s", refused[i].hint);
		return -EINVAL;
	}
	return -ENOENT;
}

static int take_name(struct pmx_resolving *r, const struct pmx_term *term, struct pmx_special *out)
{
	if (term->kind == PMX_TERM_BARE || !term->text.len)
		return pmx_error_set(r->err, -EINVAL, "name= without a name");
	if (!pmx_span_copy(term->text, out->name, sizeof(out->name)))
		return pmx_error_set(r->err, -EINVAL, "a name of more than %zu bytes",
				     sizeof(out->name) - 1);
	return 0;
}

int pmx_special_take(struct pmx_resolving *r, const struct pmx_term *term, struct pmx_special *out)
{
	if (pmx_span_is(term->name, "name"))
		return take_name(r, term, out);
	if (!pmx_span_is(term->name, "period"))
		return -ENOENT;
	if (term->kind != PMX_TERM_NUMBER)
		return pmx_error_set(r->err, -EINVAL, "period= wants a number");
	out->period = term->number;
	return 0;
}

static int take_only(struct pmx_resolving *r, const struct pmx_term *term, struct pmx_special *out)
{
	int rc = pmx_special_take(r, term, out);

	if (rc == -ENOENT)
		rc = pmx_special_refuse(r, term);
	if (rc != -ENOENT)
		return rc;
	pmx_error_set(r->err, -EINVAL, "'%" PMX_SPAN_FMT "' takes no term '%" PMX_SPAN_FMT "'",
		      PMX_SPAN_ARG(r->item->head), PMX_SPAN_ARG(term->name));
	pmx_error_hint(r->err, "name= and period= may stand here; a PMU's own terms go with the "
			       "PMU: pmu/term=value,.../");
	return -EINVAL;
}

int pmx_special_only(struct pmx_resolving *r, struct pmx_special *out)
{
	struct pmx_terms terms = { .count = 0 };
	int rc = 0;

	*out = (struct pmx_special){ .period = 0 };
	if (!r->item->has_terms)
		return 0;
	rc = pmx_terms_parse(r->item->terms, &terms, r->err);
	for (size_t i = 0; i < terms.count && !rc; i++)
		rc = take_only(r, &terms.list[i], out);
	return rc ? pmx_resolving_blame(r) : 0;
}
