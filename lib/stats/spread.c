// SPDX-License-Identifier: GPL-2.0-only
/*
 * spread.c - mean and spread of a number over repeated runs
 *
 * Welford's method (Knuth, TAOCP volume 2, section 4.2.2): one pass, and no difference of two
 * large sums in which a small variance would drown.
 */
#include <math.h>

#include <perfmux/result.h>

void pmx_spread_add(struct pmx_spread *spread, double x)
{
	double delta = x - spread->mean;

	spread->n++;
	spread->mean += delta / (double)spread->n;
	spread->m2 += delta * (x - spread->mean);
	if (spread->n == 1 || x < spread->min)
		spread->min = x;
	if (spread->n == 1 || x > spread->max)
		spread->max = x;
}

double pmx_spread_sem(const struct pmx_spread *spread)
{
	double n = (double)spread->n;

	return spread->n < 2 ? 0 : sqrt(spread->m2 / (n - 1) / n);
}

double pmx_spread_sem_percent(const struct pmx_spread *spread)
{
	return spread->mean == 0 ? 0 : 100 * pmx_spread_sem(spread) / fabs(spread->mean);
}
