/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compared.h - what the tests of compare.h share: values of which other programs said what to
 * expect
 */
#ifndef PERFMUX_TEST_COMPARED_H
#define PERFMUX_TEST_COMPARED_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/compare.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const double five_a[] = { 100.1, 101.7, 99.2, 103.4, 98.8 };
static const double five_b[] = { 102.9, 104.6, 101.1, 105.5, 103.0 };
static const double eight[] = { 12.4, 15.1, 11.8, 13.3, 14.9, 12.0, 13.9, 12.7 };
static const double seven[] = { 13.1, 16.2, 15.8, 14.4, 17.0, 15.0, 13.6 };
static const double twelve[] = {
	10.3, 9.8, 10.1, 12.7, 9.9, 10.0, 10.4, 9.7, 10.2, 17.5, 10.6, 6.1
};

/* The row start, start + 1 step, ... modulo @modulus, plus @more; for values that are many. */
static inline double *row_of(size_t count, unsigned step, unsigned start, unsigned modulus,
			     double more)
{
	double *row = malloc(count * sizeof(*row));

	assert_non_null(row);
	for (size_t i = 0; i < count; i++)
		row[i] = (double)((i * step + start) % modulus) + more;
	return row;
}

/* @share: of the number that is expected, or of 1 when that is less. */
static inline void assert_near(double value, double expected, double share)
{
	if (!(fabs(value - expected) <= share * fmax(fabs(expected), 1)))
		fail_msg("%.17g is not %.17g", value, expected);
}

static inline void assert_p(double p, double expected, double share)
{
	if (!(fabs(p - expected) <= share * expected))
		fail_msg("%.17g is not %.17g", p, expected);
}

#endif
