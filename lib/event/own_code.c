// SPDX-License-Identifier: GPL-2.0-only
/*
 * own_code.c - a PMU's own code for a generic hardware event
 *
 * Kernels that do not know the extended type (on Arm until 6.6) cannot be told which of several
 * core PMUs a generic event is for. The PMU's events directory has the same event under a name of
 * its own: x86's and s390's names are the generic ones, Arm's are those of its manuals.
 */
#include "event/own_code.h"

#include "event/terms.h"

#define MAX_NAMES 4

static const char *const names[PERF_COUNT_HW_MAX][MAX_NAMES] = {
	[PERF_COUNT_HW_CPU_CYCLES] = { "cpu-cycles", "cpu_cycles", "cycles" },
	[PERF_COUNT_HW_INSTRUCTIONS] = { "instructions", "inst_retired" },
	[PERF_COUNT_HW_CACHE_REFERENCES] = { "cache-references", "l1d_cache" },
	[PERF_COUNT_HW_CACHE_MISSES] = { "cache-misses", "l1d_cache_refill" },
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = { "branch-instructions", "br_retired",
						"pc_write_retired", "branches" },
	[PERF_COUNT_HW_BRANCH_MISSES] = { "branch-misses", "br_mis_pred" },
	[PERF_COUNT_HW_BUS_CYCLES] = { "bus-cycles", "bus_cycles" },
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = { "stalled-cycles-frontend", "stall_frontend" },
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = { "stalled-cycles-backend", "stall_backend" },
	[PERF_COUNT_HW_REF_CPU_CYCLES] = { "ref-cycles" },
};

/* Sets all terms of a named event; false when one cannot be set or is left to the user. */
static bool set_terms(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, const char *text,
		      struct perf_event_attr *attr)
{
	struct pmx_terms terms = { .count = 0 };

	if (pmx_terms_parse(pmx_span_of(text), &terms, NULL))
		return false;
	for (size_t i = 0; i < terms.count; i++) {
		const struct pmx_term *term = &terms.list[i];
		char name[64];

		if (term->kind != PMX_TERM_NUMBER && term->kind != PMX_TERM_BARE)
			return false;
		if (!pmx_span_copy(term->name, name, sizeof(name)) ||
		    pmx_pmu_set_term(pmus, pmu, name,
				     term->kind == PMX_TERM_BARE ? 1 : term->number, attr, NULL))
			return false;
	}
	return true;
}

bool pmx_own_code(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, uint64_t generic,
		  uint64_t *config)
{
	for (size_t i = 0; generic < PERF_COUNT_HW_MAX && i < MAX_NAMES; i++) {
		struct perf_event_attr attr = { 0 };
		struct pmx_pmu_event event;

		if (!names[generic][i] ||
		    pmx_pmu_event_find(pmus, pmu, names[generic][i], &event, NULL))
			continue;
		if (!set_terms(pmus, pmu, event.terms, &attr) || attr.config1 || attr.config2)
			continue;
		*config = attr.config;
		return true;
	}
	return false;
}
