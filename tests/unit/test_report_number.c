// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_number.c - numbers as text: as printf() writes them, in no locale
 */
#include <float.h>
#include <math.h>

#include "comma_locale.h"
#include "report/number.h"
#include "results.h"

/* A generator of its own, so that a failure can be repeated. */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static double random_double(uint64_t *state)
{
	uint64_t bits = next_random(state);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static void assert_fixed(double value, unsigned precision)
{
	char buf[PMX_NUMBER_SIZE], expected[PMX_NUMBER_SIZE];
	size_t length = pmx_number_fixed(buf, value, precision, false);

	snprintf(expected, sizeof(expected), "%.*f", (int)precision, value);
	assert_string_equal(buf, expected);
	assert_int_equal(length, strlen(expected));
}

static void fixed_numbers_are_those_of_printf(void **state)
{
	const double corners[] = { 0,
				   -0.0,
				   0.5,
				   1.5,
				   2.5,
				   0.125,
				   0.375,
				   1.005,
				   1.115,
				   2.675,
				   1e15,
				   1e15 + 0.5,
				   4503599627370496.5,
				   9.995,
				   0.0005,
				   1e300,
				   -1e300,
				   5e-324,
				   999999.9995,
				   -1.25,
				   DBL_MAX };
	uint64_t seed = 88172645463325252;

	(void)state;
	for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++)
		for (unsigned precision = 0; precision <= 9; precision++)
			assert_fixed(corners[i], precision);
	for (int i = 0; i < 50000; i++) {
		double value = (double)(next_random(&seed) >> 20) / 1024; /* many true halves */

		assert_fixed(value, (unsigned)i % 10);
		value = random_double(&seed);
		if (isfinite(value))
			assert_fixed(value, (unsigned)i % 10);
	}
}

static void doubles_read_back_as_they_were(void **state)
{
	uint64_t seed = 1234567;
	char buf[PMX_NUMBER_SIZE];

	(void)state;
	for (int i = 0; i < 50000; i++) {
		double value = random_double(&seed);

		if (!isfinite(value))
			continue;
		pmx_number_double(buf, value);
		assert_true(strtod(buf, NULL) == value);
	}
}

static void doubles_are_short_where_they_can_be(void **state)
{
	static const struct {
		double value;
		const char *text;
	} list[] = { { 0.1, "0.1" },
		     { 1, "1" },
		     { -0.0, "0" },
		     { 1e15, "1000000000000000" },
		     { 0.754514, "0.754514" },
		     { 33.3, "33.3" },
		     { -2.5, "-2.5" },
		     { NAN, "0" } };
	char buf[PMX_NUMBER_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		assert_int_equal(pmx_number_double(buf, list[i].value), strlen(list[i].text));
		assert_string_equal(buf, list[i].text);
	}
}

static void large_numbers_are_grouped_by_three(void **state)
{
	static const struct {
		uint64_t value;
		const char *text;
	} list[] = { { 0, "0" },
		     { 999, "999" },
		     { 1000, "1,000" },
		     { 123456, "123,456" },
		     { UINT64_MAX, "18,446,744,073,709,551,615" } };
	char buf[PMX_NUMBER_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		assert_int_equal(pmx_number_u64(buf, list[i].value, true), strlen(list[i].text));
		assert_string_equal(buf, list[i].text);
	}
	pmx_number_fixed(buf, 1234567.891, 2, true);
	assert_string_equal(buf, "1,234,567.89");
	pmx_number_fixed(buf, 1e17, 2, true);
	assert_string_equal(buf, "100,000,000,000,000,000.00");
}

static void seconds_have_nine_digits(void **state)
{
	char buf[PMX_NUMBER_SIZE];

	(void)state;
	assert_int_equal(pmx_number_seconds(buf, 1000000001), 11);
	assert_string_equal(buf, "1.000000001");
	pmx_number_seconds(buf, UINT64_MAX);
	assert_string_equal(buf, "18446744073.709551615");
}

static void the_locale_reaches_no_number(void **state)
{
	static const double values[] = { 0.25, 1e-7, 1.7976931348623157e308, 1e17 + 0.5 };
	char before[4][PMX_NUMBER_SIZE], fixed[4][PMX_NUMBER_SIZE], after[PMX_NUMBER_SIZE];
	char dir[1024];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		pmx_number_double(before[i], values[i]);
		pmx_number_fixed(fixed[i], values[i], 3, false);
	}
	comma_locale_enter(dir, sizeof(dir));
	for (size_t i = 0; i < 4; i++) {
		pmx_number_double(after, values[i]);
		assert_string_equal(after, before[i]);
		pmx_number_fixed(after, values[i], 3, false);
		assert_string_equal(after, fixed[i]);
	}
	comma_locale_leave(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fixed_numbers_are_those_of_printf),
		cmocka_unit_test(doubles_read_back_as_they_were),
		cmocka_unit_test(doubles_are_short_where_they_can_be),
		cmocka_unit_test(large_numbers_are_grouped_by_three),
		cmocka_unit_test(seconds_have_nine_digits),
		cmocka_unit_test(the_locale_reaches_no_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
