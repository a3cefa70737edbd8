// SPDX-License-Identifier: GPL-2.0-only
/*
 * rank_chances.c - how likely each value of Mann and Whitney's U is by chance alone, exactly
 *
 * The ways to choose k of the first i values so that U comes to u are those without value i, and
 * those with it, for which the other k - 1 make what is left: without ties the recurrence of Mann
 * and Whitney (1947), with them the shift algorithm of Streitberg and Roehmel (Exact distributions
 * for permutation and rank tests, Statistical Software Newsletter 12, 1986). Only sums of what is
 * positive: nothing cancels, and the largest, 40 over 20, is far from what a double can hold.
 */
#include "stats/rank_chances.h"

#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"

/* Room for all ways to choose up to so many values. */
struct table {
	double *ways;			    /* [k * width + u]: to choose k of the values so far */
	size_t reach[PMX_P_EXACT_MOST + 1]; /* the largest u that k values have come to */
	size_t width;
};

/*
 * u is twice U. k values of which the ranks add up to r have u = 2 r - k (k + 1), so that a k-th
 * one of twice the rank @rank adds rank - 2 k, which ties can make negative.
 */
static void add_value(struct table *it, size_t k, unsigned rank)
{
	long shift = (long)rank - 2 * (long)k;
	size_t start = shift < 0 ? (size_t)-shift : 0; /* no way leads to less than 0 */
	size_t reach = it->reach[k - 1];
	double *with = &it->ways[k * it->width], *without = &it->ways[(k - 1) * it->width];

	for (size_t u = start; u <= reach; u++)
		with[(size_t)((long)u + shift)] += without[u];
	if ((size_t)((long)reach + shift) > it->reach[k])
		it->reach[k] = (size_t)((long)reach + shift);
}

int pmx_u_chances(const unsigned *ranks, size_t count, size_t chosen, struct pmx_u_chances *out)
{
	size_t k = chosen < count - chosen ? chosen : count - chosen, most = 2 * k * (count - k);
	struct table table = { .width = most + 1 };
	pmx_autofree double *ways = calloc(table.width * (k + 1), sizeof(*ways));
	double sum = 0;

	if (!ways)
		return -ENOMEM;
	table.ways = ways;
	ways[0] = 1;
	for (size_t i = 0; i < count; i++)
		for (size_t j = k < i + 1 ? k : i + 1; j > 0; j--)
			add_value(&table, j, ranks[i]);
	for (size_t u = 0; u <= most; u++)
		sum += ways[k * table.width + u];
	out->most = most;
	for (size_t u = 0; u <= most; u++) /* U of the others is what is left of all pairs */
		out->is[k == chosen ? u : most - u] = ways[k * table.width + u] / sum;
	return 0;
}

double pmx_u_at_most(const struct pmx_u_chances *chances, size_t twice)
{
	double sum = 0;

	for (size_t u = 0; u <= twice && u <= chances->most; u++)
		sum += chances->is[u];
	return sum;
}

double pmx_u_at_least(const struct pmx_u_chances *chances, size_t twice)
{
	double sum = 0;

	for (size_t u = chances->most + 1; u-- > twice;)
		sum += chances->is[u];
	return sum;
}
