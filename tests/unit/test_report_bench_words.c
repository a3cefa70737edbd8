// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_bench_words.c - verdicts, amounts and names in the words of people
 */
#include <limits.h>

#include "bench_results.h"

#include "report/bench_amount.h"
#include "report/bench_label.h"
#include "report/bench_words.h"

/* --- verdicts ----------------------------------------------------------------------------- */

static struct pmx_bench_cell cell_of(double ratio, double half, enum pmx_change change)
{
	return (struct pmx_bench_cell){
		.compared = true,
		.change = change,
		.comparison = { .has_ratio = true,
				.ratio = ratio,
				.ratio_interval = { ratio - half, ratio + half, 0.95 } },
	};
}

static struct pmx_bench_cell cell_without_ratio(double difference, double half,
						enum pmx_change change)
{
	return (struct pmx_bench_cell){
		.compared = true,
		.change = change,
		.comparison = { .ratio = NAN,
				.difference = difference,
				.difference_interval = { difference - half, difference + half,
							 0.95 } },
	};
}

static const struct pmx_bench_metric wall = { .unit = PMX_BENCH_SECONDS, .is_time = true };
static const struct pmx_bench_metric faults = { .unit = PMX_BENCH_COUNT };
static const struct pmx_bench_metric memory = { .unit = PMX_BENCH_BYTES };

static void a_change_is_told_in_per_cent_or_times(void **state)
{
	static const struct {
		double ratio;
		const char *time, *count;
	} cases[] = {
		{ 1.018, "1.8 % slower", "1.8 % more" },
		{ 0.982, "1.8 % faster", "1.8 % less" },
		{ 1.003, "0.3 % slower", "0.3 % more" },
		{ 1.0004, "0.04 % slower", "0.04 % more" },
		{ 1.0000123, "0.001 % slower", "0.001 % more" },
		{ 1.5, "50.0 % slower", "50.0 % more" },
		{ 1.99, "99.0 % slower", "99.0 % more" },
		{ 2, "2.00 times as slow", "2.00 times as much" },
		{ 23.17, "23.2 times as slow", "23.2 times as much" },
		{ 1234.5, "1,234 times as slow", "1,234 times as much" },
		{ 1e9, ">1,000,000 times as slow", ">1,000,000 times as much" },
		{ 0.51, "49.0 % faster", "49.0 % less" },
		{ 0.5, "2.00 times as fast", "50.0 % less" },
		{ 0.37, "2.70 times as fast", "63.0 % less" },
		{ 1e-4, "10,000 times as fast", ">99.9 % less" },
		{ 0, "100.0 % faster", "100.0 % less" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		enum pmx_change change = cases[i].ratio > 1 ? PMX_CHANGE_MORE : PMX_CHANGE_LESS;
		struct pmx_bench_cell cell = cell_of(cases[i].ratio, 0.001, change);
		char buf[100];

		assert_string_equal(pmx_bench_verdict(&cell, &wall, buf, sizeof(buf)),
				    cases[i].time);
		assert_string_equal(pmx_bench_verdict(&cell, &faults, buf, sizeof(buf)),
				    cases[i].count);
	}
}

static void without_a_ratio_it_is_told_by_how_much(void **state)
{
	struct pmx_bench_cell more = cell_without_ratio(12, 3, PMX_CHANGE_MORE);
	struct pmx_bench_cell less = cell_without_ratio(-0.0000032, 1e-7, PMX_CHANGE_LESS);
	struct pmx_bench_cell bytes = cell_without_ratio(-3072, 1024, PMX_CHANGE_LESS);
	char buf[100];

	(void)state;
	assert_string_equal(pmx_bench_verdict(&more, &faults, buf, sizeof(buf)), "12 more");
	assert_string_equal(pmx_bench_verdict(&less, &wall, buf, sizeof(buf)), "3.200 us faster");
	assert_string_equal(pmx_bench_verdict(&bytes, &memory, buf, sizeof(buf)), "3.00 KiB less");
}

static void what_is_no_difference_is_told_in_words(void **state)
{
	struct pmx_bench_cell cell = cell_of(1.5, 0.4, PMX_CHANGE_NONE);
	char buf[100], small[8];

	(void)state;
	assert_string_equal(pmx_bench_verdict(&cell, &wall, buf, sizeof(buf)),
			    "no difference shown");
	assert_string_equal(pmx_bench_verdict(&cell, &wall, small, sizeof(small)), "no diff");
	cell.change = PMX_CHANGE_NOISY;
	assert_string_equal(pmx_bench_verdict(&cell, &wall, buf, sizeof(buf)), "too noisy to tell");
	cell.change = PMX_CHANGE_TOO_FEW;
	assert_string_equal(pmx_bench_verdict(&cell, &wall, buf, sizeof(buf)),
			    "too few runs to tell");
	cell.compared = false;
	assert_string_equal(pmx_bench_verdict(&cell, &wall, buf, sizeof(buf)), "");
}

static void check_sure(struct pmx_bench_cell cell, const struct pmx_bench_metric *metric,
		       const char *expected)
{
	char buf[PMX_BENCH_WORD];

	assert_string_equal(pmx_bench_certainty(&cell, metric, false, buf), expected);
}

static void how_sure_it_is_has_the_unit_of_the_verdict(void **state)
{
	(void)state;
	check_sure(cell_of(1.023, 0.004, PMX_CHANGE_MORE), &wall, "+- 0.4 %");
	check_sure(cell_of(1.5, 0.2, PMX_CHANGE_MORE), &wall, "+- 20 %");
	check_sure(cell_of(1.0004, 0.00002, PMX_CHANGE_MORE), &wall, "+- 0.002 %");
	check_sure(cell_of(1.0004, 0, PMX_CHANGE_MORE), &wall, "+- 0 %");
	check_sure(cell_of(2.31, 0.05, PMX_CHANGE_MORE), &wall, "+- 0.05");
	check_sure(cell_of(0.4, 0.1, PMX_CHANGE_LESS), &wall, "+- 0.67");
	check_sure(cell_of(0.4, 0.4, PMX_CHANGE_LESS), &wall, "");
	check_sure(cell_of(1, 0.004, PMX_CHANGE_NONE), &wall, "-0.4 to +0.4 %");
	check_sure(cell_of(1, 0, PMX_CHANGE_NONE), &wall, "0 %");
	check_sure(cell_of(1.1, 0.3, PMX_CHANGE_NOISY), &wall, "-20 to +40 %");
	check_sure(cell_of(1.1, NAN, PMX_CHANGE_TOO_FEW), &wall, "");
	check_sure(cell_without_ratio(12, 3, PMX_CHANGE_MORE), &faults, "+- 3");
	check_sure(cell_without_ratio(0, 1, PMX_CHANGE_NOISY), &faults, "-1 to +1");
	check_sure(cell_without_ratio(0, 0, PMX_CHANGE_NONE), &faults, "0");
	check_sure(cell_of(0.986, 0, PMX_CHANGE_TOO_FEW), &faults, "-1.4 %");
	check_sure(cell_without_ratio(3, 0, PMX_CHANGE_TOO_FEW), &faults, "+3");
}

static void check_ratio(struct pmx_bench_cell cell, enum pmx_bench_unit unit, const char *expected)
{
	char buf[PMX_BENCH_WORD];

	assert_string_equal(pmx_bench_ratio(&cell, unit, false, buf), expected);
}

static void a_ratio_has_the_digits_of_its_interval(void **state)
{
	struct pmx_bench_cell cell = cell_of(1, 0, PMX_CHANGE_NONE);

	(void)state;
	check_ratio(cell_of(1.0231, 0.004, PMX_CHANGE_MORE), PMX_BENCH_SECONDS, "1.023 +- 0.004");
	check_ratio(cell_of(1.0231, 0.4, PMX_CHANGE_MORE), PMX_BENCH_SECONDS, "1.02 +- 0.40");
	check_ratio(cell_of(12.31, 0.4, PMX_CHANGE_MORE), PMX_BENCH_SECONDS, "12.3 +- 0.4");
	check_ratio(cell_of(1, 0, PMX_CHANGE_NONE), PMX_BENCH_SECONDS, "1.000 +- 0");
	check_ratio(cell_of(1.5, NAN, PMX_CHANGE_TOO_FEW), PMX_BENCH_SECONDS, "1.500");
	check_ratio(cell_of(1e-9, 0, PMX_CHANGE_LESS), PMX_BENCH_SECONDS, "<0.00001");
	check_ratio(cell_without_ratio(12, 3, PMX_CHANGE_MORE), PMX_BENCH_COUNT, "+12 +- 3");
	check_ratio(cell_without_ratio(0, 1, PMX_CHANGE_NOISY), PMX_BENCH_COUNT, "0 +- 1");
	check_ratio(cell_without_ratio(NAN, NAN, PMX_CHANGE_NOISY), PMX_BENCH_COUNT, "");
	cell.compared = false;
	check_ratio(cell, PMX_BENCH_COUNT, "");
}

static void a_p_value_is_never_shown_as_0(void **state)
{
	char buf[PMX_BENCH_WORD];

	(void)state;
	assert_string_equal(pmx_bench_p(0, buf), "p < 0.0001");
	assert_string_equal(pmx_bench_p(0.00043, buf), "p = 0.00043");
	assert_string_equal(pmx_bench_p(0.032, buf), "p = 0.032");
	assert_string_equal(pmx_bench_p(0.61, buf), "p = 0.61");
	assert_string_equal(pmx_bench_p(1, buf), "p = 1");
	assert_string_equal(pmx_bench_p(NAN, buf), "");
}

static void check_bound(double median, double half, const char *expected)
{
	struct pmx_summary summary = { .count = 10, .median = median };
	char buf[PMX_BENCH_WORD];

	summary.median_interval = (struct pmx_interval){ median - half, median + half, 0.95 };
	assert_string_equal(pmx_bench_bound(&summary, PMX_BENCH_COUNT, false, buf), expected);
}

static void a_bound_is_in_per_cent_where_there_is_something_to_have_it_of(void **state)
{
	(void)state;
	check_bound(100, 0.3, "+- 0.3 %");
	check_bound(100, 12.4, "+- 12 %");
	check_bound(100, 0.09, "+- <0.1 %");
	check_bound(100, 0.1, "+- 0.1 %");
	check_bound(100, 0, "+- 0 %");
	check_bound(1, 100, "+- >999 %");
	check_bound(0, 2, "+- 2");
	check_bound(-4, 2, "+- 2");
	check_bound(100, NAN, "");
	check_bound(NAN, 1, "");
}

/* --- amounts ------------------------------------------------------------------------------ */

static void check_amount(enum pmx_bench_unit unit, double value, const char *expected)
{
	char buf[PMX_AMOUNT_SIZE];

	assert_int_equal(pmx_bench_amount(buf, unit, value, false), strlen(expected));
	assert_string_equal(buf, expected);
}

static void amounts_are_in_the_unit_that_suits_them(void **state)
{
	(void)state;
	check_amount(PMX_BENCH_SECONDS, 0, "0 s");
	check_amount(PMX_BENCH_SECONDS, 12e-9, "12 ns");
	check_amount(PMX_BENCH_SECONDS, 0.00012346, "123.5 us");
	check_amount(PMX_BENCH_SECONDS, 0.0021, "2.100 ms");
	check_amount(PMX_BENCH_SECONDS, 0.99996, "1.000 s");
	check_amount(PMX_BENCH_SECONDS, 0.9994, "999.4 ms");
	check_amount(PMX_BENCH_SECONDS, 4321.5, "4,322 s");
	check_amount(PMX_BENCH_SECONDS, -0.0021, "-2.100 ms");
	check_amount(PMX_BENCH_BYTES, 0, "0 B");
	check_amount(PMX_BENCH_BYTES, 1023, "1,023 B");
	check_amount(PMX_BENCH_BYTES, 4096, "4.00 KiB");
	check_amount(PMX_BENCH_BYTES, 0x1p20, "1.00 MiB");
	check_amount(PMX_BENCH_BYTES, 123456789, "117.7 MiB");
	check_amount(PMX_BENCH_BYTES, 0x1p62, "4.00 EiB");
	check_amount(PMX_BENCH_COUNT, 0, "0");
	check_amount(PMX_BENCH_COUNT, 12.5, "12.5");
	check_amount(PMX_BENCH_COUNT, 0.01234, "0.0123");
	check_amount(PMX_BENCH_COUNT, 1234567, "1,234,567");
	check_amount(PMX_BENCH_COUNT, 999999999999, "999,999,999,999");
	check_amount(PMX_BENCH_COUNT, 1.5e15, "1.500 P");
	check_amount(PMX_BENCH_COUNT, 1.5e300, "1.50e+282 E");
	check_amount(PMX_BENCH_COUNT, NAN, "");
	check_amount(PMX_BENCH_SECONDS, INFINITY, "");
}

static void what_is_compared_is_in_one_unit(void **state)
{
	struct pmx_bench_scale scale;
	char buf[PMX_AMOUNT_SIZE];

	(void)state;
	pmx_bench_scale_of(&scale, PMX_BENCH_SECONDS, 0.0021, 3.4, true);
	pmx_bench_scaled(buf, &scale, 3.4);
	assert_string_equal(buf, "3,400.000 ms");
	pmx_bench_scale_coarser(&scale, 0.02);
	pmx_bench_scaled(buf, &scale, 3.4);
	assert_string_equal(buf, "3,400 ms");
	pmx_bench_scale_of(&scale, PMX_BENCH_SECONDS, 0.0000021, 0.0000021, true);
	pmx_bench_scaled(buf, &scale, 0.0000021);
	assert_string_equal(buf, "2.100 \xc2\xb5s");
	pmx_bench_scale_short(&scale, PMX_BENCH_COUNT, 4123456789, true);
	pmx_bench_scaled(buf, &scale, 4123456789);
	assert_string_equal(buf, "4.123 G");
}

/* --- names -------------------------------------------------------------------------------- */

static void letters_go_on_behind_z(void **state)
{
	static const struct {
		size_t index;
		const char *letter;
	} cases[] = { { 0, "A" },     { 25, "Z" },    { 26, "AA" },
		      { 51, "AZ" },   { 52, "BA" },   { 701, "ZZ" },
		      { 702, "AAA" }, { 999, "ALL" }, { SIZE_MAX - 1, NULL } };
	char buf[PMX_BENCH_LETTER];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *letter = pmx_bench_letter(cases[i].index, buf);

		assert_true(strlen(letter) < sizeof(buf));
		if (cases[i].letter)
			assert_string_equal(letter, cases[i].letter);
	}
}

static void check_cut(const char *text, size_t width, bool utf8, const char *expected)
{
	struct pmx_cell cell;

	pmx_bench_cut(&cell, text, width, utf8);
	assert_string_equal(cell.text, expected);
	assert_true(cell.shown <= width);
}

static void a_cut_keeps_both_ends(void **state)
{
	(void)state;
	check_cut("abcdefghij", 10, true, "abcdefghij");
	check_cut("abcdefghij", 9, true, "abcd\xe2\x80\xa6ghij");
	check_cut("abcdefghij", 9, false, "abcd~ghij");
	check_cut("abcdefghij", 3, false, "a~j");
	check_cut("\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", 3, false,
		  "\xe2\x82\xac~\xe2\x82\xac");
	check_cut("", 3, false, "");
	check_cut("a\nb", 10, false, "a\\x0ab");
}

/* A cell has a limit in bytes, too. */
static void wide_characters_are_cut_to_fit(void **state)
{
	char text[3 * 200 + 1];
	struct pmx_cell cell;

	(void)state;
	for (size_t i = 0; i < sizeof(text) - 1; i++)
		text[i] = "\xe2\x82\xac"[i % 3];
	text[sizeof(text) - 1] = '\0';
	for (size_t width = 3; width < 210; width++) {
		pmx_bench_cut(&cell, text, width, true);
		assert_true(cell.shown <= width && strlen(cell.text) < sizeof(cell.text));
		assert_int_equal(strlen(cell.text), 3 * cell.shown);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_is_told_in_per_cent_or_times),
		cmocka_unit_test(without_a_ratio_it_is_told_by_how_much),
		cmocka_unit_test(what_is_no_difference_is_told_in_words),
		cmocka_unit_test(how_sure_it_is_has_the_unit_of_the_verdict),
		cmocka_unit_test(a_ratio_has_the_digits_of_its_interval),
		cmocka_unit_test(a_p_value_is_never_shown_as_0),
		cmocka_unit_test(a_bound_is_in_per_cent_where_there_is_something_to_have_it_of),
		cmocka_unit_test(amounts_are_in_the_unit_that_suits_them),
		cmocka_unit_test(what_is_compared_is_in_one_unit),
		cmocka_unit_test(letters_go_on_behind_z),
		cmocka_unit_test(a_cut_keeps_both_ends),
		cmocka_unit_test(wide_characters_are_cut_to_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
