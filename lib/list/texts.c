// SPDX-License-Identifier: GPL-2.0-only
/*
 * texts.c - what the kernel's generic events count, in words
 *
 * Source: perf_event_open(2), and where the kernel calls perf_sw_event().
 */
#include <linux/perf_event.h>
#include <stdio.h>

#include "list/lister.h"

static const char *const hardware[] = {
	[PERF_COUNT_HW_CPU_CYCLES] = "cycles of the core, at the clock it runs at",
	[PERF_COUNT_HW_INSTRUCTIONS] = "instructions retired",
	[PERF_COUNT_HW_CACHE_REFERENCES] = "cache accesses, of the last level on most processors",
	[PERF_COUNT_HW_CACHE_MISSES] = "cache misses, of the last level on most processors",
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = "branch instructions retired",
	[PERF_COUNT_HW_BRANCH_MISSES] = "branches predicted wrongly",
	[PERF_COUNT_HW_BUS_CYCLES] = "cycles of the bus",
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = "cycles in which no instruction could be fetched",
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = "cycles in which no instruction could be executed",
	[PERF_COUNT_HW_REF_CPU_CYCLES] = "cycles at a constant clock",
};

static const char *const software[] = {
	[PERF_COUNT_SW_CPU_CLOCK] = "time on the CPU, by the CPU's clock",
	[PERF_COUNT_SW_TASK_CLOCK] = "time that the task ran",
	[PERF_COUNT_SW_PAGE_FAULTS] = "page faults, minor and major",
	[PERF_COUNT_SW_CONTEXT_SWITCHES] = "switches to another task",
	[PERF_COUNT_SW_CPU_MIGRATIONS] = "moves of the task to another CPU",
	[PERF_COUNT_SW_PAGE_FAULTS_MIN] = "page faults that needed no input",
	[PERF_COUNT_SW_PAGE_FAULTS_MAJ] = "page faults that waited for input",
	[PERF_COUNT_SW_ALIGNMENT_FAULTS] = "unaligned accesses that the kernel mended (not on x86)",
	[PERF_COUNT_SW_EMULATION_FAULTS] = "instructions that the kernel emulated",
	[PERF_COUNT_SW_DUMMY] = "nothing: a place to hang records on",
	[PERF_COUNT_SW_BPF_OUTPUT] = "nothing by itself: BPF programs write to it",
	[11] = "switches to a task of another cgroup", /* Linux 5.13; older headers lack it */
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *cache_text(uint64_t config, char *buf, size_t size)
{
	static const char *const caches[] = {
		"level 1 data cache", "level 1 instruction cache", "last level cache",	 "data TLB",
		"instruction TLB",    "branch prediction unit",	   "memory of the node",
	};
	static const char *const operations[] = { "loads", "stores", "prefetches" };
	uint64_t cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;

	if (cache >= COUNT(caches) || op >= COUNT(operations) || result > 1)
		return NULL;
	snprintf(buf, size, "%s: %s%s", caches[cache], operations[op], result ? " that miss" : "");
	return buf;
}

const char *pmx_generic_text(uint32_t type, uint64_t config, char *buf, size_t size)
{
	if (type == PERF_TYPE_HARDWARE && config < COUNT(hardware))
		return hardware[config];
	if (type == PERF_TYPE_SOFTWARE && config < COUNT(software))
		return software[config];
	return type == PERF_TYPE_HW_CACHE ? cache_text(config, buf, size) : NULL;
}
