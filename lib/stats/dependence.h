/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * dependence.h - are values like the ones before them, and what that does to their median
 */
#ifndef PERFMUX_STATS_DEPENDENCE_H
#define PERFMUX_STATS_DEPENDENCE_H

#include <stddef.h>

/*
 * Fewer values than this say nothing about it: what they seem to say is chance, and makes intervals
 * useless.
 */
#define PMX_DEPENDENCE_LEAST 10

/*
 * Correlation of the ranks of neighbours, into *rho: from -1 to 1; NAN when there are too few
 * values or all are the same. 0, or -ENOMEM.
 */
int pmx_autocorrelation(const double *values, size_t count, double *rho);

/*
 * How many times the standard deviation is that of as many independent values, of their median and
 * of the sum of their ranks; 1 for NAN, and when neighbours are unlike one another.
 */
double pmx_inflation_of_median(double rho);
double pmx_inflation_of_ranks(double rho);

#endif
