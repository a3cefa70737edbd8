// SPDX-License-Identifier: GPL-2.0-only
/*
 * rank_test.c - the test of Mann and Whitney
 *
 * On a test of whether one of two random variables is stochastically larger than the other, Annals
 * of Mathematical Statistics 18 (1947). For many values the normal approximation, corrected for
 * ties and for U going in steps: Hollander and Wolfe, Nonparametric Statistical Methods, 2nd
 * edition, 1999, section 4.1.
 */
#include <perfmux/compare.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "stats/normal.h"
#include "stats/order.h"
#include "stats/rank_chances.h"

static const char *const method_names[] = {
	[PMX_P_NONE] = "none",
	[PMX_P_EXACT] = "exact",
	[PMX_P_NORMAL] = "normal",
};

const char *pmx_p_method_name(enum pmx_p_method method)
{
	return method_names[method];
}

/* Two sorted samples as one. */
struct both {
	const double *a, *b;
	size_t count_a, count_b;
	double u;			  /* of b */
	double ties;			  /* sum of t^3 - t over values that are t times there */
	unsigned ranks[PMX_P_EXACT_MOST]; /* twice the ranks of all, as far as there is room */
};

static size_t run_of(const double *sorted, size_t count, size_t from, double value)
{
	size_t end = from;

	while (end < count && sorted[end] == value)
		end++;
	return end - from;
}

static void merge(struct both *it)
{
	size_t i = 0, k = 0;

	while (i < it->count_a || k < it->count_b) {
		bool is_a = k >= it->count_b || (i < it->count_a && it->a[i] < it->b[k]);
		double value = is_a ? it->a[i] : it->b[k];
		size_t same_a = run_of(it->a, it->count_a, i, value);
		size_t same_b = run_of(it->b, it->count_b, k, value);
		double same = (double)(same_a + same_b);

		it->u += (double)same_b * ((double)i + (double)same_a / 2);
		it->ties += same * (same * same - 1);
		for (size_t at = i + k; at < i + k + same_a + same_b && at < PMX_P_EXACT_MOST; at++)
			it->ranks[at] = (unsigned)(2 * (i + k) + same_a + same_b + 1);
		i += same_a;
		k += same_b;
	}
}

static double normal_p(const struct both *it)
{
	double a = (double)it->count_a, b = (double)it->count_b, n = a + b;
	double variance = a * b / 12 * (n + 1 - it->ties / (n * (n - 1)));
	double off = fabs(it->u - a * b / 2) - 0.5;

	if (!(variance > 0) || off <= 0)
		return 1;
	return 2 * pmx_normal_above(off / sqrt(variance));
}

static int exact_p(const struct both *it, double *p)
{
	struct pmx_u_chances chances;
	size_t twice = (size_t)(2 * it->u);

	if (pmx_u_chances(it->ranks, it->count_a + it->count_b, it->count_b, &chances))
		return -ENOMEM;
	*p = fmin(1, 2 * fmin(pmx_u_at_most(&chances, twice), pmx_u_at_least(&chances, twice)));
	return 0;
}

/* All of one sample above all of the other, or below: two of all ways to deal them out. */
static double least_p(double a, double b)
{
	int sign;
	double ways = lgamma_r(a + b + 1, &sign) - lgamma_r(a + 1, &sign) - lgamma_r(b + 1, &sign);

	return fmin(1, 2 * exp(-ways));
}

int pmx_rank_test(const double *a, size_t count_a, const double *b, size_t count_b,
		  struct pmx_rank_test *out, struct pmx_error *err)
{
	pmx_autofree double *list_a = reallocarray(NULL, count_a + 1, sizeof(*list_a));
	pmx_autofree double *list_b = reallocarray(NULL, count_b + 1, sizeof(*list_b));
	struct both it = { .a = list_a, .b = list_b };

	*out = (struct pmx_rank_test){ .p = (double)NAN, .least = 1 };
	if (!list_a || !list_b)
		return pmx_error_nomem(err);
	it.count_a = pmx_copy_finite(list_a, a, count_a);
	it.count_b = pmx_copy_finite(list_b, b, count_b);
	if (!it.count_a || !it.count_b)
		return 0;
	pmx_sort(list_a, it.count_a);
	pmx_sort(list_b, it.count_b);
	merge(&it);
	out->u = it.u;
	out->least = least_p((double)it.count_a, (double)it.count_b);
	if (it.count_a + it.count_b > PMX_P_EXACT_MOST) {
		out->method = PMX_P_NORMAL;
		out->p = normal_p(&it);
		return 0;
	}
	out->method = PMX_P_EXACT;
	return exact_p(&it, &out->p) ? pmx_error_nomem(err) : 0;
}
