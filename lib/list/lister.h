/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lister.h - what the files of lib/list share: the lister, and how a section hands over an event
 */
#ifndef PERFMUX_LIST_LISTER_H
#define PERFMUX_LIST_LISTER_H

#include <perfmux/list.h>

#include "event/resolve.h"
#include "list/filter.h"

enum { PMX_LIST_NOTE = 400 };

/* A subsystem of tracefs and the tracepoints in it, both sorted by name. */
struct pmx_tracing_system {
	const char *name;
	char **events;
	size_t count;
};

struct pmx_lister {
	struct pmx_resolver *resolver;
	struct pmx_filter filter;
	bool pfm, detail;

	/*
	 * tracepoints, once knows_tracepoints; -errno in tracing_rc where there are none to be had
	 */
	bool knows_tracepoints;
	int tracing_rc;
	char **system_names;
	struct pmx_tracing_system *systems;
	size_t system_count;

	struct pmx_listed_pmu *pmus;
	size_t pmu_count;
	char notes[PMX_LIST_SECTIONS][PMX_LIST_NOTE];
};

/* A section being listed. */
struct pmx_listing {
	struct pmx_lister *lister;
	enum pmx_list_section section;
	pmx_list_fn *fn;
	void *ctx;
	struct pmx_error *err;
};

/* Hands @event over if the patterns match; @more, if not NULL, is one more name to match. */
int pmx_listing_offer(struct pmx_listing *listing, const struct pmx_listed_event *event,
		      const char *more);

/* The sections. 0, or what stops the listing. */
int pmx_listing_hardware(struct pmx_listing *listing);
int pmx_listing_cache(struct pmx_listing *listing);
int pmx_listing_software(struct pmx_listing *listing);
int pmx_listing_pmus(struct pmx_listing *listing);
int pmx_listing_breakpoints(struct pmx_listing *listing);
int pmx_listing_raw(struct pmx_listing *listing);
int pmx_listing_tracepoints(struct pmx_listing *listing);
int pmx_listing_pfm(struct pmx_listing *listing);

/* Reads the names of all tracepoints, once. 0, or -errno with a note. */
int pmx_lister_read_tracepoints(struct pmx_lister *lister);

/* Length of @name without the number of an instance, "uncore_imc" of "uncore_imc_0". */
size_t pmx_instance_base(const struct pmx_pmu *pmu);

/* What a generic event counts, or NULL; of caches composed into @buf. */
const char *pmx_generic_text(uint32_t type, uint64_t config, char *buf, size_t size);

#endif
