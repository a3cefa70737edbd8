/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * normal.h - the normal distribution
 */
#ifndef PERFMUX_STATS_NORMAL_H
#define PERFMUX_STATS_NORMAL_H

#define PMX_Z95 1.959963984540054 /* 2.5 % lie above */

/* The share above @z. */
double pmx_normal_above(double z);

/* Above what the share @tail lies; @tail is above 0 and at most a half. */
double pmx_normal_z(double tail);

/*
 * The share above what @tail lies above, when the standard deviation is taken to be @times as
 * large: less for more than 1. How far out to go when values say less than as many independent
 * ones, and, with 1 / @times, how much is left of what was reached.
 */
double pmx_normal_farther(double tail, double times);

#endif
