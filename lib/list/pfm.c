// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfm.c - the events that libpfm4 knows of this processor
 *
 * Loaded only when somebody asks: its tables take milliseconds. What the library has for the
 * kernel's own events is listed elsewhere, and left out here.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/pfm_library.h"
#include "list/lister.h"

enum { MAX_PMUS = 4096, MAX_ATTRS = 512, MAX_NAME = 256, MAX_MASKS = 4096 };

typedef __typeof__(pfm_get_event_attr_info) attr_info_fn;

static void note(struct pmx_listing *listing, const char *text)
{
	snprintf(listing->lister->notes[PMX_LIST_PFM], PMX_LIST_NOTE, "%s", text);
}

static bool is_kernels(const pfm_pmu_info_t *pmu)
{
	return pmu->type == PFM_PMU_TYPE_OS_GENERIC || strcmp(pmu->name, "perf_raw") == 0 ||
	       strcmp(pmu->name, "perf") == 0;
}

/* "ANY, DEMAND, ..."; NULL for an event without unit masks. */
static const char *unit_masks(attr_info_fn *attr_info, int event, int count, char *buf)
{
	size_t used = 0;

	for (int i = 0; attr_info && i < count && i < MAX_ATTRS; i++) {
		pfm_event_attr_info_t info = { .size = sizeof(info) };

		if (attr_info(event, i, PFM_OS_PERF_EVENT_EXT, &info) != PFM_SUCCESS ||
		    info.type != PFM_ATTR_UMASK || used + strlen(info.name) + 3 >= MAX_MASKS)
			continue;
		used += (size_t)snprintf(buf + used, MAX_MASKS - used, "%s%s", used ? ", " : "",
					 info.name);
	}
	return used ? buf : NULL;
}

static int list_pmu(struct pmx_listing *listing, struct pmx_pfm *pfm, attr_info_fn *attr_info,
		    const pfm_pmu_info_t *pmu)
{
	char name[MAX_NAME], masks[MAX_MASKS];
	int ret = 0;

	for (int i = pmu->first_event; i >= 0 && !ret; i = pfm->get_event_next(i)) {
		pfm_event_info_t info = { .size = sizeof(info) };
		struct pmx_listed_event event = {
			.section = PMX_LIST_PFM, .name = name, .pmu = pmu->name, .scale = 1
		};

		pfm_err_t rc = pfm->get_event_info(i, PFM_OS_PERF_EVENT_EXT, &info);

		if (rc == PFM_ERR_NOMEM)
			return pmx_error_nomem(listing->err);
		if (rc != PFM_SUCCESS)
			continue;
		snprintf(name, sizeof(name), "%s::%s", pmu->name, info.name);
		event.text = info.desc;
		if (listing->lister->detail)
			event.terms = unit_masks(attr_info, i, info.nattrs, masks);
		if (!pmu->is_present)
			event.missing = "not this machine's processor";
		ret = pmx_listing_offer(listing, &event, NULL);
	}
	return ret;
}

/* With LIBPFM_ENCODE_INACTIVE set, a pattern may name any PMU that the library knows: "spr::*". */
static bool is_listed(struct pmx_lister *lister, const pfm_pmu_info_t *pmu)
{
	char start[MAX_NAME];

	if (pmu->is_present)
		return pmx_machine_is_live(lister->resolver->machine);
	snprintf(start, sizeof(start), "%s::", pmu->name);
	return getenv("LIBPFM_ENCODE_INACTIVE") && pmx_filter_mentions(&lister->filter, start);
}

int pmx_listing_pfm(struct pmx_listing *listing)
{
	struct pmx_pfm *pfm = pmx_pfm_load(listing->lister->resolver);
	attr_info_fn *attr_info;
	bool any = false;
	int ret = 0;

	if (!pfm)
		return pmx_error_nomem(listing->err);
	if (!pmx_pfm_is_usable(pfm)) {
		note(listing, pfm->handle ? "libpfm4 cannot be used" :
					    "libpfm4 is not installed: apt-get install libpfm4");
		return 0;
	}
	attr_info = (attr_info_fn *)dlsym(pfm->handle, "pfm_get_event_attr_info");
	for (int i = 0; i < MAX_PMUS && !ret; i++) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };

		if (pfm->get_pmu_info((pfm_pmu_t)i, &pmu) != PFM_SUCCESS || is_kernels(&pmu) ||
		    !is_listed(listing->lister, &pmu))
			continue;
		any = true;
		ret = list_pmu(listing, pfm, attr_info, &pmu);
	}
	if (!any)
		note(listing, pmx_machine_is_live(listing->lister->resolver->machine) ?
				      "libpfm4 does not know this processor" :
				      "libpfm4 knows the processor it runs on, not a sysroot's");
	return ret;
}
