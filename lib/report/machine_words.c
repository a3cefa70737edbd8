// SPDX-License-Identifier: GPL-2.0-only
/*
 * machine_words.c - how reports call the parts of a machine
 */
#include <stdio.h>

#include "report/machine_words.h"

const char *pmx_pmu_kind_name(enum pmx_pmu_kind kind)
{
	static const char *const names[] = {
		[PMX_PMU_CORE] = "core",
		[PMX_PMU_UNCORE] = "uncore",
		[PMX_PMU_SOFTWARE] = "software",
		[PMX_PMU_TRACEPOINT] = "tracepoint",
		[PMX_PMU_BREAKPOINT] = "breakpoint",
		[PMX_PMU_MSR] = "msr",
		[PMX_PMU_PROBE] = "probe",
		[PMX_PMU_SAMPLING] = "sampling",
		[PMX_PMU_OTHER] = "other",
	};

	return names[kind];
}

const char *pmx_term_bits(const struct pmx_pmu_term *term, char *buf, size_t size)
{
	static const char *const configs[] = { "config", "config1", "config2", "config3" };
	size_t used = (size_t)snprintf(buf, size, "%s", configs[term->config & 3]);
	char before = ':';

	for (unsigned bit = 0; bit < 64 && used < size; bit++) {
		unsigned first = bit;

		if (!(term->mask >> bit & 1))
			continue;
		while (bit < 63 && term->mask >> (bit + 1) & 1)
			bit++;
		used += (size_t)(first == bit ?
					 snprintf(buf + used, size - used, "%c%u", before, bit) :
					 snprintf(buf + used, size - used, "%c%u-%u", before, first,
						  bit));
		before = ',';
	}
	return buf;
}
