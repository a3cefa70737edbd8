// SPDX-License-Identifier: GPL-2.0-only
/*
 * classify.c - which kind of PMU it is, by its name and by the files that it has
 *
 * sysfs has no file for it. What there is: a "cpus" file is written by core PMUs only (hybrid x86,
 * ARM), a "cpumask" file by those that count for CPUs and not for tasks; and names, which are ABI.
 * Sources: the kernel's perf_pmu_register() callers, Documentation/admin-guide/perf/.
 */
#include <stddef.h>

#include "base/glob.h"
#include "pmu/classify.h"

static const struct pmx_pmu_rule rules[] = {
	{ "software", PMX_PMU_SOFTWARE, PERF_TYPE_SOFTWARE },
	{ "tracepoint", PMX_PMU_TRACEPOINT, PERF_TYPE_TRACEPOINT },
	{ "breakpoint", PMX_PMU_BREAKPOINT, PERF_TYPE_BREAKPOINT },
	{ "msr", PMX_PMU_MSR, -1 },
	{ "kprobe", PMX_PMU_PROBE, -1 },
	{ "uprobe", PMX_PMU_PROBE, -1 },

	{ "cpu", PMX_PMU_CORE, -1 },	     /* x86 without hybrid, powerpc, riscv, mips, ... */
	{ "cpum_cf", PMX_PMU_CORE, -1 },     /* s390 */
	{ "armv[678]_*", PMX_PMU_CORE, -1 }, /* "cpus" came with Linux 4.7 only */
	{ "arc_pct", PMX_PMU_CORE, -1 },

	{ "ibs_fetch", PMX_PMU_SAMPLING, -1 }, /* AMD: EINVAL without a period */
	{ "ibs_op", PMX_PMU_SAMPLING, -1 },
	{ "arm_spe*", PMX_PMU_SAMPLING, -1 }, /* with a cpumask, although it follows tasks */
	{ "intel_pt", PMX_PMU_SAMPLING, -1 },
	{ "intel_bts", PMX_PMU_SAMPLING, -1 },
	{ "cs_etm", PMX_PMU_SAMPLING, -1 },
	{ "hisi_ptt*", PMX_PMU_SAMPLING, -1 },
	{ "cpum_sf", PMX_PMU_SAMPLING, -1 },   /* s390 */
	{ "trace_imc", PMX_PMU_SAMPLING, -1 }, /* powerpc */

	/* Their cpumask would tell; their names save asking for it, PMU by PMU. */
	{ "uncore_*", PMX_PMU_UNCORE, -1 },
	{ "cstate_*", PMX_PMU_UNCORE, -1 },
	{ "power", PMX_PMU_UNCORE, -1 },
};

const struct pmx_pmu_rule *pmx_classify_name(const char *name)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (pmx_glob_match(rules[i].name, name))
			return &rules[i];
	return NULL;
}

enum pmx_pmu_kind pmx_classify(const struct pmx_pmu_rule *rule, enum pmx_pmu_files files)
{
	static const enum pmx_pmu_kind by_files[] = {
		[PMX_HAS_NEITHER] = PMX_PMU_OTHER,
		[PMX_HAS_CPUS] = PMX_PMU_CORE,
		[PMX_HAS_CPUMASK] = PMX_PMU_UNCORE,
	};

	return rule ? rule->kind : by_files[files];
}

bool pmx_classify_is_software(enum pmx_pmu_kind kind)
{
	switch (kind) {
	case PMX_PMU_SOFTWARE:
	case PMX_PMU_TRACEPOINT:
	case PMX_PMU_BREAKPOINT:
	case PMX_PMU_MSR:
	case PMX_PMU_PROBE:
		return true;
	default:
		return false;
	}
}
