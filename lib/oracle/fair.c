// SPDX-License-Identifier: GPL-2.0-only
/*
 * fair.c - "fair": events that are equal get equal shares
 *
 * R. Jain, D. Chiu, W. Hawe: A quantitative measure of fairness and discrimination for resource
 * allocation in shared computer systems, 1984.
 */
#include <math.h>

#include "oracle/breach.h"

#define NAME "fair"

double pmx_jain(const double *shares, size_t count)
{
	double largest = 0, sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++)
		largest = fmax(largest, shares[i]);
	if (!(largest > 0))
		return (double)NAN;
	/* relative to the largest, whose square then neither overflows nor vanishes */
	for (size_t i = 0; i < count; i++) {
		sum += shares[i] / largest;
		squares += shares[i] / largest * (shares[i] / largest);
	}
	return sum * sum / ((double)count * squares);
}

static size_t smallest(const double *shares, size_t count)
{
	size_t at = 0;

	for (size_t i = 1; i < count; i++)
		at = shares[i] < shares[at] ? i : at;
	return at;
}

static size_t largest(const double *shares, size_t count)
{
	size_t at = 0;

	for (size_t i = 1; i < count; i++)
		at = shares[i] > shares[at] ? i : at;
	return at;
}

bool pmx_oracle_fair(struct pmx_breach *breach, const char *what, const double *shares,
		     size_t count, double least)
{
	double jain = pmx_jain(shares, count);
	size_t low, high;

	if (jain >= least)
		return true;
	if (!count)
		return pmx_breach_say(breach, NAME, what, "0 shares, which are not to be compared");
	low = smallest(shares, count);
	high = largest(shares, count);
	return pmx_breach_say(breach, NAME, what,
			      "Jain's index of %zu shares is %s, at least %s expected, %s missing; "
			      "share %zu is %s, share %zu is %s",
			      count, pmx_breach_real(jain).text, pmx_breach_real(least).text,
			      pmx_breach_real(least - jain).text, low + 1,
			      pmx_breach_real(shares[low]).text, high + 1,
			      pmx_breach_real(shares[high]).text);
}
