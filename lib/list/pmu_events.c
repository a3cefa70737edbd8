// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmu_events.c - the events that PMUs name in sysfs
 *
 * Instances of one kind ("uncore_imc_0", "uncore_imc_1") are one entry for each event that they
 * have in common, under the name by which all of them are opened.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/generic.h"
#include "list/lister.h"

enum { MAX_NAME = 512 };

/* Neighbours in the list of all PMUs that differ by their number only, or one PMU alone. */
struct instances {
	const struct pmx_pmu *const *pmus;
	size_t count;
	char ***names; /* of the events of each, sorted */
	size_t *name_counts;
};

static bool is_same_kind(const struct pmx_pmu *a, const struct pmx_pmu *b)
{
	size_t length = pmx_instance_base(a);

	return a->name[length] && length == pmx_instance_base(b) && a->kind == b->kind &&
	       strncmp(a->name, b->name, length) == 0;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has_event(const struct instances *set, size_t i, char *name)
{
	return set->name_counts[i] &&
	       bsearch(&name, set->names[i], set->name_counts[i], sizeof(*set->names[i]), compare);
}

/* How many from @first on have the event; 0 when one before it has it: it was listed there. */
static unsigned count_having(const struct instances *set, size_t first, char *name)
{
	unsigned count = 0;

	for (size_t i = 0; i < set->count; i++) {
		if (!has_event(set, i, name))
			continue;
		if (i < first)
			return 0;
		count++;
	}
	return count;
}

static const char *text_of(const struct pmx_pmu *pmu, const char *name)
{
	const struct pmx_generic *generic = pmx_generic_find(pmx_span_of(name));

	if (pmu->kind != PMX_PMU_CORE || !generic || generic->type != PERF_TYPE_HARDWARE)
		return NULL;
	return pmx_generic_text(generic->type, generic->config, NULL, 0);
}

static int offer_event(struct pmx_listing *listing, const struct instances *set, size_t i,
		       char *name, unsigned having)
{
	struct pmx_pmus *pmus = pmx_resolver_pmus(listing->lister->resolver);
	const struct pmx_pmu *pmu = set->pmus[i];
	bool merged = having > 1;
	char full[MAX_NAME], base[MAX_NAME / 2];
	struct pmx_pmu_event sysfs = { .scale = 1 };
	struct pmx_listed_event event = {
		.section = PMX_LIST_PMU,
		.name = full,
		.pmu = base,
		.pmus = merged ? having : 0,
		.text = text_of(pmu, name),
	};

	snprintf(base, sizeof(base), "%.*s",
		 (int)(merged ? pmx_instance_base(pmu) : strlen(pmu->name)), pmu->name);
	snprintf(full, sizeof(full), "%s/%s/", base, name);
	if (!pmx_pmu_event_find(pmus, pmu, name, &sysfs, NULL)) {
		event.terms = sysfs.terms;
		event.unit = sysfs.unit[0] ? sysfs.unit : NULL;
	}
	event.scale = sysfs.scale;
	return pmx_listing_offer(listing, &event, pmu->name);
}

/* A PMU that names no events and counts all the same, as ibs_op does: the empty event. */
static int offer_bare(struct pmx_listing *listing, const struct pmx_pmu *pmu)
{
	char full[MAX_NAME];
	struct pmx_listed_event event = {
		.section = PMX_LIST_PMU, .name = full, .pmu = pmu->name, .scale = 1
	};

	if (pmu->kind != PMX_PMU_SAMPLING)
		return 0;
	event.text = "counts while it samples";
	snprintf(full, sizeof(full), "%s//", pmu->name);
	return pmx_listing_offer(listing, &event, NULL);
}

static int list_set(struct pmx_listing *listing, const struct instances *set)
{
	int ret = 0;

	for (size_t i = 0; i < set->count && !ret; i++) {
		for (size_t n = 0; n < set->name_counts[i] && !ret; n++) {
			unsigned having = count_having(set, i, set->names[i][n]);

			if (having)
				ret = offer_event(listing, set, i, set->names[i][n], having);
		}
		if (!ret && !set->name_counts[i])
			ret = offer_bare(listing, set->pmus[i]);
	}
	return ret;
}

static int list_instances(struct pmx_listing *listing, struct instances *set)
{
	struct pmx_pmus *pmus = pmx_resolver_pmus(listing->lister->resolver);
	int ret;

	set->names = calloc(set->count, sizeof(*set->names));
	set->name_counts = calloc(set->count, sizeof(*set->name_counts));
	if (set->names && set->name_counts) {
		for (size_t i = 0; i < set->count; i++) {
			ssize_t count = pmx_pmu_event_names(pmus, set->pmus[i], &set->names[i]);

			set->name_counts[i] = count > 0 ? (size_t)count : 0;
		}
		ret = list_set(listing, set);
		for (size_t i = 0; i < set->count; i++)
			pmx_names_free(set->names[i]);
	} else {
		ret = pmx_error_nomem(listing->err);
	}
	free(set->names);
	free(set->name_counts);
	return ret;
}

int pmx_listing_pmus(struct pmx_listing *listing)
{
	const struct pmx_pmu *const *all;
	ssize_t count =
		pmx_pmus_all(pmx_resolver_pmus(listing->lister->resolver), &all, listing->err);
	int ret = count < 0 ? (int)count : 0;

	for (ssize_t i = 0, end; i < count && !ret; i = end) {
		struct instances set = { .pmus = &all[i] };

		for (end = i + 1; end < count && is_same_kind(all[i], all[end]);)
			end++;
		set.count = (size_t)(end - i);
		ret = list_instances(listing, &set);
	}
	return ret;
}
