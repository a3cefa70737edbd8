/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * middle.h - the interval of a median
 */
#ifndef PERFMUX_STATS_MIDDLE_H
#define PERFMUX_STATS_MIDDLE_H

#include <perfmux/compare.h>

/*
 * The interval of @level around the median of what @count sorted values are a sample of, when the
 * standard deviation of their median is @inflation (1 or more) times that of independent ones. Too
 * few values for it: their range, at a lower level; NAN at level 0 below 2 values.
 */
struct pmx_interval pmx_median_interval(const double *sorted, size_t count, double level,
					double inflation);

#endif
