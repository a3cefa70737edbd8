// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfm_library.c - libpfm4, loaded when it is needed
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "event/pfm_library.h"
#include "event/suggest.h"

enum { MAX_LIBRARY_PMUS = 4096 };

static bool find_functions(struct pmx_pfm *pfm)
{
	const struct {
		const char *name;
		void **function;
	} wanted[] = {
		{ "pfm_initialize", (void **)&pfm->initialize },
		{ "pfm_terminate", (void **)&pfm->terminate },
		{ "pfm_strerror", (void **)&pfm->strerror },
		{ "pfm_get_pmu_info", (void **)&pfm->get_pmu_info },
		{ "pfm_get_event_info", (void **)&pfm->get_event_info },
		{ "pfm_get_event_next", (void **)&pfm->get_event_next },
		{ "pfm_get_os_event_encoding", (void **)&pfm->encode },
	};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		*wanted[i].function = dlsym(pfm->handle, wanted[i].name);
		if (!*wanted[i].function)
			return false;
	}
	return true;
}

struct pmx_pfm *pmx_pfm_load(struct pmx_resolver *resolver)
{
	struct pmx_pfm *pfm = resolver->pfm;
	int rc;

	if (pfm)
		return pfm;
	pfm = calloc(1, sizeof(*pfm));
	if (!pfm)
		return NULL;
	errno = 0;
	pfm->handle = dlopen("libpfm.so.4", RTLD_NOW | RTLD_LOCAL);
	if (!pfm->handle && errno == ENOMEM) {
		free(pfm);
		return NULL;
	}
	resolver->pfm = pfm;
	if (!pfm->handle)
		return pfm;
	if (!find_functions(pfm)) {
		pfm->failure = "it lacks functions of version 4.3";
		return pfm;
	}
	rc = pfm->initialize();
	if (rc != PFM_SUCCESS)
		pfm->failure = pfm->strerror(rc);
	return pfm;
}

bool pmx_pfm_is_usable(const struct pmx_pfm *pfm)
{
	return pfm && pfm->handle && !pfm->failure;
}

void pmx_pfm_free(struct pmx_pfm *pfm)
{
	if (!pfm)
		return;
	if (pmx_pfm_is_usable(pfm))
		pfm->terminate();
	if (pfm->handle)
		dlclose(pfm->handle);
	free(pfm);
}

int pmx_pfm_encode(struct pmx_pfm *pfm, const char *name, struct pmx_pfm_coded *out)
{
	pmx_autofree char *full = NULL;
	pfm_perf_encode_arg_t arg = {
		.attr = &out->attr,
		.fstr = &full,
		.size = sizeof(arg),
		.cpu = -1,
	};
	pfm_event_info_t info = { .size = sizeof(info) };
	int rc;

	*out = (struct pmx_pfm_coded){ .attr = { .size = sizeof(out->attr) } };
	rc = pfm->encode(name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg);
	if (rc != PFM_SUCCESS)
		return rc;
	out->cpu = arg.cpu;
	out->attr.size = sizeof(out->attr);
	/* Nobody samples here. */
	out->attr.sample_period = 0;
	out->attr.freq = 0;
	out->pmu.size = sizeof(out->pmu);
	rc = pfm->get_event_info(arg.idx, PFM_OS_PERF_EVENT_EXT, &info);
	return rc == PFM_SUCCESS ? pfm->get_pmu_info(info.pmu, &out->pmu) : rc;
}

bool pmx_pfm_find_pmu(struct pmx_pfm *pfm, struct pmx_span name, pfm_pmu_info_t *out)
{
	for (int i = 0; i < MAX_LIBRARY_PMUS; i++) {
		*out = (pfm_pmu_info_t){ .size = sizeof(*out) };
		if (pfm->get_pmu_info((pfm_pmu_t)i, out) == PFM_SUCCESS && out->name &&
		    pmx_span_is(name, out->name))
			return true;
	}
	return false;
}

/* Offers the events of one of the library's PMUs, with its name if one was typed. */
static void suggest_pmu(struct pmx_suggest *suggest, struct pmx_pfm *pfm, const pfm_pmu_info_t *pmu,
			bool with_pmu)
{
	char shown[256];

	for (int i = pmu->first_event; i >= 0; i = pfm->get_event_next(i)) {
		pfm_event_info_t info = { .size = sizeof(info) };

		if (pfm->get_event_info(i, PFM_OS_PERF_EVENT_EXT, &info) != PFM_SUCCESS)
			continue;
		snprintf(shown, sizeof(shown), with_pmu ? "%s::%s" : "%s%s",
			 with_pmu ? pmu->name : "", info.name);
		pmx_suggest_offer(suggest, shown, shown);
	}
}

void pmx_pfm_suggest(struct pmx_suggest *suggest, struct pmx_resolver *resolver)
{
	struct pmx_pfm *pfm = resolver->pfm;
	bool inactive = getenv("LIBPFM_ENCODE_INACTIVE") != NULL;

	if (!pmx_pfm_is_usable(pfm))
		return;
	for (int i = 0; i < MAX_LIBRARY_PMUS; i++) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };
		bool with_pmu = strstr(suggest->wanted, "::") != NULL;

		if (pfm->get_pmu_info((pfm_pmu_t)i, &pmu) == PFM_SUCCESS &&
		    (pmu.is_present || (inactive && with_pmu)))
			suggest_pmu(suggest, pfm, &pmu, with_pmu);
	}
}
