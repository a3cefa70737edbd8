// SPDX-License-Identifier: GPL-2.0-only
/*
 * compare.c - one metric of two commands
 */
#include <perfmux/compare.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "stats/dependence.h"
#include "stats/middle.h"
#include "stats/order.h"
#include "stats/pairs.h"

/* All arrays are parts of one. */
struct work {
	double *a, *b;		/* the finite values, later sorted */
	double *first, *second; /* of a and of b, in rounds that both have */
	double *made;		/* what becomes of these */
	size_t count_a, count_b, rounds;
	struct pmx_pairs pairs; /* used without rounds */
	double rho;		/* of both, without rounds; 0: not known */
	size_t outside;
	double level;
};

/* How many standard errors a correlation must have before it counts: less is what chance makes. */
#define LEAST_ERRORS 1.5

/* Of values in the order in which they were measured. */
static int find_dependence(struct work *it)
{
	double a, b, n = (double)(it->count_a + it->count_b);

	if (pmx_autocorrelation(it->a, it->count_a, &a) ||
	    pmx_autocorrelation(it->b, it->count_b, &b))
		return -ENOMEM;
	it->rho = ((isnan(a) ? 0 : a * (double)it->count_a) +
		   (isnan(b) ? 0 : b * (double)it->count_b)) /
		  n;
	if (it->rho * sqrt(n) < LEAST_ERRORS)
		it->rho = 0;
	return 0;
}

static void find_rounds(struct work *it, const struct pmx_sample *a, const struct pmx_sample *b)
{
	size_t i = 0, k = 0;

	if (!a->rounds || !b->rounds)
		return;
	while (i < a->count && k < b->count) {
		if (a->rounds[i] != b->rounds[k]) {
			if (a->rounds[i] < b->rounds[k])
				i++;
			else
				k++;
			continue;
		}
		if (isfinite(a->values[i]) && isfinite(b->values[k])) {
			it->first[it->rounds] = a->values[i];
			it->second[it->rounds++] = b->values[k];
		}
		i++;
		k++;
	}
	if (it->rounds < PMX_LEAST_ROUNDS)
		it->rounds = 0;
}

static int prepare(struct work *it, const struct pmx_sample *a, const struct pmx_sample *b,
		   double **room)
{
	size_t fewer = a->count < b->count ? a->count : b->count, both, all;

	if (__builtin_add_overflow(a->count, b->count, &both) ||
	    __builtin_mul_overflow(both, 3, &all))
		return -ENOMEM;
	*room = reallocarray(NULL, all + 1,
			     sizeof(**room)); /* the rounds are at most half of both */
	if (!*room)
		return -ENOMEM;
	*it = (struct work){ .a = *room };
	it->b = it->a + a->count;
	it->first = it->b + b->count;
	it->second = it->first + fewer;
	it->made = it->second + fewer;
	it->count_a = pmx_copy_finite(it->a, a->values, a->count);
	it->count_b = pmx_copy_finite(it->b, b->values, b->count);
	find_rounds(it, a, b);
	if (!it->rounds && find_dependence(it))
		return -ENOMEM;
	pmx_sort(it->a, it->count_a);
	pmx_sort(it->b, it->count_b);
	it->pairs = (struct pmx_pairs){
		.a = it->a,
		.b = it->b,
		.count_a = it->count_a,
		.count_b = it->count_b,
		.room = it->made,
	};
	return 0;
}

static void by_rounds(struct work *it, pmx_pair_of *of, double *middle,
		      struct pmx_interval *interval)
{
	for (size_t i = 0; i < it->rounds; i++)
		it->made[i] = of(it->second[i], it->first[i]);
	pmx_sort(it->made, it->rounds);
	*middle = pmx_median(it->made, it->rounds);
	*interval = pmx_median_interval(it->made, it->rounds, 0.95, 1);
}

static void by_pairs(struct work *it, pmx_pair_of *of, double *middle,
		     struct pmx_interval *interval)
{
	it->pairs.of = of;
	*middle = pmx_pairs_median(&it->pairs);
	interval->low = pmx_pairs_at(&it->pairs, it->outside);
	interval->high = pmx_pairs_at(&it->pairs, it->count_a * it->count_b - 1 - it->outside);
	interval->level = it->level;
}

typedef void by_fn(struct work *it, pmx_pair_of *of, double *middle, struct pmx_interval *interval);

static void set_pairs(struct work *it, struct pmx_comparison *out)
{
	by_fn *by = it->rounds ? by_rounds : by_pairs;

	by(it, pmx_pair_difference, &out->difference, &out->difference_interval);
	out->has_ratio = it->a[0] > 0 && it->b[0] > 0;
	if (out->has_ratio)
		by(it, pmx_pair_ratio, &out->ratio, &out->ratio_interval);
}

static const struct pmx_interval nothing = { .low = (double)NAN, .high = (double)NAN };

int pmx_compare(const struct pmx_sample *a, const struct pmx_sample *b, struct pmx_comparison *out,
		struct pmx_error *err)
{
	pmx_autofree double *room = NULL;
	struct work it;

	*out = (struct pmx_comparison){
		.ratio = (double)NAN,
		.ratio_interval = nothing,
		.difference = (double)NAN,
		.difference_interval = nothing,
	};
	if (prepare(&it, a, b, &room))
		return pmx_error_nomem(err);
	out->count_a = it.count_a;
	out->count_b = it.count_b;
	out->ignored = a->count - it.count_a + b->count - it.count_b;
	out->median_a = pmx_median(it.a, it.count_a);
	out->median_b = pmx_median(it.b, it.count_b);
	if (pmx_rank_test(it.a, it.count_a, it.b, it.count_b, &out->test, err))
		return -ENOMEM;
	if (!it.count_a || !it.count_b)
		return 0;
	if (!it.rounds && pmx_pairs_outside(it.count_a, it.count_b, pmx_inflation_of_ranks(it.rho),
					    &it.outside, &it.level))
		return pmx_error_nomem(err);
	out->rounds = it.rounds;
	set_pairs(&it, out);
	return 0;
}
