// SPDX-License-Identifier: GPL-2.0-only
/*
 * grammar.c - takes the outer form of event specs apart, in one pass over the text
 */
#include <errno.h>
#include <stdlib.h>

#include <perfmux/event.h>

#include "base/array.h"
#include "event/grammar.h"

struct parser {
	const char *at, *end;
	int group; /* the group we are in, or -1 */
	struct pmx_spec_tree *tree;
	struct pmx_error *err;
};

static void skip_space(struct parser *p)
{
	while (p->at < p->end && pmx_is_space(*p->at))
		p->at++;
}

static bool is_next(const struct parser *p, char c)
{
	return p->at < p->end && *p->at == c;
}

/* The text from @from on, for messages. */
static struct pmx_span rest_of(const struct parser *p, const char *from)
{
	return pmx_span_between(from, p->end);
}

static int add_item(struct parser *p, const struct pmx_item *item)
{
	struct pmx_spec_tree *tree = p->tree;
	struct pmx_item *grown;

	if (tree->item_count >= PMX_MAX_EVENTS)
		return pmx_error_set(p->err, -E2BIG, "more than %d events", PMX_MAX_EVENTS);
	if (item->text.len > PMX_MAX_ITEM_LENGTH)
		return pmx_error_set(p->err, -E2BIG,
				     "'%" PMX_SPAN_FMT "': more than %d bytes for one event",
				     PMX_SPAN_ARG(item->text), PMX_MAX_ITEM_LENGTH);
	grown = pmx_array_room(tree->items, &tree->item_room, tree->item_count + 1, sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(p->err);
	tree->items = grown;
	grown[tree->item_count++] = *item;
	return 0;
}

static int add_group(struct parser *p)
{
	struct pmx_spec_tree *tree = p->tree;
	struct pmx_span *grown;

	grown = pmx_array_room(tree->groups, &tree->group_room, tree->group_count + 1,
			       sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(p->err);
	tree->groups = grown;
	grown[tree->group_count] = (struct pmx_span){ NULL, 0 };
	p->group = (int)tree->group_count++;
	return 0;
}

static bool ends_event(char c)
{
	return c == ',' || c == '{' || c == '}';
}

/*
 * The terms between two slashes; p->at is behind the first one, and afterwards behind the second.
 * A quoted value may hold anything but its own quote.
 */
static int read_terms(struct parser *p, struct pmx_item *item)
{
	const char *begin = p->at, *quote = NULL;

	for (; p->at < p->end; p->at++) {
		if (quote) {
			if (*p->at == *quote)
				quote = NULL;
		} else if (*p->at == '\'' || *p->at == '"') {
			quote = p->at;
		} else if (*p->at == '/') {
			item->has_terms = true;
			item->terms = pmx_span_trim(pmx_span_between(begin, p->at++));
			return 0;
		}
	}
	if (quote)
		pmx_error_set(p->err, -EINVAL,
			      "'%" PMX_SPAN_FMT "': the quote at '%" PMX_SPAN_FMT "' has no end",
			      PMX_SPAN_ARG(rest_of(p, item->head.at)),
			      PMX_SPAN_ARG(rest_of(p, quote)));
	else
		pmx_error_set(p->err, -EINVAL,
			      "'%" PMX_SPAN_FMT "': no second '/' behind the "
			      "terms",
			      PMX_SPAN_ARG(rest_of(p, item->head.at)));
	return pmx_error_hint(p->err, "terms stand between two slashes: pmu/term=value,.../");
}

/* A name, up to what ends an event or begins its terms. The slash of mem:ADDR/LEN begins none. */
static void read_head(struct parser *p, struct pmx_item *item)
{
	const char *begin = p->at;
	bool is_breakpoint = pmx_span_starts(rest_of(p, begin), "mem:");

	while (p->at < p->end && !ends_event(*p->at) && (is_breakpoint || *p->at != '/'))
		p->at++;
	item->head = pmx_span_trim(pmx_span_between(begin, p->at));
}

static void read_tail(struct parser *p, struct pmx_item *item)
{
	const char *begin = p->at;

	while (p->at < p->end && !ends_event(*p->at))
		p->at++;
	item->tail = pmx_span_trim(pmx_span_between(begin, p->at));
	if (pmx_span_starts(item->tail, ":"))
		item->tail = pmx_span_skip(item->tail, 1);
}

static int no_event(struct parser *p, const char *begin)
{
	if (begin >= p->end)
		return pmx_error_set(p->err, -EINVAL, "an event is missing at the end of the list");
	return pmx_error_set(p->err, -EINVAL, "an event is missing before '%" PMX_SPAN_FMT "'",
			     PMX_SPAN_ARG(rest_of(p, begin)));
}

static int read_event(struct parser *p)
{
	struct pmx_item item = { .group = p->group };
	const char *begin = p->at;
	int rc;

	read_head(p, &item);
	if (is_next(p, '/')) {
		p->at++;
		rc = read_terms(p, &item);
		if (rc)
			return rc;
		read_tail(p, &item);
	}
	if (!item.head.len)
		return no_event(p, begin);
	item.text = pmx_span_trim(pmx_span_between(begin, p->at));
	if (is_next(p, '{'))
		return pmx_error_set(p->err, -EINVAL,
				     "a comma is missing before '%" PMX_SPAN_FMT "'",
				     PMX_SPAN_ARG(rest_of(p, p->at)));
	return add_item(p, &item);
}

/* Modifiers behind a closing brace. */
static int read_group_modifiers(struct parser *p)
{
	const char *begin;

	skip_space(p);
	if (p->at >= p->end || *p->at == ',')
		return 0;
	if (!is_next(p, ':')) {
		pmx_error_set(p->err, -EINVAL, "'%" PMX_SPAN_FMT "' cannot follow a '}'",
			      PMX_SPAN_ARG(rest_of(p, p->at)));
		return pmx_error_hint(p->err, "write {a,b}, or {a,b}:modifiers, and a comma before "
					      "the next event");
	}
	begin = ++p->at;
	while (p->at < p->end && !ends_event(*p->at))
		p->at++;
	p->tree->groups[p->group] = pmx_span_trim(pmx_span_between(begin, p->at));
	return 0;
}

static int read_group(struct parser *p)
{
	const char *begin = p->at++;
	int rc = add_group(p);

	while (!rc) {
		skip_space(p);
		if (is_next(p, '{')) {
			pmx_error_set(p->err, -EINVAL,
				      "a group within a group: '%" PMX_SPAN_FMT "'",
				      PMX_SPAN_ARG(rest_of(p, begin)));
			return pmx_error_hint(p->err, "groups cannot be nested: write {a,b},{c,d}");
		}
		rc = read_event(p);
		if (rc || is_next(p, '}'))
			break;
		if (p->at >= p->end)
			return pmx_error_set(p->err, -EINVAL, "'%" PMX_SPAN_FMT "' has no '}'",
					     PMX_SPAN_ARG(rest_of(p, begin)));
		p->at++;
	}
	if (rc)
		return rc;
	p->at++;
	rc = read_group_modifiers(p);
	p->group = -1;
	return rc;
}

/* Between two entries, and after the last. */
static int expect_comma(struct parser *p)
{
	skip_space(p);
	if (p->at >= p->end)
		return 0;
	if (!is_next(p, ',')) {
		bool closing = is_next(p, '}');

		return pmx_error_set(p->err, -EINVAL, "%s before '%" PMX_SPAN_FMT "'",
				     closing ? "a '{' is missing" : "a comma is missing",
				     PMX_SPAN_ARG(rest_of(p, p->at)));
	}
	p->at++;
	skip_space(p);
	if (p->at >= p->end)
		return no_event(p, p->at);
	return 0;
}

int pmx_grammar_parse(const char *specs, struct pmx_spec_tree *tree, struct pmx_error *err)
{
	size_t length = strnlen(specs, PMX_MAX_SPECS_LENGTH + 1);
	struct parser p = { specs, specs + length, -1, tree, err };
	int rc;

	*tree = (struct pmx_spec_tree){ 0 };
	if (length > PMX_MAX_SPECS_LENGTH)
		return pmx_error_set(err, -E2BIG, "a list of events of more than %zu bytes",
				     PMX_MAX_SPECS_LENGTH);
	skip_space(&p);
	if (p.at >= p.end)
		return pmx_error_set(err, -EINVAL, "an empty list of events");
	do {
		rc = is_next(&p, '{') ? read_group(&p) : read_event(&p);
		if (!rc)
			rc = expect_comma(&p);
	} while (!rc && p.at < p.end);
	return rc;
}

void pmx_spec_tree_free(struct pmx_spec_tree *tree)
{
	free(tree->items);
	free(tree->groups);
	*tree = (struct pmx_spec_tree){ 0 };
}
