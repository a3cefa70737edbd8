/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shortage.h - which PMUs had more to count than they have counters
 */
#ifndef PERFMUX_STATS_SHORTAGE_H
#define PERFMUX_STATS_SHORTAGE_H

#include <perfmux/result.h>

/* Of one PMU, in one place and one pass: the first where an event had to wait. */
struct pmx_shortage {
	const struct pmx_pmu *pmu;
	unsigned events; /* that were to be on it */
	double at_once;	 /* so many were, on average */
};

/*
 * Finds the PMUs on which an event had to wait for a counter, was there for a part of its time only
 * or never. Fills @list with the first @room of them, in the order of the rows; returns how many
 * there are in it.
 */
size_t pmx_shortages(const struct pmx_result *result, struct pmx_shortage *list, size_t room);

#endif
