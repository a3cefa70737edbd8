// SPDX-License-Identifier: GPL-2.0-only
/*
 * resolve.c - from the text of specs to events: asks the sources in order, and puts groups together
 */
#include <errno.h>
#include <stdlib.h>

#include "event/generic.h"
#include "event/groups.h"
#include "event/list.h"
#include "event/own_code.h"
#include "event/resolve.h"

int pmx_resolver_new(struct pmx_resolver **out, struct pmx_machine *machine, struct pmx_error *err)
{
	struct pmx_resolver *resolver = calloc(1, sizeof(*resolver));
	int rc;

	if (!resolver)
		return pmx_error_nomem(err);
	rc = pmx_pmus_new(&resolver->pmus, machine, err);
	if (rc) {
		free(resolver);
		return rc;
	}
	resolver->machine = machine;
	resolver->no_core.name = "cpu";
	resolver->no_core.type = PERF_TYPE_RAW;
	resolver->no_core.kind = PMX_PMU_CORE;
	*out = resolver;
	return 0;
}

void pmx_resolver_free(struct pmx_resolver *resolver)
{
	if (!resolver)
		return;
	pmx_pfm_free(resolver->pfm);
	pmx_pmus_free(resolver->pmus);
	free(resolver);
}

struct pmx_pmus *pmx_resolver_pmus(struct pmx_resolver *resolver)
{
	return resolver->pmus;
}

int pmx_resolving_blame(struct pmx_resolving *r)
{
	struct pmx_error why = *r->err;

	pmx_error_set(r->err, why.code, "'%" PMX_SPAN_FMT "': %s", PMX_SPAN_ARG(r->item->text),
		      why.text);
	pmx_error_hint(r->err, "%s", why.hint);
	return why.code;
}

int pmx_resolving_modifiers(struct pmx_resolving *r, struct pmx_span text)
{
	int rc = pmx_modifiers_parse(text, r->item->text, &r->mods, r->err);

	return rc ? rc : pmx_modifiers_join(&r->mods, &r->group, r->item->text, r->err);
}

int pmx_resolving_add(struct pmx_resolving *r, const struct pmx_found *found)
{
	struct pmx_event event = {
		.name = (char *)found->name,
		.pmu = found->pmu,
		.attr = found->attr,
		.unit = found->unit && found->unit[0] ? (char *)found->unit : NULL,
		.symbol = found->symbol,
		.scale = found->scale != 0 ? found->scale : 1,
		.spec = r->events->specs,
		.group = -1,
		.weak = (r->mods.set & PMX_MOD_WEAK) != 0,
		.gauge = found->gauge,
		.msec = pmx_generic_is_clock(found->attr.type, found->attr.config),
	};

	if (found->attr.type == PERF_TYPE_HARDWARE && found->attr.config >> 32)
		event.has_own_code = pmx_own_code(r->resolver->pmus, found->pmu,
						  found->attr.config & UINT32_MAX, &event.own_code);
	pmx_modifiers_apply(&r->mods, found->pmu, found->levels_given, &event.attr);
	if (r->opts->all_user || r->opts->all_kernel) {
		event.attr.exclude_user = !r->opts->all_user;
		event.attr.exclude_kernel = !r->opts->all_kernel;
	}
	return pmx_events_append(r->events, &event, r->err);
}

/* For a name without slashes; a name that one does not know is the next one's. */
static int (*const sources[])(struct pmx_resolving *r) = {
	pmx_source_generic,
	pmx_source_core_sysfs,
	pmx_source_tracepoint,
	pmx_source_pfm,
};

static int ask_sources(struct pmx_resolving *r)
{
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		int rc;

		r->err->code = 0;
		rc = sources[i](r);
		/* A source that says -ENOENT with a message knows the name as its own. */
		if (rc != -ENOENT || r->err->code)
			return rc;
	}
	return -ENOENT;
}

static int resolve_with_terms(struct pmx_resolving *r)
{
	int rc;

	r->err->code = 0;
	if (memchr(r->item->head.at, ':', r->item->head.len))
		return pmx_source_tracepoint(r);
	rc = pmx_source_generic(r);
	return rc == -ENOENT && !r->err->code ? pmx_source_pmu(r) : rc;
}

static int resolve_name(struct pmx_resolving *r)
{
	if (r->opts->pfm_only)
		return pmx_source_pfm(r);
	if (pmx_span_starts(r->item->text, "mem:"))
		return pmx_source_breakpoint(r);
	return r->item->has_terms ? resolve_with_terms(r) : ask_sources(r);
}

/* Events of one spec on several PMUs get the typed text as the name of their sum. */
static int name_sum(struct pmx_resolving *r, size_t first)
{
	struct pmx_events *events = r->events;

	if (events->count - first < 2 || events->list[first].spec != events->list[first + 1].spec)
		return 0;
	for (size_t i = first; i < events->count; i++) {
		events->list[i].merged = strndup(r->item->text.at, r->item->text.len);
		if (!events->list[i].merged)
			return pmx_error_nomem(r->err);
	}
	return 0;
}

static int nobody_knows(struct pmx_resolving *r)
{
	struct pmx_span rest;

	pmx_span_cut(r->item->text, ':', &rest);
	/*
	 * "cyclse:u" is a misspelt event rather than tracepoint "u" of a system that is not there.
	 */
	if (!r->unread.code || pmx_modifiers_is_like(rest))
		return pmx_resolving_unknown(r);
	*r->err = r->unread;
	return r->err->code;
}

static int resolve_item(struct pmx_resolving *r)
{
	size_t first = r->events->count;
	int rc;

	r->unread.code = 0;
	r->err->code = 0;
	r->mods = r->group;
	rc = resolve_name(r);
	if (rc == -ENOENT && !r->err->code)
		return nobody_knows(r);
	if (rc)
		return rc;
	r->events->specs++;
	return name_sum(r, first);
}

/*
 * Pinned or exclusive is a group as a whole, by its leader; a member that asks for it by itself
 * would be refused by the kernel.
 */
static int check_member(struct pmx_resolving *r, size_t first, bool leads)
{
	for (size_t i = first; i < r->events->count && !leads; i++) {
		const struct perf_event_attr *attr = &r->events->list[i].attr;
		bool pinned = attr->pinned && !(r->group.set & PMX_MOD_PINNED);
		bool exclusive = attr->exclusive && !(r->group.set & PMX_MOD_EXCLUSIVE);

		if (pinned || exclusive) {
			pmx_error_set(r->err, -EINVAL,
				      "'%" PMX_SPAN_FMT "': only a whole group can be %s",
				      PMX_SPAN_ARG(r->item->text), pinned ? "pinned" : "exclusive");
			pmx_error_hint(r->err, "write {a,b}:%c", pinned ? 'D' : 'e');
			return -EINVAL;
		}
	}
	return 0;
}

/* The items from *index on that belong to one {}; *index is then behind them. */
static int resolve_group(struct pmx_resolving *r, const struct pmx_spec_tree *tree, size_t *index)
{
	const struct pmx_item *item = &tree->items[*index];
	struct pmx_span modifiers = tree->groups[item->group];
	size_t start = r->events->count;
	int group = item->group;
	int rc = pmx_modifiers_parse(modifiers, modifiers, &r->group, r->err);

	for (; !rc && *index < tree->item_count && tree->items[*index].group == group; ++*index) {
		size_t first = r->events->count;

		r->item = &tree->items[*index];
		rc = resolve_item(r);
		if (!rc)
			rc = check_member(r, first, first == start);
	}
	return rc ? rc : pmx_groups_close(r->events, start, r->err);
}

static int resolve_tree(struct pmx_resolving *r, const struct pmx_spec_tree *tree)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < tree->item_count;) {
		r->group = (struct pmx_modifiers){ 0 };
		if (tree->items[i].group >= 0) {
			rc = resolve_group(r, tree, &i);
			continue;
		}
		r->item = &tree->items[i++];
		rc = resolve_item(r);
	}
	return rc;
}

/* Takes the events from @count on off again. */
static void shorten(struct pmx_events *events, size_t count)
{
	while (events->count > count)
		pmx_event_clear(&events->list[--events->count]);
}

int pmx_resolve(struct pmx_resolver *resolver, const char *specs,
		const struct pmx_resolve_options *opts, struct pmx_events *events,
		struct pmx_error *err)
{
	static const struct pmx_resolve_options none;
	const struct pmx_events before = *events;
	struct pmx_error nobody_asks = { .code = 0 };
	struct pmx_spec_tree tree = { .item_count = 0 };
	struct pmx_resolving r = {
		.resolver = resolver,
		.opts = opts ? opts : &none,
		.events = events,
		.err = err ? err : &nobody_asks,
	};
	int rc;

	r.err->code = 0;
	rc = pmx_grammar_parse(specs, &tree, r.err);
	if (!rc)
		rc = resolve_tree(&r, &tree);
	if (rc) {
		shorten(events, before.count);
		events->specs = before.specs;
		events->groups = before.groups;
	}
	pmx_spec_tree_free(&tree);
	return rc;
}
