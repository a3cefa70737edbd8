// SPDX-License-Identifier: GPL-2.0-only
/*
 * pairs.c - all pairs of a value of one sample and a value of another, without making them
 *
 * 10,000 by 10,000 values are 10^8 pairs. How many of them are at most some number takes one walk
 * along both samples, as both are sorted; so the range in which the pair of a given place lies is
 * halved until few pairs are in it, and these are made. Doubles of one sign are in the order of
 * their bits, taken as whole numbers, so that a range can be halved until it is one number: pairs
 * may all be the same.
 */
#include "stats/pairs.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "stats/normal.h"
#include "stats/order.h"
#include "stats/rank_chances.h"

#define LEVEL 0.95

double pmx_pair_ratio(double b, double a)
{
	return b / a;
}

double pmx_pair_difference(double b, double a)
{
	return b - a;
}

/* Whole numbers in the order of the doubles they stand for, which are finite or infinite. */
static int64_t key_of(double value)
{
	int64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits < 0 ? INT64_MIN - bits : bits;
}

static double value_of(int64_t key)
{
	int64_t bits = key < 0 ? INT64_MIN - key : key;
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static size_t count_at_most(const struct pmx_pairs *it, double limit)
{
	size_t count = 0;

	for (size_t i = 0, k = 0; i < it->count_a; i++) {
		while (k < it->count_b && it->of(it->b[k], it->a[i]) <= limit)
			k++;
		count += k;
	}
	return count;
}

/*
 * Keys, both included, between which the pair lies, and how many pairs there are below and up to
 * them.
 */
struct range {
	int64_t low, high;
	size_t below, up_to;
	unsigned halvings;
};

/* Near 0 are as many doubles as anywhere else, and few pairs: first the numbers are halved. */
#define HALVE_NUMBERS 32

static int64_t middle_of(const struct range *range)
{
	double low = value_of(range->low), high = value_of(range->high),
	       middle = low / 2 + high / 2;

	if (range->halvings < HALVE_NUMBERS && middle >= low && middle < high)
		return key_of(middle);
	return range->low + (int64_t)(((uint64_t)range->high - (uint64_t)range->low) / 2);
}

static void halve(const struct pmx_pairs *it, struct range *range, size_t below)
{
	int64_t middle = middle_of(range);
	size_t count = count_at_most(it, value_of(middle));

	range->halvings++;
	if (count > below) {
		range->high = middle;
		range->up_to = count;
	} else {
		range->low = middle + 1;
		range->below = count;
	}
}

/* Makes the pairs in @range, which are as many as it says. */
static void make(const struct pmx_pairs *it, const struct range *range, double *made)
{
	double low = value_of(range->low), high = value_of(range->high), value;
	size_t count = 0;

	for (size_t i = 0, first = 0; i < it->count_a; i++) {
		while (first < it->count_b && it->of(it->b[first], it->a[i]) < low)
			first++;
		for (size_t k = first; k < it->count_b; k++) {
			value = it->of(it->b[k], it->a[i]);
			if (value > high)
				break;
			made[count++] = value;
		}
	}
}

double pmx_pairs_at(const struct pmx_pairs *it, size_t below)
{
	struct range range = {
		.low = key_of(it->of(it->b[0], it->a[it->count_a - 1])),
		.high = key_of(it->of(it->b[it->count_b - 1], it->a[0])),
		.up_to = it->count_a * it->count_b,
	};
	/* so many that to sort them takes about as long as to halve once more */
	size_t few = (it->count_a + it->count_b + 15) / 16;

	while (range.low < range.high && range.up_to - range.below > few)
		halve(it, &range, below);
	if (range.low == range.high)
		return value_of(range.low);
	make(it, &range, it->room);
	pmx_sort(it->room, range.up_to - range.below);
	return it->room[below - range.below];
}

double pmx_pairs_median(const struct pmx_pairs *it)
{
	size_t count = it->count_a * it->count_b;
	double upper = pmx_pairs_at(it, count / 2);

	return count % 2 ? upper : pmx_pairs_at(it, count / 2 - 1) / 2 + upper / 2;
}

static int exact_outside(size_t count_a, size_t count_b, double inflation, size_t *outside,
			 double *level)
{
	double sum = 0, tail = pmx_normal_farther((1 - LEVEL) / 2, inflation);
	unsigned ranks[PMX_P_EXACT_MOST];
	struct pmx_u_chances chances;
	size_t u = 0;

	for (size_t i = 0; i < count_a + count_b; i++)
		ranks[i] = (unsigned)(2 * (i + 1));
	if (pmx_u_chances(ranks, count_a + count_b, count_b, &chances))
		return -ENOMEM;
	while (sum + chances.is[2 * u] <= tail)
		sum += chances.is[2 * u++];
	*outside = u ? u - 1 : 0;
	*level = u ? LEVEL : 1 - 2 * pmx_normal_farther(chances.is[0], 1 / inflation);
	return 0;
}

int pmx_pairs_outside(size_t count_a, size_t count_b, double inflation, size_t *outside,
		      double *level)
{
	double a = (double)count_a, b = (double)count_b, deviation;

	if (count_a + count_b <= PMX_P_EXACT_MOST)
		return exact_outside(count_a, count_b, inflation, outside, level);
	deviation = inflation * sqrt(a * b * (a + b + 1) / 12);
	*level = fmin(LEVEL, 1 - 2 * pmx_normal_above((a * b / 2 - 0.5) / deviation));
	*outside = (size_t)fmax(0, floor(a * b / 2 - 0.5 - PMX_Z95 * deviation));
	return 0;
}
