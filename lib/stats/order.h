/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * order.h - values in order, and what is read off them there
 */
#ifndef PERFMUX_STATS_ORDER_H
#define PERFMUX_STATS_ORDER_H

#include <stddef.h>

/* Rising; values must be finite. */
void pmx_sort(double *values, size_t count);

/* Copies the finite ones of @count values and returns how many they are. */
size_t pmx_copy_finite(double *to, const double *from, size_t count);

/* The value that the share @at of all lies below, as R's type 7 has it; NAN without values. */
double pmx_quantile(const double *sorted, size_t count, double at);

/* The one in the middle, or halfway between the two there; NAN without values. */
double pmx_median(const double *sorted, size_t count);

/* Rank of each value, from 1 to @count, those that are equal share theirs. 0, or -ENOMEM. */
int pmx_ranks(const double *values, size_t count, double *ranks);

#endif
