// SPDX-License-Identifier: GPL-2.0-only
/*
 * middle.c - the interval of a median, by interpolated order statistics
 *
 * As many of n values lie below the median as n tosses of a coin show heads, whatever the values
 * are distributed like: the k-th from below and the k-th from above have the median between them
 * with a chance that is known. Few values have few such chances, none near 95 %; so the interval
 * ends between two values, where Hettmansperger and Sheather (1986) say.
 *
 * It is the percentile interval of a bootstrap as well. Banks (1988) deals the chance out to the n
 * + 1 gaps between the values at random (as n points deal out a line), evenly inside a gap. His
 * median lies in the gap above k values when k of the points lie on the lower half of the line, and
 * there at E1 / (E1 + E2), E1 and E2 being the distances from the middle of the line to the points
 * around it: near enough exponential, with rates k and n - k. That makes the formula below.
 */
#include "stats/middle.h"

#include <math.h>

#include "stats/normal.h"

/* Where the tail ends: above @below values, and by @share of the gap to the next. */
struct place {
	size_t below;
	double share;
};

static double log_choose(double n, double k)
{
	int sign;

	return lgamma_r(n + 1, &sign) - lgamma_r(k + 1, &sign) - lgamma_r(n - k + 1, &sign);
}

/* @tail is at least the chance of no heads in @count tosses. */
static struct place place_of(size_t count, double tail)
{
	double n = (double)count, k = floor(fmax(0, n / 2 - 15 * sqrt(n))); /* 30 deviations */
	double chance = exp(log_choose(n, k) - n * M_LN2), sum = chance, part;

	while (sum <= tail && k < n) {
		chance *= (n - k) / (k + 1);
		sum += chance;
		k++;
	}
	if (k < 1)
		return (struct place){ .below = 1 };
	part = fmin(fmax((tail - (sum - chance)) / chance, 0), 1);
	return (struct place){ .below = (size_t)k,
			       .share = (n - k) * part / (k + (n - 2 * k) * part) };
}

struct pmx_interval pmx_median_interval(const double *sorted, size_t count, double level,
					double inflation)
{
	double outside = exp2(-(double)count), tail = (1 - level) / 2;
	struct place place;
	size_t last, i;

	if (count < 2)
		return (struct pmx_interval){ .low = (double)NAN, .high = (double)NAN };
	last = count - 1;
	tail = pmx_normal_farther(tail, inflation);
	if (tail < outside)
		return (struct pmx_interval){
			.low = sorted[0],
			.high = sorted[last],
			.level = 1 - 2 * pmx_normal_farther(outside, 1 / inflation),
		};
	place = place_of(count, tail);
	i = place.below - 1;
	return (struct pmx_interval){
		.low = sorted[i] + place.share * (sorted[i + 1] - sorted[i]),
		.high = sorted[last - i] - place.share * (sorted[last - i] - sorted[last - i - 1]),
		.level = level,
	};
}
