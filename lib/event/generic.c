// SPDX-License-Identifier: GPL-2.0-only
/*
 * generic.c - hardware and software events by name, and raw codes
 */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <strings.h>

#include "base/num.h"
#include "event/generic.h"

#define HW(name, id)                                         \
	{                                                    \
		name, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##id \
	}
#define SW(name, id)                                         \
	{                                                    \
		name, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##id \
	}

/* Linux 5.13; older headers lack it. */
enum { PERF_COUNT_SW_CGROUP_SWITCHES_ = 11 };

/* Sorted by byte value: a list of 60,000 events looks each of them up here. */
static const struct pmx_generic table[] = {
	SW("alignment-faults", ALIGNMENT_FAULTS),
	SW("bpf-output", BPF_OUTPUT),
	HW("branch-instructions", BRANCH_INSTRUCTIONS),
	HW("branch-misses", BRANCH_MISSES),
	HW("branches", BRANCH_INSTRUCTIONS),
	HW("bus-cycles", BUS_CYCLES),
	HW("cache-misses", CACHE_MISSES),
	HW("cache-references", CACHE_REFERENCES),
	SW("cgroup-switches", CGROUP_SWITCHES_),
	SW("context-switches", CONTEXT_SWITCHES),
	SW("cpu-clock", CPU_CLOCK),
	HW("cpu-cycles", CPU_CYCLES),
	SW("cpu-migrations", CPU_MIGRATIONS),
	SW("cs", CONTEXT_SWITCHES),
	HW("cycles", CPU_CYCLES),
	SW("dummy", DUMMY),
	SW("emulation-faults", EMULATION_FAULTS),
	SW("faults", PAGE_FAULTS),
	HW("idle-cycles-backend", STALLED_CYCLES_BACKEND),
	HW("idle-cycles-frontend", STALLED_CYCLES_FRONTEND),
	HW("instructions", INSTRUCTIONS),
	SW("major-faults", PAGE_FAULTS_MAJ),
	SW("migrations", CPU_MIGRATIONS),
	SW("minor-faults", PAGE_FAULTS_MIN),
	SW("page-faults", PAGE_FAULTS),
	HW("ref-cycles", REF_CPU_CYCLES),
	HW("stalled-cycles-backend", STALLED_CYCLES_BACKEND),
	HW("stalled-cycles-frontend", STALLED_CYCLES_FRONTEND),
	SW("task-clock", TASK_CLOCK),
};

enum { TABLE_SIZE = sizeof(table) / sizeof(table[0]) };

static int compare(const void *key, const void *element)
{
	const struct pmx_span *name = key;
	const struct pmx_generic *event = element;
	int order = strncasecmp(name->at, event->name, name->len);

	return order ? order : -(event->name[name->len] != '\0');
}

/* In any case, as libpfm4 has it: else one name would be two events, in two places of a spec. */
const struct pmx_generic *pmx_generic_find(struct pmx_span name)
{
	if (!name.len)
		return NULL;
	return bsearch(&name, table, TABLE_SIZE, sizeof(table[0]), compare);
}

const struct pmx_generic *pmx_generic_all(size_t *count)
{
	*count = TABLE_SIZE;
	return table;
}

bool pmx_generic_is_clock(uint32_t type, uint64_t config)
{
	return type == PERF_TYPE_SOFTWARE &&
	       (config == PERF_COUNT_SW_CPU_CLOCK || config == PERF_COUNT_SW_TASK_CLOCK);
}

bool pmx_raw_find(struct pmx_span name, uint64_t *config)
{
	char digits[17];

	return name.len > 1 && name.at[0] == 'r' &&
	       pmx_span_copy(pmx_span_skip(name, 1), digits, sizeof(digits)) &&
	       pmx_num_hex(digits, UINT64_MAX, config) == 0;
}
