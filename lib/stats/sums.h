/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sums.h - one row more for an event that several core PMUs count, each on its CPUs
 */
#ifndef PERFMUX_STATS_SUMS_H
#define PERFMUX_STATS_SUMS_H

#include <perfmux/result.h>

/*
 * Inserts a row, is_sum, behind each run of rows of one spec, one place and several core PMUs. 0
 * or -ENOMEM, and then nothing is changed. Rows by CPU have none: a CPU has one core PMU.
 */
int pmx_sums_add(struct pmx_result *result);

#endif
