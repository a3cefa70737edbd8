// SPDX-License-Identifier: GPL-2.0-only
/*
 * order.c - values in order, and what is read off them there
 */
#include "stats/order.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/cleanup.h"

static int by_value(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

void pmx_sort(double *values, size_t count)
{
	if (count)
		qsort(values, count, sizeof(*values), by_value);
}

size_t pmx_copy_finite(double *to, const double *from, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (isfinite(from[i]))
			to[kept++] = from[i];
	return kept;
}

double pmx_quantile(const double *sorted, size_t count, double at)
{
	double place, below;
	size_t i;

	if (!count)
		return (double)NAN;
	place = at * (double)(count - 1);
	below = floor(place);
	i = (size_t)below;
	if (i + 1 >= count)
		return sorted[count - 1];
	return sorted[i] + (place - below) * (sorted[i + 1] - sorted[i]);
}

double pmx_median(const double *sorted, size_t count)
{
	return pmx_quantile(sorted, count, 0.5);
}

struct placed {
	double value;
	size_t at; /* where it stood before sorting */
};

static int by_placed_value(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;

	return (a->value > b->value) - (a->value < b->value);
}

int pmx_ranks(const double *values, size_t count, double *ranks)
{
	pmx_autofree struct placed *list = reallocarray(NULL, count + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		list[i] = (struct placed){ .value = values[i], .at = i };
	if (count)
		qsort(list, count, sizeof(*list), by_placed_value);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && list[end].value == list[i].value; end++)
			;
		for (size_t k = i; k < end; k++)
			ranks[list[k].at] = (double)(i + 1 + end) / 2;
	}
	return 0;
}
