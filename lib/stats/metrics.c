// SPDX-License-Identifier: GPL-2.0-only
/*
 * metrics.c - which counts make which number
 *
 * Names, formats and limits are those of perf stat 6.1, so that a reader of either finds what the
 * other shows.
 */
#include "stats/metrics.h"

#define CACHE(which, result)                                              \
	(PERF_COUNT_HW_CACHE_##which | PERF_COUNT_HW_CACHE_OP_READ << 8 | \
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct {
	uint32_t type;
	uint64_t config;
	enum pmx_base base;
} bases[] = {
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, PMX_BASE_CLOCK },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, PMX_BASE_CLOCK },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, PMX_BASE_CYCLES },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PMX_BASE_BRANCHES },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, PMX_BASE_CACHE_REFS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, PMX_BASE_STALLED_FRONTEND },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, PMX_BASE_STALLED_BACKEND },
	{ PERF_TYPE_HW_CACHE, CACHE(L1D, ACCESS), PMX_BASE_L1D },
	{ PERF_TYPE_HW_CACHE, CACHE(L1I, ACCESS), PMX_BASE_L1I },
	{ PERF_TYPE_HW_CACHE, CACHE(LL, ACCESS), PMX_BASE_LL },
	{ PERF_TYPE_HW_CACHE, CACHE(DTLB, ACCESS), PMX_BASE_DTLB },
	{ PERF_TYPE_HW_CACHE, CACHE(ITLB, ACCESS), PMX_BASE_ITLB },
};

/* A clock counts as milliseconds: cycles per millisecond are 1e-6 GHz. */
static const struct pmx_ratio ratios[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PMX_BASE_CYCLES, 1, 0, "insn per cycle",
	  "%7.2f " },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, PMX_BASE_CLOCK, 1e-6, 0, "GHz", "%8.3f" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, PMX_BASE_BRANCHES, 100, 20,
	  "of all branches", "%7.2f%%" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, PMX_BASE_CACHE_REFS, 100, 20,
	  "of all cache refs", "%8.3f %%" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, PMX_BASE_CYCLES, 100, 50,
	  "frontend cycles idle", "%7.2f%%" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, PMX_BASE_CYCLES, 100, 75,
	  "backend cycles idle", "%7.2f%%" },
	{ PERF_TYPE_HW_CACHE, CACHE(L1D, MISS), PMX_BASE_L1D, 100, 20, "of all L1-dcache accesses",
	  "%7.2f%%" },
	{ PERF_TYPE_HW_CACHE, CACHE(L1I, MISS), PMX_BASE_L1I, 100, 20, "of all L1-icache accesses",
	  "%7.2f%%" },
	{ PERF_TYPE_HW_CACHE, CACHE(LL, MISS), PMX_BASE_LL, 100, 20, "of all LL-cache accesses",
	  "%7.2f%%" },
	{ PERF_TYPE_HW_CACHE, CACHE(DTLB, MISS), PMX_BASE_DTLB, 100, 20,
	  "of all dTLB cache accesses", "%7.2f%%" },
	{ PERF_TYPE_HW_CACHE, CACHE(ITLB, MISS), PMX_BASE_ITLB, 100, 20,
	  "of all iTLB cache accesses", "%7.2f%%" },
};

enum pmx_base pmx_base_of(const struct pmx_event *event)
{
	uint64_t config;
	uint32_t type;

	if (pmx_event_generic(event, &type, &config))
		return PMX_BASE_NONE;
	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
		if (bases[i].type == type && bases[i].config == config)
			return bases[i].base;
	return PMX_BASE_NONE;
}

const struct pmx_ratio *pmx_ratio_of(const struct pmx_event *event)
{
	uint64_t config;
	uint32_t type;

	if (pmx_event_generic(event, &type, &config))
		return NULL;
	for (size_t i = 0; i < sizeof(ratios) / sizeof(ratios[0]); i++)
		if (ratios[i].type == type && ratios[i].config == config)
			return &ratios[i];
	return NULL;
}
