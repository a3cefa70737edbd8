// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_compare_summary.c - one metric over the runs of one command
 *
 * Numbers are from R 4.2.2, SciPy 1.10.1 and NumPy 1.24.2, by the calls beside them.
 */
#include "compared.h"
#include "noises.h"
#include "stats/middle.h"
#include "stats/order.h"

static struct pmx_summary summary_of(const double *values, size_t count)
{
	struct pmx_summary summary;

	memset(&summary, 0xff, sizeof(summary));
	assert_int_equal(pmx_summarize(values, count, &summary, NULL), 0);
	return summary;
}

static void assert_interval(const struct pmx_interval *it, double low, double high, double level)
{
	assert_near(it->low, low, 1e-12);
	assert_near(it->high, high, 1e-12);
	assert_near(it->level, level, 1e-12);
}

static void numbers_are_those_of_other_programs(void **state)
{
	struct pmx_summary it = summary_of(twelve, COUNT(twelve));

	(void)state;
	assert_int_equal(it.count, 12);
	assert_int_equal(it.ignored, 0);
	assert_near(it.median, 10.15, 1e-14);		       /* R: median(s) */
	assert_near(it.mean, 10.608333333333333, 1e-14);       /* mean(s) */
	assert_near(it.stddev, 2.61306449606703, 1e-13);       /* sd(s) */
	assert_near(it.mad, 0.3, 1e-13);		       /* mad(s, constant = 1) */
	assert_near(it.fence_low, 9.875 - 1.5 * 0.575, 1e-13); /* quantile(s, c(.25, .75)) */
	assert_near(it.fence_high, 10.45 + 1.5 * 0.575, 1e-13);
	assert_true(it.min == 6.1 && it.max == 17.5);
}

static void outliers_are_counted_on_both_sides_and_stay(void **state)
{
	struct pmx_summary it = summary_of(twelve, COUNT(twelve));

	(void)state;
	assert_int_equal(it.outliers_low, 1);  /* 6.1 */
	assert_int_equal(it.outliers_high, 2); /* 12.7 and 17.5 */
	assert_int_equal(it.count, 12);
}

static void autocorrelation_is_that_of_ranks_with_its_bias_removed(void **state)
{
	struct pmx_summary it = summary_of(twelve, COUNT(twelve));
	double rising[20], turning[20];

	(void)state;
	/* -0.19405594405594406: r = rankdata(s) - 6.5; sum(r[1:] * r[:-1]) / sum(r * r) */
	assert_near(it.autocorrelation, (-0.19405594405594406 * 12 + 1) / 8, 1e-12);
	for (size_t i = 0; i < 20; i++) {
		rising[i] = (double)i;
		turning[i] = i % 2 ? 1 : -1;
	}
	assert_true(summary_of(rising, 20).autocorrelation == 1);
	assert_true(summary_of(turning, 20).autocorrelation < -0.9);
}

static struct pmx_interval interval_of(double *values, size_t count)
{
	pmx_sort(values, count);
	return pmx_median_interval(values, count, 0.95, 1);
}

/*
 * Interpolated order statistics, made with scipy.stats.binom(n, .5) out of the paper of
 * Hettmansperger and Sheather.
 */
static void the_interval_is_that_of_interpolated_order_statistics(void **state)
{
	double *thirty = row_of(30, 7919, 13, 1009, 0), *many = row_of(10000, 7919, 0, 10007, 0);
	double *several = calloc(7, sizeof(*several));
	struct pmx_interval it;

	(void)state;
	assert_non_null(several);
	memcpy(several, seven, sizeof(seven));
	it = interval_of(several, 7);
	assert_interval(&it, 13.466666666666667, 16.413333333333334, 0.95);
	it = interval_of(thirty, 30);
	assert_interval(&it, 354.63263346258674, 708.45252054257378, 0.95);
	it = interval_of(many, 10000);
	assert_interval(&it, 4906.5090216038116, 5102.4909783961884, 0.95);
	it = summary_of(five_a, 5).median_interval;
	assert_interval(&it, 98.8, 103.4, 0.9375);
	it = summary_of(twelve, 12).median_interval;
	assert_interval(&it, 9.8263118440779618, 10.547376311844078, 0.95);
	free(several);
	free(thirty);
	free(many);
}

/* The middle of Banks' bootstrap: points deal the line out, and half of it ends at the median. */
static double resampled_median(struct noise_source *source, const double *sorted, size_t count)
{
	double under = 0, over = 1;
	size_t below = 0;

	for (size_t i = 0; i < count; i++) {
		double point = noise_uniform(source);

		if (point < 0.5) {
			below++;
			under = fmax(under, point);
		} else {
			over = fmin(over, point);
		}
	}
	if (!below)
		return sorted[0];
	if (below == count)
		return sorted[count - 1];
	return sorted[below - 1] +
	       (sorted[below] - sorted[below - 1]) * (0.5 - under) / (over - under);
}

static void the_interval_is_what_a_smoothed_bootstrap_comes_to(void **state)
{
	enum { TIMES = 40000 };
	static const size_t counts[] = { 5, 7, 12, 30, 101 };
	struct noise_source source = { .state = 1988 };
	double *estimates = calloc(TIMES, sizeof(*estimates));

	(void)state;
	assert_non_null(estimates);
	for (size_t i = 0; i < COUNT(counts); i++) {
		double *values = row_of(counts[i], 7919, 13, 1009, 0);
		struct pmx_interval it = interval_of(values, counts[i]);
		double width = it.high - it.low;

		for (size_t t = 0; t < TIMES; t++)
			estimates[t] = resampled_median(&source, values, counts[i]);
		pmx_sort(estimates, TIMES);
		assert_near(it.low, estimates[TIMES / 40], 0.04 * width / fabs(it.low));
		assert_near(it.high, estimates[TIMES - TIMES / 40], 0.04 * width / fabs(it.high));
		free(values);
	}
	free(estimates);
}

static void runs_like_the_one_before_make_the_interval_wider(void **state)
{
	struct noise_source source = { .state = 7 };
	double noise[60], mixed[60];
	struct pmx_summary like, unlike;

	(void)state;
	noise_fill(&source, NOISE_AUTO, noise, 60);
	for (size_t i = 0; i < 60; i++)
		mixed[i] = noise[i * 23 % 60];
	like = summary_of(noise, 60);
	unlike = summary_of(mixed, 60);
	assert_true(like.median == unlike.median);
	assert_true(like.autocorrelation > 0.4 && unlike.autocorrelation < 0.1);
	assert_true(like.median_interval.high - like.median_interval.low >
		    1.3 * (unlike.median_interval.high - unlike.median_interval.low));
}

static void no_values_have_no_numbers(void **state)
{
	struct pmx_summary it = summary_of(NULL, 0);

	(void)state;
	assert_int_equal(it.count, 0);
	assert_true(isnan(it.median) && isnan(it.mean) && isnan(it.min) && isnan(it.max));
	assert_true(isnan(it.mad) && isnan(it.stddev) && isnan(it.fence_low));
	assert_true(isnan(it.median_interval.low) && isnan(it.median_interval.high));
	assert_true(it.median_interval.level == 0 && isnan(it.autocorrelation));
}

static void one_value_has_no_interval_and_two_have_their_range(void **state)
{
	const double values[] = { 4, 2 };
	struct pmx_summary one = summary_of(values, 1), two = summary_of(values, 2);

	(void)state;
	assert_true(one.median == 4 && one.mean == 4 && one.min == 4 && one.max == 4);
	assert_true(one.mad == 0 && isnan(one.stddev) && isnan(one.median_interval.low));
	assert_true(two.median == 3 && two.mad == 1);
	assert_near(two.stddev, sqrt(2), 1e-15);
	assert_interval(&two.median_interval, 2, 4, 0.5);
	assert_true(isnan(two.fence_low) && two.outliers_high == 0);
}

static void below_five_values_the_level_is_what_their_range_has(void **state)
{
	const double values[] = { 1, 2, 3, 4, 5, 6 };

	(void)state;
	assert_near(summary_of(values, 3).median_interval.level, 0.75, 1e-15);
	assert_near(summary_of(values, 4).median_interval.level, 0.875, 1e-15);
	assert_near(summary_of(values, 5).median_interval.level, 0.9375, 1e-15);
}

static void constant_values_have_themselves_as_interval(void **state)
{
	double values[40];

	(void)state;
	for (size_t i = 0; i < COUNT(values); i++)
		values[i] = 1234567.1;
	for (size_t count = 2; count <= COUNT(values); count++) {
		struct pmx_summary it = summary_of(values, count);

		assert_true(it.median == values[0] && it.mad == 0 && it.stddev == 0);
		assert_true(it.median_interval.low == values[0]);
		assert_true(it.median_interval.high == values[0]);
		assert_true(it.outliers_low == 0 && it.outliers_high == 0);
		assert_true(isnan(it.autocorrelation));
	}
}

static void what_is_not_finite_is_left_out_and_counted(void **state)
{
	double values[15] = { (double)NAN, (double)INFINITY };
	struct pmx_summary with, without = summary_of(twelve, 12);

	(void)state;
	memcpy(&values[2], twelve, sizeof(twelve));
	values[14] = -(double)INFINITY;
	with = summary_of(values, 15);
	assert_int_equal(with.ignored, 3);
	with.ignored = 0;
	assert_memory_equal(&with, &without, sizeof(with));
	assert_int_equal(summary_of(values, 2).count, 0);
}

static void negative_values_are_values_like_others(void **state)
{
	double values[12];
	struct pmx_summary it, mirror = summary_of(twelve, 12);

	(void)state;
	for (size_t i = 0; i < 12; i++)
		values[i] = -twelve[i];
	it = summary_of(values, 12);
	assert_near(it.median, -mirror.median, 1e-15);
	assert_near(it.median_interval.low, -mirror.median_interval.high, 1e-14);
	assert_near(it.median_interval.high, -mirror.median_interval.low, 1e-14);
	assert_true(it.outliers_low == 2 && it.outliers_high == 1);
}

static void counts_up_to_2_to_the_63_keep_their_digits(void **state)
{
	const double top = 9223372036854775808.0;
	double values[9];
	struct pmx_summary it;

	(void)state;
	for (size_t i = 0; i < 9; i++)
		values[i] = top - (double)(i * 4096);
	it = summary_of(values, 9);
	assert_true(it.max == top && it.median == top - 4 * 4096 && it.mad == 2 * 4096);
	assert_near(it.stddev, 4096 * sqrt(7.5), 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_those_of_other_programs),
		cmocka_unit_test(outliers_are_counted_on_both_sides_and_stay),
		cmocka_unit_test(autocorrelation_is_that_of_ranks_with_its_bias_removed),
		cmocka_unit_test(the_interval_is_that_of_interpolated_order_statistics),
		cmocka_unit_test(the_interval_is_what_a_smoothed_bootstrap_comes_to),
		cmocka_unit_test(runs_like_the_one_before_make_the_interval_wider),
		cmocka_unit_test(no_values_have_no_numbers),
		cmocka_unit_test(one_value_has_no_interval_and_two_have_their_range),
		cmocka_unit_test(below_five_values_the_level_is_what_their_range_has),
		cmocka_unit_test(constant_values_have_themselves_as_interval),
		cmocka_unit_test(what_is_not_finite_is_left_out_and_counted),
		cmocka_unit_test(negative_values_are_values_like_others),
		cmocka_unit_test(counts_up_to_2_to_the_63_keep_their_digits),
	};

	return cmocka_run_group_tests_name("compare_summary", tests, NULL, NULL);
}
