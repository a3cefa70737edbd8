// SPDX-License-Identifier: GPL-2.0-only
/*
 * generic.c - the events whose names and numbers the kernel's ABI fixes
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "event/generic.h"
#include "list/lister.h"

#define NO_PMU "no hardware PMU here"
#define NOTE \
	"no hardware PMU here, so that no event of processor or caches counts: 'perfmux doctor'"

/* The names that are listed; any other generic name is the alias of one of them. */
static const char *const preferred[] = {
	"alignment-faults",
	"bpf-output",
	"branch-instructions",
	"branch-misses",
	"bus-cycles",
	"cache-misses",
	"cache-references",
	"cgroup-switches",
	"context-switches",
	"cpu-clock",
	"cpu-cycles",
	"cpu-migrations",
	"dummy",
	"emulation-faults",
	"instructions",
	"major-faults",
	"minor-faults",
	"page-faults",
	"ref-cycles",
	"stalled-cycles-backend",
	"task-clock",
	"stalled-cycles-frontend",
};

static bool is_preferred(const char *name)
{
	for (size_t i = 0; i < sizeof(preferred) / sizeof(preferred[0]); i++)
		if (strcmp(name, preferred[i]) == 0)
			return true;
	return false;
}

static const char *alias_of(const struct pmx_generic *all, size_t count,
			    const struct pmx_generic *event)
{
	for (size_t i = 0; i < count; i++)
		if (&all[i] != event && all[i].type == event->type &&
		    all[i].config == event->config)
			return all[i].name;
	return NULL;
}

static bool has_core(struct pmx_lister *lister)
{
	const struct pmx_pmu *const *list;

	return pmx_pmus_core(pmx_resolver_pmus(lister->resolver), &list, NULL) > 0;
}

/*
 * Events that no PMU counts are listed when somebody asks for them, to be told so; else they are
 * only in the way. Returns whether to go on, with *missing what to say of each event.
 */
static bool begin_hardware(struct pmx_listing *listing, const char **missing)
{
	struct pmx_lister *lister = listing->lister;

	*missing = NULL;
	if (has_core(lister))
		return true;
	*missing = NO_PMU;
	if (listing->section == PMX_LIST_HARDWARE ||
	    pmx_filter_names(&lister->filter, PMX_LIST_CACHE))
		snprintf(lister->notes[listing->section], PMX_LIST_NOTE, "%s", NOTE);
	return pmx_lister_is_asked(lister, listing->section);
}

static int list_type(struct pmx_listing *listing, uint32_t type, const char *missing)
{
	size_t count;
	const struct pmx_generic *all = pmx_generic_all(&count);
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++) {
		struct pmx_listed_event event = {
			.section = listing->section,
			.name = all[i].name,
			.alias = alias_of(all, count, &all[i]),
			.text = pmx_generic_text(type, all[i].config, NULL, 0),
			.scale = 1,
			.missing = missing,
		};

		if (all[i].type != type || !is_preferred(all[i].name))
			continue;
		if (pmx_generic_is_clock(type, all[i].config))
			event.unit = "msec", event.scale = 1e-6;
		ret = pmx_listing_offer(listing, &event, NULL);
	}
	return ret;
}

int pmx_listing_hardware(struct pmx_listing *listing)
{
	const char *missing;

	if (!begin_hardware(listing, &missing))
		return 0;
	return list_type(listing, PERF_TYPE_HARDWARE, missing);
}

int pmx_listing_software(struct pmx_listing *listing)
{
	return list_type(listing, PERF_TYPE_SOFTWARE, NULL);
}

int pmx_listing_cache(struct pmx_listing *listing)
{
	const char *missing;
	char name[64], text[96];
	int ret = 0;

	if (!begin_hardware(listing, &missing))
		return 0;
	for (size_t i = 0; !ret && pmx_cache_name(i, name, sizeof(name)); i++) {
		struct pmx_listed_event event = {
			.section = PMX_LIST_CACHE, .name = name, .scale = 1, .missing = missing
		};
		uint64_t config;

		if (pmx_cache_find(pmx_span_of(name), &config))
			event.text =
				pmx_generic_text(PERF_TYPE_HW_CACHE, config, text, sizeof(text));
		ret = pmx_listing_offer(listing, &event, NULL);
	}
	return ret;
}
