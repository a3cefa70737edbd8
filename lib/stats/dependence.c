// SPDX-License-Identifier: GPL-2.0-only
/*
 * dependence.c - are values like the ones before them, and what that does to their median
 *
 * A machine that is slow now is slow a moment later: values that follow one another say less than
 * as many independent ones, and an interval that takes them for independent covers too little.
 */
#include "stats/dependence.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "stats/order.h"

/* What is more than this can be a series that drifts away just as well. */
#define MOST 0.95

static double correlation_of_neighbours(const double *ranks, size_t count)
{
	double mean = (double)(count + 1) / 2, squares = 0, products = 0;

	for (size_t i = 0; i < count; i++) {
		squares += (ranks[i] - mean) * (ranks[i] - mean);
		if (i)
			products += (ranks[i] - mean) * (ranks[i - 1] - mean);
	}
	return squares > 0 ? products / squares : (double)NAN;
}

/*
 * The estimate lies too low by (1 + 4 rho) / n, as the mean is that of the same values (Marriott
 * and Pope, Bias in the estimation of autocorrelations, Biometrika 41, 1954).
 */
int pmx_autocorrelation(const double *values, size_t count, double *rho)
{
	pmx_autofree double *ranks = NULL;
	double n = (double)count;

	*rho = (double)NAN;
	if (count < PMX_DEPENDENCE_LEAST)
		return 0;
	ranks = reallocarray(NULL, count, sizeof(*ranks));
	if (!ranks || pmx_ranks(values, count, ranks))
		return -ENOMEM;
	*rho = (correlation_of_neighbours(ranks, count) * n + 1) / (n - 4);
	if (!isnan(*rho))
		*rho = fmin(fmax(*rho, -1), 1);
	return 0;
}

/*
 * What counts for a median is on which side of it the values are. Where neighbours correlate by rho
 * and those k apart by rho^k, the sides of those k apart do by 2 / pi asin(rho^k) (Gastwirth and
 * Rubin, Effect of dependence on the level of some one-sample tests, JASA 66, 1971).
 */
double pmx_inflation_of_median(double rho)
{
	double sum = 1, power;

	if (!(rho > 0))
		return 1;
	power = rho = fmin(rho, MOST);
	while (power > 1e-6) {
		sum += 2 * M_2_PI * asin(power);
		power *= rho;
	}
	return sqrt(sum);
}

double pmx_inflation_of_ranks(double rho)
{
	if (!(rho > 0))
		return 1;
	rho = fmin(rho, MOST);
	return sqrt((1 + rho) / (1 - rho));
}
