/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * classify.h - which kind of PMU it is, by its name and by the files that it has
 */
#ifndef PERFMUX_PMU_CLASSIFY_H
#define PERFMUX_PMU_CLASSIFY_H

#include <perfmux/pmu.h>

/* What a PMU's name says about it. */
struct pmx_pmu_rule {
	const char *name; /* a glob pattern */
	enum pmx_pmu_kind kind;
	int type; /* its number where the kernel's ABI fixes it, else -1 */
};

/* The rule for @name; NULL when the name says nothing and only the PMU's files can tell. */
const struct pmx_pmu_rule *pmx_classify_name(const char *name);

/* Which files of CPUs a PMU has. */
enum pmx_pmu_files { PMX_HAS_NEITHER, PMX_HAS_CPUS, PMX_HAS_CPUMASK };

enum pmx_pmu_kind pmx_classify(const struct pmx_pmu_rule *rule, enum pmx_pmu_files files);

/* Never multiplexed, and welcome in any group: the kernel's perf_sw_context PMUs that count. */
bool pmx_classify_is_software(enum pmx_pmu_kind kind);

#endif
