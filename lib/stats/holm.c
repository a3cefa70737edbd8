// SPDX-License-Identifier: GPL-2.0-only
/*
 * holm.c - p-values of many tests, corrected by Holm's method
 *
 * The smallest of m p-values is multiplied by m, the next by m - 1, and so on; none comes out
 * smaller than one before it.
 */
#include <perfmux/compare.h>

#include <math.h>
#include <stdlib.h>

#include "base/cleanup.h"

struct placed {
	double p;
	size_t at;
};

static int by_p(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;

	return (a->p > b->p) - (a->p < b->p);
}

int pmx_holm(const double *p, double *adjusted, size_t count, struct pmx_error *err)
{
	pmx_autofree struct placed *list = reallocarray(NULL, count + 1, sizeof(*list));
	size_t tests = 0;
	double least = 0;

	if (!list)
		return pmx_error_nomem(err);
	for (size_t i = 0; i < count; i++) {
		adjusted[i] = p[i];
		if (!isnan(p[i]))
			list[tests++] = (struct placed){ .p = p[i], .at = i };
	}
	if (tests)
		qsort(list, tests, sizeof(*list), by_p);
	for (size_t i = 0; i < tests; i++) {
		least = fmax(least, fmin(1, (double)(tests - i) * list[i].p));
		adjusted[list[i].at] = least;
	}
	return 0;
}
