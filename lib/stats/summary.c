// SPDX-License-Identifier: GPL-2.0-only
/*
 * summary.c - one metric over the runs of one command
 */
#include <perfmux/compare.h>
#include <perfmux/result.h>

#include <math.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "stats/dependence.h"
#include "stats/middle.h"
#include "stats/order.h"

#define TUKEY		 1.5
#define LEAST_FOR_FENCES 5

static void set_spread(struct pmx_summary *out, const double *values, size_t count)
{
	struct pmx_spread spread = { 0 };

	for (size_t i = 0; i < count; i++)
		pmx_spread_add(&spread, values[i]);
	out->mean = count ? spread.mean : (double)NAN;
	out->min = count ? spread.min : (double)NAN;
	out->max = count ? spread.max : (double)NAN;
	out->stddev = count > 1 ? sqrt(spread.m2 / (double)(count - 1)) : (double)NAN;
}

static void set_outliers(struct pmx_summary *out, const double *sorted, size_t count)
{
	double first, third;

	out->fence_low = out->fence_high = (double)NAN;
	if (count < LEAST_FOR_FENCES)
		return;
	first = pmx_quantile(sorted, count, 0.25);
	third = pmx_quantile(sorted, count, 0.75);
	out->fence_low = first - TUKEY * (third - first);
	out->fence_high = third + TUKEY * (third - first);
	for (size_t i = 0; i < count; i++) {
		out->outliers_low += sorted[i] < out->fence_low;
		out->outliers_high += sorted[i] > out->fence_high;
	}
}

/* Leaves the distances from the median behind, in order. */
static double deviation(double *values, size_t count, double median)
{
	for (size_t i = 0; i < count; i++)
		values[i] = fabs(values[i] - median);
	pmx_sort(values, count);
	return pmx_median(values, count);
}

int pmx_summarize(const double *values, size_t count, struct pmx_summary *out,
		  struct pmx_error *err)
{
	pmx_autofree double *list = reallocarray(NULL, count + 1, sizeof(*list));
	size_t kept;

	*out = (struct pmx_summary){ 0 };
	if (!list)
		return pmx_error_nomem(err);
	kept = pmx_copy_finite(list, values, count);
	out->count = kept;
	out->ignored = count - kept;
	set_spread(out, list, kept);
	if (pmx_autocorrelation(list, kept, &out->autocorrelation))
		return pmx_error_nomem(err);
	pmx_sort(list, kept);
	out->median = pmx_median(list, kept);
	out->median_interval = pmx_median_interval(list, kept, 0.95,
						   pmx_inflation_of_median(out->autocorrelation));
	set_outliers(out, list, kept);
	out->mad = deviation(list, kept, out->median);
	return 0;
}
