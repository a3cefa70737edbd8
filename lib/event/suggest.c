// SPDX-License-Identifier: GPL-2.0-only
/*
 * suggest.c - the names nearest to one that nobody knows
 *
 * All names that exist are looked at; that takes some milliseconds, and happens only on the way
 * to an error message.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

#include <perfmux/text.h>

#include "event/generic.h"
#include "event/suggest.h"

static void copy_lower(char *to, size_t size, const char *from)
{
	size_t i;

	for (i = 0; from[i] && i + 1 < size; i++)
		to[i] = (char)(from[i] >= 'A' && from[i] <= 'Z' ? from[i] | 0x20 : from[i]);
	to[i] = '\0';
}

void pmx_suggest_begin(struct pmx_suggest *suggest, struct pmx_span wanted)
{
	char text[PMX_SUGGEST_LENGTH];

	*suggest = (struct pmx_suggest){ .count = 0 };
	if (!pmx_span_copy(wanted, text, sizeof(text)))
		return;
	copy_lower(suggest->wanted, sizeof(suggest->wanted), text);
	/* A third of the letters may be wrong: below that, everything is near to everything. */
	suggest->limit = (unsigned)(wanted.len + 1) / 3;
	suggest->nearest = suggest->limit;
}

static bool is_listed(const struct pmx_suggest *suggest, const char *shown)
{
	for (size_t i = 0; i < suggest->count; i++)
		if (strcasecmp(suggest->best[i], shown) == 0)
			return true;
	return false;
}

void pmx_suggest_offer(struct pmx_suggest *suggest, const char *name, const char *shown)
{
	char lower[PMX_SUGGEST_LENGTH];
	unsigned distance;

	if (!suggest->wanted[0] || strlen(name) >= sizeof(lower) ||
	    strlen(shown) >= sizeof(suggest->best[0]))
		return;
	copy_lower(lower, sizeof(lower), name);
	distance = pmx_text_distance(suggest->wanted, lower, suggest->nearest);
	if (distance > suggest->nearest)
		return;
	/* The name itself, where an option forbids it (--cputype): no help. */
	if (strcasecmp(suggest->wanted, shown) == 0)
		return;
	if (distance < suggest->nearest) {
		suggest->nearest = distance;
		suggest->count = 0;
	}
	if (suggest->count < PMX_SUGGEST_MAX && !is_listed(suggest, shown))
		memcpy(suggest->best[suggest->count++], shown, strlen(shown) + 1);
}

/* A list of words for a hint; what does not fit is left out. */
struct words {
	char text[240];
	size_t used;
};

static void add_word(struct words *words, const char *word)
{
	size_t length = strlen(word), comma = words->used ? 2 : 0;

	if (words->used + comma + length >= sizeof(words->text))
		return;
	memcpy(words->text + words->used, ", ", comma);
	memcpy(words->text + words->used + comma, word, length + 1);
	words->used += comma + length;
}

int pmx_suggest_pmu_word(struct pmx_resolving *r, const struct pmx_pmu *pmu, struct pmx_span word)
{
	struct words words = { .used = 0 };
	struct pmx_suggest suggest;
	const struct pmx_pmu_term *terms;
	char **names;
	ssize_t count = pmx_pmu_event_names(r->resolver->pmus, pmu, &names);

	pmx_suggest_begin(&suggest, word);
	for (ssize_t i = 0; i < count; i++) {
		pmx_suggest_offer(&suggest, names[i], names[i]);
		add_word(&words, names[i]);
	}
	if (count >= 0)
		pmx_names_free(names);
	count = pmx_pmu_terms(r->resolver->pmus, pmu, &terms, NULL);
	for (ssize_t i = 0; i < count; i++) {
		pmx_suggest_offer(&suggest, terms[i].name, terms[i].name);
		add_word(&words, terms[i].name);
	}
	pmx_suggest_generic(&suggest, pmu->kind == PMX_PMU_CORE, pmu->kind == PMX_PMU_SOFTWARE);
	pmx_suggest_error(&suggest, r->err, "PMU '%s' has no event or term '%" PMX_SPAN_FMT "'",
			  pmu->name, PMX_SPAN_ARG(word));
	if (!suggest.count && words.used)
		pmx_error_hint(r->err, "it has: %s", words.text);
	return -ENOENT;
}

int pmx_suggest_error(const struct pmx_suggest *best, struct pmx_error *err, const char *fmt, ...)
{
	char text[sizeof(err->text)];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (best->count == 3)
		pmx_error_set(err, -ENOENT, "%s; did you mean '%s', '%s' or '%s'?", text,
			      best->best[0], best->best[1], best->best[2]);
	else if (best->count == 2)
		pmx_error_set(err, -ENOENT, "%s; did you mean '%s' or '%s'?", text, best->best[0],
			      best->best[1]);
	else if (best->count == 1)
		pmx_error_set(err, -ENOENT, "%s; did you mean '%s'?", text, best->best[0]);
	else
		pmx_error_set(err, -ENOENT, "%s", text);
	return -ENOENT;
}

void pmx_suggest_generic(struct pmx_suggest *suggest, bool hardware, bool software)
{
	size_t count;
	const struct pmx_generic *all = pmx_generic_all(&count);
	char name[64];

	for (size_t i = 0; i < count; i++)
		if (all[i].type == PERF_TYPE_SOFTWARE ? software : hardware)
			pmx_suggest_offer(suggest, all[i].name, all[i].name);
	for (size_t i = 0; hardware && pmx_cache_name(i, name, sizeof(name)); i++)
		pmx_suggest_offer(suggest, name, name);
}

/* Events that sysfs names: plain on a core PMU, where that is enough, else "pmu/event/". */
static void suggest_sysfs(struct pmx_suggest *suggest, struct pmx_resolver *resolver)
{
	const struct pmx_pmu *const *list;
	ssize_t pmus = pmx_pmus_all(resolver->pmus, &list, NULL);

	for (ssize_t i = 0; i < pmus; i++) {
		char **names, shown[PMX_SUGGEST_LENGTH];
		ssize_t count = pmx_pmu_event_names(resolver->pmus, list[i], &names);

		if (count < 0)
			continue;
		for (ssize_t n = 0; n < count; n++) {
			if (list[i]->kind == PMX_PMU_CORE)
				snprintf(shown, sizeof(shown), "%s", names[n]);
			else
				snprintf(shown, sizeof(shown), "%s/%s/", list[i]->name, names[n]);
			pmx_suggest_offer(suggest, names[n], shown);
		}
		pmx_names_free(names);
	}
}

static struct pmx_span without_modifiers(struct pmx_span text)
{
	struct pmx_span rest, name = pmx_span_cut(text, ':', &rest);

	return pmx_modifiers_is_like(rest) ? name : text;
}

int pmx_resolving_unknown(struct pmx_resolving *r)
{
	struct pmx_span name = without_modifiers(r->item->text);
	bool is_tracepoint = !r->opts->pfm_only && memchr(name.at, ':', name.len);
	struct pmx_suggest suggest;
	size_t spaces = 0;

	pmx_suggest_begin(&suggest, name);
	if (!r->opts->pfm_only) {
		pmx_suggest_generic(&suggest, true, true);
		suggest_sysfs(&suggest, r->resolver);
		pmx_tracepoint_suggest(&suggest, r->resolver, name);
	}
	pmx_pfm_suggest(&suggest, r->resolver);
	pmx_suggest_error(&suggest, r->err, "unknown %s '%" PMX_SPAN_FMT "'",
			  is_tracepoint ? "tracepoint" : "event", PMX_SPAN_ARG(r->item->text));
	for (size_t i = 0; i < name.len; i++)
		spaces += pmx_is_space(name.at[i]);
	if (pmx_span_is(name, "duration_time") || pmx_span_is(name, "user_time") ||
	    pmx_span_is(name, "system_time"))
		pmx_error_hint(r->err, "perf stat's own clocks are no events here: every report "
				       "has the time elapsed, and of a command user and system "
				       "time");
	else if (spaces)
		pmx_error_hint(r->err, "events are separated by commas");
	else if (!suggest.count && r->opts->cputype)
		pmx_error_hint(r->err, "--cputype=%s leaves out the other core PMUs",
			       r->opts->cputype);
	else if (!suggest.count)
		pmx_error_hint(r->err, "'perfmux list' shows the events of this machine");
	return -ENOENT;
}
