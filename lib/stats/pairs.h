/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pairs.h - all pairs of a value of one sample and a value of another, without making them
 */
#ifndef PERFMUX_STATS_PAIRS_H
#define PERFMUX_STATS_PAIRS_H

#include <stddef.h>

#include <perfmux/compare.h>

/* What is made of a pair: rises with b, falls with a. */
typedef double pmx_pair_of(double b, double a);

double pmx_pair_ratio(double b, double a); /* for values above 0 */
double pmx_pair_difference(double b, double a);

/* Two sorted samples; neither is empty. */
struct pmx_pairs {
	const double *a, *b;
	size_t count_a, count_b;
	double *room; /* for as many values as both have */
	pmx_pair_of *of;
};

/* The median over all pairs: the estimator of Hodges and Lehmann. */
double pmx_pairs_median(const struct pmx_pairs *pairs);

/*
 * How many pairs lie below the 95 % interval, and as many above: the largest U that samples of such
 * sizes have, or less, in at most 2.5 % of cases. It is less when the standard deviation of U is
 * @inflation (1 or more) times that of independent values. Too few values: 0, and *level says what
 * the interval is for then, which else is 95 %. 0, or -ENOMEM.
 */
int pmx_pairs_outside(size_t count_a, size_t count_b, double inflation, size_t *outside,
		      double *level);

/* The value of the pair above @below others. */
double pmx_pairs_at(const struct pmx_pairs *pairs, size_t below);

#endif
