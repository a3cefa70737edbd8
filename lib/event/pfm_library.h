/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pfm_library.h - libpfm4, loaded when it is needed
 *
 * Its tables cost every start of a program that links it, and its initialisation takes
 * milliseconds: the first name that nobody else knows loads it.
 */
#ifndef PERFMUX_EVENT_PFM_LIBRARY_H
#define PERFMUX_EVENT_PFM_LIBRARY_H

#include <linux/perf_event.h> /* before libpfm4's, which brings a copy otherwise */

#include <perfmon/pfmlib_perf_event.h>

#include "event/resolve.h"

struct pmx_pfm {
	void *handle;	     /* NULL: the library is not there */
	const char *failure; /* it is there but does not work; NULL */
	__typeof__(pfm_initialize) *initialize;
	__typeof__(pfm_terminate) *terminate;
	__typeof__(pfm_strerror) *strerror;
	__typeof__(pfm_get_pmu_info) *get_pmu_info;
	__typeof__(pfm_get_event_info) *get_event_info;
	__typeof__(pfm_get_event_next) *get_event_next;
	__typeof__(pfm_get_os_event_encoding) *encode;
};

/* An event as the library codes it. */
struct pmx_pfm_coded {
	struct perf_event_attr attr;
	pfm_pmu_info_t pmu;
	int cpu;
};

/* Once a resolver; NULL when there is no memory. The result may be without a working library. */
struct pmx_pfm *pmx_pfm_load(struct pmx_resolver *resolver);

bool pmx_pfm_is_usable(const struct pmx_pfm *pfm);

/* PFM_SUCCESS, or the library's error. */
int pmx_pfm_encode(struct pmx_pfm *pfm, const char *name, struct pmx_pfm_coded *out);

/* The library's PMU called @name. */
bool pmx_pfm_find_pmu(struct pmx_pfm *pfm, struct pmx_span name, pfm_pmu_info_t *out);

#endif
