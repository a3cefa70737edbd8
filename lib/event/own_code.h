/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * own_code.h - a PMU's own code for a generic hardware event
 */
#ifndef PERFMUX_EVENT_OWN_CODE_H
#define PERFMUX_EVENT_OWN_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include <perfmux/pmu.h>

/*
 * True, with *config set, when one of the PMU's named events is what @generic (PERF_COUNT_HW_*)
 * means.
 */
bool pmx_own_code(struct pmx_pmus *pmus, const struct pmx_pmu *pmu, uint64_t generic,
		  uint64_t *config);

#endif
