// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmus.c - the PMUs of a machine, with what sysfs says of each
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/generic.h"
#include "list/lister.h"

#define DEVICES "/sys/bus/event_source/devices"

/* More files than any "caps" directory has. */
enum { MAX_CAPS = 256, MAX_PATH = 1024 };

size_t pmx_instance_base(const struct pmx_pmu *pmu)
{
	const char *under = strrchr(pmu->name, '_');
	size_t decimal, hex;

	if (!under || pmu->kind == PMX_PMU_CORE)
		return strlen(pmu->name);
	decimal = strspn(under + 1, "0123456789");
	hex = strspn(under + 1, "0123456789abcdef");
	if ((decimal && !under[1 + decimal]) || (hex > 2 && !under[1 + hex]))
		return (size_t)(under - pmu->name);
	return strlen(pmu->name);
}

/* Replaces the name of each file of "caps" by "name=value"; what cannot be read stays a name. */
static void read_caps(struct pmx_machine *machine, struct pmx_listed_pmu *entry)
{
	char path[MAX_PATH], value[128], *pair;
	ssize_t count;

	snprintf(path, sizeof(path), DEVICES "/%s/caps", entry->pmu->name);
	count = pmx_machine_list(machine, path, MAX_CAPS, &entry->caps);
	if (count < 0)
		return;
	entry->cap_count = (size_t)count;
	for (ssize_t i = 0; i < count; i++) {
		snprintf(path, sizeof(path), DEVICES "/%s/caps/%s", entry->pmu->name,
			 entry->caps[i]);
		if (pmx_machine_read(machine, path, value, sizeof(value)) < 0 ||
		    asprintf(&pair, "%s=%s", entry->caps[i], value) < 0)
			continue;
		free(entry->caps[i]);
		entry->caps[i] = pair;
	}
}

static long count_generic(uint32_t type)
{
	size_t count;
	const struct pmx_generic *all = pmx_generic_all(&count);
	uint64_t seen = 0;

	for (size_t i = 0; i < count; i++)
		if (all[i].type == type && all[i].config < 64)
			seen |= UINT64_C(1) << all[i].config;
	return __builtin_popcountll(seen);
}

static long count_tracepoints(struct pmx_lister *lister)
{
	long count = 0;

	if (pmx_lister_read_tracepoints(lister))
		return -1;
	for (size_t i = 0; i < lister->system_count; i++)
		count += (long)lister->systems[i].count;
	return count;
}

static long count_events(struct pmx_lister *lister, const struct pmx_pmu *pmu)
{
	struct pmx_pmus *pmus = pmx_resolver_pmus(lister->resolver);
	char **names;
	ssize_t count;

	if (pmu->kind == PMX_PMU_SOFTWARE)
		return count_generic(PERF_TYPE_SOFTWARE);
	if (pmu->kind == PMX_PMU_TRACEPOINT)
		return count_tracepoints(lister);
	count = pmx_pmu_event_names(pmus, pmu, &names);
	if (count >= 0)
		pmx_names_free(names);
	return count >= 0 ? (long)count : -1;
}

static void fill(struct pmx_lister *lister, const struct pmx_pmu *pmu, const char *alias,
		 struct pmx_listed_pmu *out)
{
	struct pmx_machine *machine = lister->resolver->machine;
	char path[MAX_PATH];

	*out = (struct pmx_listed_pmu){ .pmu = pmu, .mux_ms = -1 };
	out->alias = alias ? strdup(alias) : NULL;
	snprintf(path, sizeof(path), DEVICES "/%s/perf_event_mux_interval_ms", pmu->name);
	if (pmx_machine_read_long(machine, path, &out->mux_ms))
		out->mux_ms = -1;
	out->events = count_events(lister, pmu);
	read_caps(machine, out);
}

static void add_pmu(struct pmx_lister *lister, const struct pmx_pmu *pmu)
{
	char alias[256];
	bool has_alias = !pmu->software_class &&
			 pmx_pmu_alias(pmx_resolver_pmus(lister->resolver), pmu->name, alias,
				       sizeof(alias)) >= 0;
	const char *names[] = { pmu->name, has_alias ? alias : NULL };

	if (pmx_filter_match(&lister->filter, names, 2, NULL) ||
	    pmx_filter_takes_all(&lister->filter, PMX_LIST_PMU))
		fill(lister, pmu, names[1], &lister->pmus[lister->pmu_count++]);
}

ssize_t pmx_lister_pmus(struct pmx_lister *lister, const struct pmx_listed_pmu **list,
			struct pmx_error *err)
{
	const struct pmx_pmu *const *all;
	ssize_t count = pmx_pmus_all(pmx_resolver_pmus(lister->resolver), &all, err);

	if (count < 0)
		return count;
	if (!lister->pmus) {
		lister->pmus = calloc((size_t)count + 1, sizeof(*lister->pmus));
		if (!lister->pmus)
			return pmx_error_nomem(err);
		for (ssize_t i = 0; i < count; i++)
			add_pmu(lister, all[i]);
	}
	*list = lister->pmus;
	return (ssize_t)lister->pmu_count;
}
