// SPDX-License-Identifier: GPL-2.0-only
/*
 * lister.c - a lister's life, and which sections it goes through
 */
#include <stdlib.h>
#include <string.h>

#include "list/lister.h"

int pmx_lister_new(struct pmx_lister **out, struct pmx_resolver *resolver,
		   const struct pmx_list_options *opts, struct pmx_error *err)
{
	struct pmx_lister *lister = calloc(1, sizeof(*lister));
	int ret;

	if (!lister)
		return pmx_error_nomem(err);
	lister->resolver = resolver;
	lister->pfm = opts->pfm;
	lister->detail = opts->detail;
	ret = pmx_filter_make(&lister->filter, opts, err);
	if (ret) {
		pmx_lister_free(lister);
		return ret;
	}
	*out = lister;
	return 0;
}

void pmx_lister_free(struct pmx_lister *lister)
{
	if (!lister)
		return;
	for (size_t i = 0; i < lister->system_count; i++)
		pmx_names_free(lister->systems[i].events);
	free(lister->systems);
	pmx_names_free(lister->system_names);
	for (size_t i = 0; i < lister->pmu_count; i++) {
		pmx_names_free(lister->pmus[i].caps);
		free(lister->pmus[i].alias);
	}
	free(lister->pmus);
	pmx_filter_free(&lister->filter);
	free(lister);
}

bool pmx_lister_wants(const struct pmx_lister *lister, enum pmx_list_section section)
{
	const struct pmx_filter *filter = &lister->filter;

	if (section == PMX_LIST_PFM)
		return lister->pfm || pmx_filter_names(filter, section) ||
		       pmx_filter_mentions(filter, "::");
	return filter->pattern_count || pmx_filter_takes_all(filter, section);
}

bool pmx_lister_wants_pmus(const struct pmx_lister *lister)
{
	return pmx_lister_wants(lister, PMX_LIST_PMU);
}

bool pmx_lister_names(const struct pmx_lister *lister, enum pmx_list_section section)
{
	return pmx_filter_names(&lister->filter, section);
}

bool pmx_lister_is_asked(const struct pmx_lister *lister, enum pmx_list_section section)
{
	return lister->filter.pattern_count || pmx_filter_names(&lister->filter, section) ||
	       (section == PMX_LIST_PFM && lister->pfm);
}

const char *pmx_lister_unmatched(const struct pmx_lister *lister, size_t n)
{
	const struct pmx_filter *filter = &lister->filter;

	for (size_t i = 0; i < filter->pattern_count; i++)
		if (!filter->patterns[i].met && n-- == 0)
			return filter->patterns[i].asked;
	return NULL;
}

int pmx_listing_offer(struct pmx_listing *listing, const struct pmx_listed_event *event,
		      const char *more)
{
	struct pmx_filter *filter = &listing->lister->filter;
	const char *names[] = { event->name, event->alias, more };

	if (!pmx_filter_match(filter, names, sizeof(names) / sizeof(names[0]), event->text) &&
	    !pmx_filter_takes_all(filter, listing->section) &&
	    !(listing->section == PMX_LIST_PFM && listing->lister->pfm))
		return 0;
	return listing->fn(listing->ctx, event);
}

int pmx_lister_events(struct pmx_lister *lister, enum pmx_list_section section, pmx_list_fn *fn,
		      void *ctx, struct pmx_error *err)
{
	static int (*const sections[])(struct pmx_listing * listing) = {
		[PMX_LIST_HARDWARE] = pmx_listing_hardware,
		[PMX_LIST_CACHE] = pmx_listing_cache,
		[PMX_LIST_SOFTWARE] = pmx_listing_software,
		[PMX_LIST_PMU] = pmx_listing_pmus,
		[PMX_LIST_BREAKPOINT] = pmx_listing_breakpoints,
		[PMX_LIST_RAW] = pmx_listing_raw,
		[PMX_LIST_TRACEPOINT] = pmx_listing_tracepoints,
		[PMX_LIST_PFM] = pmx_listing_pfm,
	};
	struct pmx_listing listing = {
		.lister = lister, .section = section, .fn = fn, .ctx = ctx, .err = err
	};

	return sections[section](&listing);
}

const char *pmx_lister_note(const struct pmx_lister *lister, enum pmx_list_section section)
{
	return lister->notes[section][0] ? lister->notes[section] : NULL;
}
