// SPDX-License-Identifier: GPL-2.0-only
/*
 * normal.c - the normal distribution
 */
#include "stats/normal.h"

#include <math.h>

double pmx_normal_above(double z)
{
	return erfc(z / M_SQRT2) / 2;
}

double pmx_normal_z(double tail)
{
	double low = 0, high = 40; /* above which there is nothing that a double can hold */

	while (high - low > 1e-14 * high) {
		double middle = (low + high) / 2;

		if (pmx_normal_above(middle) > tail)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

double pmx_normal_farther(double tail, double times)
{
	return times == 1 ? tail : pmx_normal_above(pmx_normal_z(tail) * times);
}
