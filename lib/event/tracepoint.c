// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracepoint.c - sched:sched_switch, syscalls:*: the id that tracefs gives a tracepoint
 *
 * An exact name costs the one file that holds its id. That there is no such tracepoint, that
 * tracefs is not mounted, and that we may not read it are three different messages.
 */
#include <errno.h>
#include <stdio.h>

#include <perfmux/text.h>

#include "base/glob.h"
#include "event/special.h"
#include "event/suggest.h"

enum { MAX_NAME = 255, MAX_LISTED = 65536, MAX_PATH = 1024 };

struct tracepoint {
	char system[MAX_NAME + 1], name[MAX_NAME + 1]; /* either may be a pattern */
	struct pmx_span modifiers;
	struct pmx_special special;
	size_t before; /* events there were before the first of a pattern */
};

/* A name that is one step in a path, and a step down. */
static bool copy_step(struct pmx_span text, char *buf, size_t size)
{
	return text.len && pmx_span_copy(text, buf, size) && !memchr(text.at, '/', text.len) &&
	       strcmp(buf, ".") != 0 && strcmp(buf, "..") != 0;
}

static bool take_apart(const struct pmx_item *item, struct tracepoint *out)
{
	struct pmx_span rest, system = pmx_span_cut(item->head, ':', &rest);
	struct pmx_span name = pmx_span_cut(rest, ':', &out->modifiers);

	if (item->has_terms) {
		if (out->modifiers.at)
			return false;
		out->modifiers = item->tail;
	}
	return rest.at && copy_step(system, out->system, sizeof(out->system)) &&
	       copy_step(name, out->name, sizeof(out->name)) &&
	       !(out->modifiers.len && out->modifiers.at[0] == ':');
}

static int no_tracefs(struct pmx_resolving *r, int why, struct pmx_error *err)
{
	const char *by_id = "or give its id: tracepoint/config=ID/";

	if (why == -EACCES || why == -EPERM) {
		pmx_error_set(err, -EACCES,
			      "tracepoint '%" PMX_SPAN_FMT "' cannot be looked up: tracefs is not "
			      "readable for this user",
			      PMX_SPAN_ARG(r->item->text));
		pmx_error_hint(err, "run as root or with CAP_DAC_READ_SEARCH, %s", by_id);
		return -EACCES;
	}
	pmx_error_set(err, -ENOENT,
		      "tracepoint '%" PMX_SPAN_FMT "' cannot be looked up: tracefs is not %s",
		      PMX_SPAN_ARG(r->item->text),
		      pmx_machine_is_live(r->resolver->machine) ? "mounted" : "in the sysroot");
	if (pmx_machine_is_live(r->resolver->machine))
		pmx_error_hint(err, "mount it: mount -t tracefs tracefs /sys/kernel/tracing; %s",
			       by_id);
	return -ENOENT;
}

/* The id, or -errno; -ENOENT when there is no such tracepoint. */
static int read_id(struct pmx_resolving *r, const char *tracefs, const char *system,
		   const char *name, uint64_t *id)
{
	char path[MAX_PATH];
	long value;
	int rc;

	if ((size_t)snprintf(path, sizeof(path), "%s/events/%s/%s/id", tracefs, system, name) >=
	    sizeof(path))
		return -ENOENT;
	rc = pmx_machine_read_long(r->resolver->machine, path, &value);
	if (rc == -ENOTDIR)
		return -ENOENT;
	if (rc == 0 && (value < 0 || value > INT32_MAX))
		rc = -EINVAL;
	if (rc == 0)
		*id = (uint64_t)value;
	else if (rc != -ENOENT && rc != -EACCES && rc != -EPERM)
		pmx_error_set(r->err, rc, "'%" PMX_SPAN_FMT "': %s: %s",
			      PMX_SPAN_ARG(r->item->text), path,
			      rc == -EINVAL ? "holds no id" : strerrordesc_np(-rc));
	return rc;
}

static int add(struct pmx_resolving *r, const struct tracepoint *t, const char *shown, uint64_t id)
{
	struct pmx_found found = {
		.pmu = pmx_pmus_find_type(r->resolver->pmus, PERF_TYPE_TRACEPOINT),
		.attr = { .type = PERF_TYPE_TRACEPOINT,
			  .size = sizeof(struct perf_event_attr),
			  .config = id },
		.name = t->special.name[0] ? t->special.name : shown,
	};

	return found.pmu ? pmx_resolving_add(r, &found) : pmx_error_nomem(r->err);
}

static int add_exact(struct pmx_resolving *r, const struct tracepoint *t, const char *tracefs)
{
	char shown[PMX_MAX_ITEM_LENGTH + 1];
	uint64_t id = 0;
	int rc = read_id(r, tracefs, t->system, t->name, &id);

	if (rc == -EACCES || rc == -EPERM) {
		no_tracefs(r, rc, &r->unread);
		return -ENOENT;
	}
	if (rc)
		return rc;
	rc = pmx_resolving_modifiers(r, t->modifiers);
	if (rc)
		return rc;
	pmx_span_copy(r->item->text, shown, sizeof(shown));
	return add(r, t, shown, id);
}

/* One tracepoint behind a wildcard: a spec of its own, so that reports keep them apart. */
static int add_matching(struct pmx_resolving *r, const struct tracepoint *t, const char *tracefs,
			const char *system, const char *name)
{
	char shown[2 * MAX_NAME + PMX_MAX_ITEM_LENGTH + 3];
	uint64_t id = 0;
	int rc;

	if (!pmx_glob_match(t->name, name))
		return 0;
	rc = read_id(r, tracefs, system, name, &id);
	if (rc == -ENOENT) /* a file beside the events, such as "enable" */
		return 0;
	if (rc == -EACCES || rc == -EPERM)
		return no_tracefs(r, rc, r->err);
	if (rc)
		return rc;
	snprintf(shown, sizeof(shown), "%s:%s%s%.*s", system, name, t->modifiers.len ? ":" : "",
		 (int)t->modifiers.len, t->modifiers.len ? t->modifiers.at : "");
	if (r->events->count > t->before)
		r->events->specs++;
	return add(r, t, shown, id);
}

static int add_of_system(struct pmx_resolving *r, const struct tracepoint *t, const char *tracefs,
			 const char *system)
{
	char path[MAX_PATH], **names;
	ssize_t count;
	int rc = 0;

	if ((size_t)snprintf(path, sizeof(path), "%s/events/%s", tracefs, system) >= sizeof(path))
		return 0;
	count = pmx_machine_list(r->resolver->machine, path, MAX_LISTED, &names);
	if (count == -EACCES || count == -EPERM)
		return no_tracefs(r, (int)count, r->err);
	if (count == -ENOENT || count == -ENOTDIR)
		return 0;
	if (count < 0)
		return pmx_error_set(r->err, (int)count, "'%" PMX_SPAN_FMT "': %s: %s",
				     PMX_SPAN_ARG(r->item->text), path,
				     strerrordesc_np((int)-count));
	for (ssize_t i = 0; i < count && !rc; i++)
		rc = add_matching(r, t, tracefs, system, names[i]);
	pmx_names_free(names);
	return rc;
}

static int add_of_systems(struct pmx_resolving *r, const struct tracepoint *t, const char *tracefs)
{
	char path[MAX_PATH], **names;
	ssize_t count;
	int rc = 0;

	if (!pmx_glob_is_pattern(t->system))
		return add_of_system(r, t, tracefs, t->system);
	snprintf(path, sizeof(path), "%s/events", tracefs);
	count = pmx_machine_list(r->resolver->machine, path, MAX_LISTED, &names);
	if (count < 0)
		return no_tracefs(r, (int)count, r->err);
	for (ssize_t i = 0; i < count && !rc; i++)
		if (pmx_glob_match(t->system, names[i]))
			rc = add_of_system(r, t, tracefs, names[i]);
	pmx_names_free(names);
	return rc;
}

/* Offers "other:pattern" for all systems but @system, which is there and has no match. */
static void suggest_systems(struct pmx_suggest *suggest, struct pmx_machine *machine,
			    const char *tracefs, const char *system, const char *pattern)
{
	char path[MAX_PATH], shown[2 * MAX_NAME + 2], **names;
	ssize_t count;

	snprintf(path, sizeof(path), "%s/events", tracefs);
	count = pmx_machine_list(machine, path, MAX_LISTED, &names);
	if (count < 0)
		return;
	for (ssize_t i = 0; i < count; i++) {
		if (strcmp(names[i], system) == 0)
			continue;
		snprintf(shown, sizeof(shown), "%s:%s", names[i], pattern);
		pmx_suggest_offer(suggest, names[i], shown);
	}
	pmx_names_free(names);
}

static int add_pattern(struct pmx_resolving *r, const struct tracepoint *t, const char *tracefs)
{
	struct pmx_suggest suggest;
	int rc = pmx_resolving_modifiers(r, t->modifiers);

	if (!rc)
		rc = add_of_systems(r, t, tracefs);
	if (rc || r->events->count > t->before)
		return rc;
	pmx_suggest_begin(&suggest, pmx_span_of(t->system));
	if (!pmx_glob_is_pattern(t->system))
		suggest_systems(&suggest, r->resolver->machine, tracefs, t->system, t->name);
	return pmx_suggest_error(&suggest, r->err, "no tracepoint matches '%" PMX_SPAN_FMT "'",
				 PMX_SPAN_ARG(r->item->text));
}

int pmx_source_tracepoint(struct pmx_resolving *r)
{
	struct tracepoint t = { .before = r->events->count };
	bool is_pattern;
	const char *tracefs;
	int why = 0, rc;

	if (!take_apart(r->item, &t))
		return -ENOENT;
	rc = pmx_special_only(r, &t.special);
	if (rc)
		return rc;
	is_pattern = pmx_glob_is_pattern(t.system) || pmx_glob_is_pattern(t.name);
	tracefs = pmx_machine_tracefs(r->resolver->machine, &why);
	if (!tracefs) {
		rc = no_tracefs(r, why, &r->unread);
		if (!is_pattern)
			return -ENOENT;
		*r->err = r->unread;
		return rc;
	}
	return is_pattern ? add_pattern(r, &t, tracefs) : add_exact(r, &t, tracefs);
}

static void suggest_of_system(struct pmx_suggest *suggest, struct pmx_machine *machine,
			      const char *tracefs, const char *system, bool with_system)
{
	char path[MAX_PATH], shown[2 * MAX_NAME + 2], **names;
	ssize_t count;

	snprintf(path, sizeof(path), "%s/events/%s", tracefs, system);
	count = pmx_machine_list(machine, path, MAX_LISTED, &names);
	if (count < 0)
		return;
	for (ssize_t i = 0; i < count; i++) {
		snprintf(shown, sizeof(shown), "%s:%s", system, names[i]);
		pmx_suggest_offer(suggest, with_system ? shown : names[i], shown);
	}
	pmx_names_free(names);
}

void pmx_tracepoint_suggest(struct pmx_suggest *suggest, struct pmx_resolver *resolver,
			    struct pmx_span wanted)
{
	struct pmx_span rest, part = pmx_span_cut(wanted, ':', &rest);
	const char *tracefs = pmx_machine_tracefs(resolver->machine, NULL);
	char path[MAX_PATH], system[MAX_NAME + 1], **names;
	ssize_t count;

	if (!tracefs || !pmx_span_copy(part, system, sizeof(system)))
		return;
	snprintf(path, sizeof(path), "%s/events", tracefs);
	count = pmx_machine_list(resolver->machine, path, MAX_LISTED, &names);
	if (count < 0)
		return;
	for (ssize_t i = 0; i < count; i++)
		if (!rest.at ||
		    pmx_text_distance(system, names[i], suggest->limit) <= suggest->limit)
			suggest_of_system(suggest, resolver->machine, tracefs, names[i], rest.at);
	pmx_names_free(names);
}
