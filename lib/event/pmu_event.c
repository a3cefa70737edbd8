// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmu_event.c - events of a PMU by its own words: pmu/event,term=value/
 *
 * A word without a value is an event of the PMU's "events" directory, a generic name, a raw code
 * or a flag of its "format", in this order; a generic name that stands alone is generic first, so
 * that cycles and cpu/cycles/ are one event to whoever derives numbers from it. The terms that an
 * event stands for come first, so that those of the user replace them.
 */
#include <errno.h>
#include <stdio.h>

#include "event/generic.h"
#include "event/pmu_event.h"
#include "event/special.h"
#include "event/suggest.h"

/* An event of one PMU while it is put together. */
struct build {
	const struct pmx_pmu *pmu;
	struct perf_event_attr attr;
	struct pmx_pmu_event event; /* of sysfs; has_event: it is there */
	bool has_event;
	bool is_generic;	/* attr.type is not the PMU's */
	struct pmx_terms terms; /* to be set in attr */
	struct pmx_special special;
};

static int add_term(struct pmx_resolving *r, struct build *b, const struct pmx_term *term)
{
	int rc = pmx_special_take(r, term, &b->special);

	return rc == -ENOENT ? pmx_terms_put(&b->terms, term, r->err) : rc;
}

/* -ENOENT and no message when sysfs knows no event of that name. */
static int take_sysfs_event(struct pmx_resolving *r, struct build *b, struct pmx_span name)
{
	struct pmx_pmu_event event;
	struct pmx_terms terms = { .count = 0 };
	char text[256];
	int rc;

	if (!pmx_span_copy(name, text, sizeof(text)))
		return -ENOENT;
	rc = pmx_pmu_event_find(r->resolver->pmus, b->pmu, text, &event, r->err);
	if (rc)
		return rc;
	if (b->has_event || b->is_generic)
		return pmx_error_set(r->err, -EINVAL, "'%s' is a second event", text);
	b->event = event;
	b->has_event = true;
	rc = pmx_terms_parse(pmx_span_of(b->event.terms), &terms, r->err);
	for (size_t i = 0; i < terms.count && !rc; i++) {
		if (terms.list[i].kind == PMX_TERM_BARE) {
			terms.list[i].kind = PMX_TERM_NUMBER;
			terms.list[i].number = 1;
		}
		rc = add_term(r, b, &terms.list[i]);
	}
	return rc;
}

static int take_generic(struct pmx_resolving *r, struct build *b, struct pmx_span name)
{
	const struct pmx_generic *generic = pmx_generic_find(name);
	const struct pmx_pmu *const *list;
	uint32_t type = generic ? generic->type : PERF_TYPE_HW_CACHE;
	uint64_t config = generic ? generic->config : 0;
	ssize_t cores;

	if (!generic && !pmx_cache_find(name, &config))
		return -ENOENT;
	if (b->pmu->kind != (type == PERF_TYPE_SOFTWARE ? PMX_PMU_SOFTWARE : PMX_PMU_CORE))
		return -ENOENT;
	if (b->has_event || b->is_generic)
		return pmx_error_set(r->err, -EINVAL, "'%" PMX_SPAN_FMT "' is a second event",
				     PMX_SPAN_ARG(name));
	cores = pmx_pmus_core(r->resolver->pmus, &list, r->err);
	if (cores < 0)
		return (int)cores;
	b->attr = pmx_generic_attr(type, config, b->pmu, b->pmu->kind == PMX_PMU_CORE && cores > 1);
	b->is_generic = true;
	return 0;
}

static int take_raw(struct build *b, struct pmx_span name)
{
	struct pmx_term term = { .name = pmx_span_of("config"), .kind = PMX_TERM_NUMBER };

	if (!pmx_raw_find(name, &term.number))
		return -ENOENT;
	return pmx_terms_put(&b->terms, &term, NULL);
}

static int take_flag(struct pmx_resolving *r, struct build *b, struct pmx_span name)
{
	struct pmx_term term = { .name = name, .kind = PMX_TERM_NUMBER, .number = 1 };
	struct perf_event_attr scratch = b->attr;
	char text[256];

	if (!pmx_span_copy(name, text, sizeof(text)) ||
	    pmx_pmu_set_term(r->resolver->pmus, b->pmu, text, 1, &scratch, r->err) == -ENOENT)
		return -ENOENT;
	return add_term(r, b, &term);
}

static int unknown_word(struct pmx_resolving *r, const struct build *b, const struct pmx_term *term)
{
	int rc = pmx_special_refuse(r, term);

	return rc == -ENOENT ? pmx_suggest_pmu_word(r, b->pmu, term->name) : rc;
}

/* True when the terms are one word, and perhaps a name and a period. */
static bool is_one_word(const struct pmx_terms *typed)
{
	size_t others = 0;

	for (size_t i = 0; i < typed->count; i++)
		others += !pmx_span_is(typed->list[i].name, "name") &&
			  !pmx_span_is(typed->list[i].name, "period");
	return others == 1;
}

static int take_bare(struct pmx_resolving *r, struct build *b, const struct pmx_term *term,
		     bool is_alone)
{
	int rc = is_alone ? take_generic(r, b, term->name) : -ENOENT;

	if (rc == -ENOENT)
		rc = take_sysfs_event(r, b, term->name);
	if (rc == -ENOENT)
		rc = take_generic(r, b, term->name);
	if (rc == -ENOENT)
		rc = take_raw(b, term->name);
	if (rc == -ENOENT)
		rc = take_flag(r, b, term->name);
	return rc == -ENOENT ? unknown_word(r, b, term) : rc;
}

static int set_term(struct pmx_resolving *r, struct build *b, const struct pmx_term *term)
{
	char name[256];
	int rc;

	if (term->kind == PMX_TERM_ASKED) {
		pmx_error_set(r->err, -EINVAL, "term '%" PMX_SPAN_FMT "' has no value",
			      PMX_SPAN_ARG(term->name));
		pmx_error_hint(r->err,
			       "this event leaves it to you: add '%" PMX_SPAN_FMT "=NUMBER'",
			       PMX_SPAN_ARG(term->name));
		return -EINVAL;
	}
	if (term->kind != PMX_TERM_NUMBER)
		return pmx_error_set(r->err, -EINVAL,
				     "term '%" PMX_SPAN_FMT "' wants a number, not '%" PMX_SPAN_FMT
				     "'",
				     PMX_SPAN_ARG(term->name), PMX_SPAN_ARG(term->text));
	if (!pmx_span_copy(term->name, name, sizeof(name)))
		return unknown_word(r, b, term);
	rc = pmx_pmu_set_term(r->resolver->pmus, b->pmu, name, term->number, &b->attr, r->err);
	if (rc == -ENOENT && pmx_special_refuse(r, term) != -ENOENT)
		return -EINVAL;
	return rc;
}

static int set_terms(struct pmx_resolving *r, struct build *b)
{
	int rc = 0;

	if (b->is_generic && b->terms.count)
		return pmx_error_set(r->err, -EINVAL,
				     "term '%" PMX_SPAN_FMT "' cannot go with a generic event",
				     PMX_SPAN_ARG(b->terms.list[0].name));
	for (size_t i = 0; i < b->terms.count && !rc; i++)
		rc = set_term(r, b, &b->terms.list[i]);
	if (b->pmu->kind == PMX_PMU_SAMPLING)
		b->attr.sample_period = b->special.period;
	return rc;
}

static void begin_build(struct build *b, const struct pmx_pmu *pmu)
{
	*b = (struct build){ .pmu = pmu };
	b->attr = (struct perf_event_attr){ .type = pmu->type, .size = sizeof(b->attr) };
}

static int add_built(struct pmx_resolving *r, const struct build *b, const char *shown)
{
	struct pmx_found found = {
		.pmu = b->pmu,
		.attr = b->attr,
		.name = b->special.name[0] ? b->special.name : shown,
		.unit = b->has_event ? b->event.unit : NULL,
		.scale = b->has_event ? b->event.scale : 1,
		.gauge = b->has_event && b->event.snapshot,
	};

	return pmx_resolving_add(r, &found);
}

int pmx_pmu_event_add_named(struct pmx_resolving *r, const struct pmx_pmu *pmu,
			    struct pmx_span name, const char *shown)
{
	struct build b;
	int rc;

	begin_build(&b, pmu);
	rc = take_sysfs_event(r, &b, name);
	if (rc == -ENOENT)
		return rc;
	if (!rc)
		rc = set_terms(r, &b);
	if (rc)
		return pmx_resolving_blame(r);
	return add_built(r, &b, shown);
}

static int build(struct pmx_resolving *r, struct build *b, const struct pmx_terms *typed)
{
	bool is_alone = is_one_word(typed);
	int rc = 0;

	for (size_t i = 0; i < typed->count && !rc; i++)
		if (typed->list[i].kind == PMX_TERM_BARE)
			rc = take_bare(r, b, &typed->list[i], is_alone);
	for (size_t i = 0; i < typed->count && !rc; i++)
		if (typed->list[i].kind != PMX_TERM_BARE)
			rc = add_term(r, b, &typed->list[i]);
	return rc ? rc : set_terms(r, b);
}

/* What breakpoints lack here no term gives them. */
static int no_address(struct pmx_resolving *r)
{
	pmx_error_set(r->err, -EINVAL, "a breakpoint wants an address");
	return pmx_error_hint(r->err, "write mem:ADDRESS[/LENGTH][:rwx]");
}

static int add_on(struct pmx_resolving *r, const struct pmx_pmu *pmu, const struct pmx_terms *typed,
		  bool is_one_of_many)
{
	struct pmx_event_name name;
	struct build b;
	int rc;

	if (pmu->kind == PMX_PMU_BREAKPOINT)
		return no_address(r);
	begin_build(&b, pmu);
	rc = build(r, &b, typed);
	if (rc)
		return rc;
	if (is_one_of_many)
		snprintf(name.text, sizeof(name.text), "%s/%.*s/%.*s", pmu->name,
			 (int)r->item->terms.len, r->item->terms.at, (int)r->item->tail.len,
			 r->item->tail.len ? r->item->tail.at : "");
	else
		pmx_span_copy(r->item->text, name.text, sizeof(name.text));
	return add_built(r, &b, name.text);
}

/* On those of the PMUs that have the event; not having it is a fault only when none has. */
static int add_on_all(struct pmx_resolving *r, const struct pmx_pmu *const *list, size_t count,
		      const struct pmx_terms *typed)
{
	struct pmx_error first = { .code = 0 };
	size_t added = 0;
	int rc;

	for (size_t i = 0; i < count; i++) {
		rc = add_on(r, list[i], typed, count > 1);
		if (rc == 0)
			added++;
		else if (rc != -ENOENT && list[i]->kind != PMX_PMU_BREAKPOINT)
			return pmx_resolving_blame(r);
		else if (!first.code)
			first = *r->err;
	}
	if (added)
		return 0;
	*r->err = first;
	return pmx_resolving_blame(r);
}

static int no_such_pmu(struct pmx_resolving *r)
{
	bool is_core = pmx_span_is(r->item->head, "cpu");

	pmx_resolving_blame(r);
	if (is_core)
		pmx_error_hint(r->err, "this machine shows no hardware counters: a virtual machine "
				       "without a virtual PMU?");
	return r->err->code;
}

int pmx_source_pmu(struct pmx_resolving *r)
{
	const struct pmx_pmu *const *list;
	struct pmx_terms typed = { .count = 0 };
	char pattern[256];
	ssize_t count;
	int rc = pmx_resolving_modifiers(r, r->item->tail);

	if (rc)
		return rc;
	if (!pmx_span_copy(r->item->head, pattern, sizeof(pattern)))
		return pmx_error_set(r->err, -ENOENT,
				     "'%" PMX_SPAN_FMT "': no PMU has such a long name",
				     PMX_SPAN_ARG(r->item->text));
	if (pmx_terms_parse(r->item->terms, &typed, r->err))
		return pmx_resolving_blame(r);
	count = pmx_pmus_match(r->resolver->pmus, pattern, &list, r->err);
	if (count < 0)
		return no_such_pmu(r);
	return add_on_all(r, list, (size_t)count, &typed);
}
