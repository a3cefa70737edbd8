/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cases.h - results that between them have everything a writer must get right
 */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <math.h>

#include "results.h"

#define NO_PMU	    "no hardware PMU here (a virtual machine may not be given one)"
#define HOSTILE	    "a\"b,c\\d\x1b[31m"
#define HOSTILE_TWO "\xff\xfe \n;\xc2\x9b" /* not UTF-8, a line end, an 8-bit escape */

static inline void software_rows(struct made *made)
{
	made_clock(made, 754514);
	made_count(made, "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 0,
		   754514, 754514);
	made_count(made, "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 49, 754514,
		   754514);
}

/* `perfmux stat true` without a hardware PMU. */
static inline struct made *case_default(void)
{
	static const char *const missing[] = { "cycles", "instructions", "branches",
					       "branch-misses" };
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	software_rows(made);
	for (size_t i = 0; i < 4; i++)
		made_missing(made, missing[i], PMX_NOT_SUPPORTED, NO_PMU);
	made->result.elapsed_ns = 1908789;
	made->result.has_rusage = true;
	made->result.user_ns = 2082000;
	return made;
}

/* Everything multiplexed, every ratio there is. */
static inline struct made *case_hardware(void)
{
	static const struct {
		const char *name;
		uint32_t type;
		uint64_t config, raw;
	} list[] = {
		{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1000000000 },
		{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 950000000 },
		{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 200000000 },
		{ "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 46000000 },
		{ "cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, 1000000 },
		{ "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 12345 },
		{ "stalled-cycles-frontend", PERF_TYPE_HARDWARE,
		  PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 123456789 },
		{ "stalled-cycles-backend", PERF_TYPE_HARDWARE,
		  PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 654321 },
		{ "L1-dcache-loads", PERF_TYPE_HW_CACHE, CACHE_CONFIG(L1D, ACCESS), 400000000 },
		{ "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, CACHE_CONFIG(L1D, MISS), 4000000 },
		{ "LLC-loads", PERF_TYPE_HW_CACHE, CACHE_CONFIG(LL, ACCESS), 4000000 },
		{ "LLC-load-misses", PERF_TYPE_HW_CACHE, CACHE_CONFIG(LL, MISS), 3000000 },
		{ "L1-icache-loads", PERF_TYPE_HW_CACHE, CACHE_CONFIG(L1I, ACCESS), 7000 },
		{ "L1-icache-load-misses", PERF_TYPE_HW_CACHE, CACHE_CONFIG(L1I, MISS), 1 },
		{ "dTLB-loads", PERF_TYPE_HW_CACHE, CACHE_CONFIG(DTLB, ACCESS), 999 },
		{ "dTLB-load-misses", PERF_TYPE_HW_CACHE, CACHE_CONFIG(DTLB, MISS), 99 },
		{ "iTLB-loads", PERF_TYPE_HW_CACHE, CACHE_CONFIG(ITLB, ACCESS), 10 },
		{ "iTLB-load-misses", PERF_TYPE_HW_CACHE, CACHE_CONFIG(ITLB, MISS), 0 },
	};
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_clock(made, 998000000);
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		made_count(made, list[i].name, list[i].type, list[i].config, list[i].raw, 998000000,
			   333332000 + i);
	return made;
}

/* The means of three runs, of which one could not count cycles. */
static inline struct made *case_repeat(void)
{
	static const double page_faults[] = { 47, 48, 50 }, ms[] = { 0.51, 0.42, 0.49 };
	static const double seconds[] = { 0.001358, 0.000892, 0.000958 };
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	software_rows(made);
	made_missing(made, "cycles", PMX_NOT_SUPPORTED, NO_PMU);
	for (size_t i = 0; i < 3; i++) {
		pmx_spread_add(&made->rows[0].spread, ms[i]);
		pmx_spread_add(&made->rows[1].spread, 0);
		pmx_spread_add(&made->rows[2].spread, page_faults[i]);
		pmx_spread_add(&made->result.elapsed, seconds[i]);
		pmx_spread_add(&made->result.user, seconds[i] / 2);
		pmx_spread_add(&made->result.sys, 0);
	}
	for (size_t i = 0; i < 3; i++)
		made->rows[i].count.value = made->rows[i].spread.mean;
	made->rows[0].count.raw = 473333;
	made->rows[2].count.raw = 48;
	made->result.elapsed_ns = 1069333;
	made->result.has_rusage = true;
	made->result.user_ns = 534667;
	return made;
}

static inline struct made *case_interval(uint64_t stamp_ns)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_clock(made, 1100000);
	made_count(made, "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 1,
		   1100000, 1100000);
	made_missing(made, "cycles", PMX_NOT_SUPPORTED, NO_PMU);
	made->result.stamp_ns = stamp_ns;
	made->result.start_ns = 123456789012;
	made->result.elapsed_ns = 50173982;
	return made;
}

static inline struct made *case_core(void)
{
	static const char *const labels[] = { "S0-D0-C0", "S0-D0-C1", "S1-D0-C10" };
	struct made *made = made_new(PMX_AGGR_CORE);

	for (int i = 0; i < 3; i++) {
		struct pmx_row *rows[2] = {
			made_clock(made, 100000000 + (uint64_t)i),
			made_count(made, "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES,
				   1234567890123, 100000000, 100000000),
		};

		for (int j = 0; j < 2; j++) {
			rows[j]->label = labels[i];
			rows[j]->cpus = 2;
			rows[j]->place = (struct pmx_place){ .cpu = i * 2,
							     .core = i == 2 ? 10 : i,
							     .socket = i / 2,
							     .cluster = -1,
							     .node = -1,
							     .cache = -1 };
		}
	}
	return made;
}

static inline struct made *case_cpu(void)
{
	static const char *const labels[] = { "CPU0", "CPU127" };
	struct made *made = made_new(PMX_AGGR_CPU);

	for (int i = 0; i < 2; i++) {
		struct pmx_row *row = made_clock(made, 52266225 + (uint64_t)i);

		row->label = labels[i];
		row->place.cpu = i * 127;
	}
	for (int i = 0; i < 2; i++) {
		struct pmx_row *row = made_missing(made, "cycles", PMX_NOT_SUPPORTED, NO_PMU);

		row->label = labels[i];
		row->place.cpu = i * 127;
	}
	return made;
}

/* Threads that chose their names to harm whoever prints them. */
static inline struct made *case_thread(void)
{
	static const char *const comms[] = { "python3", HOSTILE, HOSTILE_TWO };
	static const char *const labels[] = { "python3-7577", HOSTILE "-8",
					      HOSTILE_TWO "-4194304" };
	static const pid_t tids[] = { 7577, 8, 4194304 };
	struct made *made = made_new(PMX_AGGR_THREAD);

	for (size_t i = 0; i < 6; i++) {
		struct pmx_row *row;

		if (i < 3)
			row = made_clock(made, 400000 * (uint64_t)i);
		else
			row = made_count(made, "context-switches", PERF_TYPE_SOFTWARE,
					 PERF_COUNT_SW_CONTEXT_SWITCHES, 10 * i, 1, 1);
		row->event = &made->events[i / 3 * 3];
		row->label = labels[i % 3];
		row->tid = tids[i % 3];
		snprintf(row->comm, sizeof(row->comm), "%s", comms[i % 3]);
	}
	made->rows[0].count.status = PMX_NOT_COUNTED;
	made->rows[0].count.reason = "the target never ran";
	return made;
}

static inline struct made *case_cgroup(void)
{
	static const char *const cgroups[] = { "/", "user.slice/a \"quoted\" one", "two\nlines" };
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	for (size_t i = 0; i < 3; i++) {
		struct pmx_row *rows[2] = {
			made_clock(made, 107740000),
			made_count(made, "page-faults", PERF_TYPE_SOFTWARE,
				   PERF_COUNT_SW_PAGE_FAULTS, 1785, 107740000, 107740000),
		};

		rows[0]->cgroup = cgroups[i];
		rows[1]->cgroup = cgroups[i];
	}
	made->rows[5].cgroup = NULL;
	return made;
}

/* Units, extremes, every status, and numbers that are none. */
static inline struct made *case_values(void)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	struct pmx_row *row;

	row = made_count(made, "power/energy-pkg/", PERF_TYPE_RAW, 2, 123456789, 1000, 1000);
	made->events[0].scale = 2.3283064365386962890625e-10;
	made->events[0].unit = (char *)(uintptr_t) "Joules";
	row->count.value = 123456789 * 2.3283064365386962890625e-10;
	made_count(made, "huge", PERF_TYPE_RAW, 3, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	made_count(made, "beyond-2^53", PERF_TYPE_RAW, 4, 9007199254740993, 1, 1);
	made_count(made, "zero", PERF_TYPE_RAW, 5, 0, 1000, 1000);
	row = made_count(made, "scaled", PERF_TYPE_RAW, 6, 1000, 3000, 999);
	row->count.lost = 3;
	row->count.reason = "CPU 3 went offline";
	row = made_count(made, "not-a-number", PERF_TYPE_RAW, 7, 1, 1, 1);
	row->count.value = NAN;
	row = made_count(made, "infinite", PERF_TYPE_RAW, 8, 1, 1, 1);
	row->count.value = INFINITY;
	row = made_missing(made, "starved", PMX_NOT_COUNTED, "never on the PMU");
	row->count.enabled = 1000000;
	row = made_missing(made, "pinned:D", PMX_FAILED, "pinned, and there was no counter for it");
	row->count.raw = 17;
	row->count.enabled = 20;
	row->count.running = 20;
	made_missing(made, "a-name-that-is-longer-than-any-column-would-ever-want-to-be/period=1/",
		     PMX_NOT_SUPPORTED, NULL);
	return made;
}

#endif
