// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_compare_stopping.c - when there are runs enough
 */
#include "compared.h"
#include "noises.h"

/* Looks at @values until it is done; how many there were then, or 0 when @most were not enough. */
static size_t runs_until(const double *values, size_t most, double precision,
			 struct pmx_interval *interval)
{
	struct pmx_stopping it;
	int done;

	pmx_stopping_init(&it, precision, 0);
	while (pmx_stopping_next(&it) <= most) {
		size_t count = pmx_stopping_next(&it);

		done = pmx_stopping_done(&it, values, count, interval, NULL);
		assert_true(done >= 0);
		if (done)
			return count;
	}
	return 0;
}

static void looks_are_at_counts_that_grow_by_half(void **state)
{
	static const size_t expected[] = { 10, 15, 23, 35, 53, 80, 120, 180, 270 };
	double values[270];
	struct pmx_interval interval;
	struct pmx_stopping it;

	(void)state;
	for (size_t i = 0; i < COUNT(values); i++)
		values[i] = i % 2 ? 1 : 1000;
	pmx_stopping_init(&it, 0.01, 0);
	for (size_t i = 0; i < COUNT(expected); i++) {
		assert_int_equal(pmx_stopping_next(&it), expected[i]);
		assert_int_equal(pmx_stopping_done(&it, values, expected[i], &interval, NULL), 0);
	}
	assert_int_equal(it.looks, COUNT(expected));
}

static void a_look_before_its_time_sees_nothing(void **state)
{
	const double same[] = { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 };
	struct pmx_interval interval;
	struct pmx_stopping it;

	(void)state;
	pmx_stopping_init(&it, 0.01, 0);
	assert_int_equal(pmx_stopping_done(&it, same, 9, &interval, NULL), 0);
	assert_true(isnan(interval.low) && isnan(interval.high) && interval.level == 0);
	assert_true(it.looks == 0 && pmx_stopping_next(&it) == 10);
	assert_int_equal(pmx_stopping_done(&it, same, 10, &interval, NULL), 1);
	assert_true(interval.low == 5 && interval.high == 5);
	assert_near(interval.level, 0.95, 1e-15);
}

static void it_ends_where_the_half_width_is_what_was_asked(void **state)
{
	static const double precisions[] = { 0.02, 0.01, 0.005, 0.0025 };
	double *values = row_of(5000, 7919, 13, 1009, 10000);
	struct pmx_interval interval;
	size_t last = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(precisions); i++) {
		size_t count = runs_until(values, 5000, precisions[i], &interval);
		double half = (interval.high - interval.low) / 2;

		assert_true(count > 0 && count >= last);
		assert_true(half <= precisions[i] * (interval.low + half) * 1.001);
		last = count;
	}
	assert_true(last > 100);
	free(values);
}

static void what_ends_the_runs_is_wider_than_what_is_said_of_them_later(void **state)
{
	struct pmx_interval interval;
	struct pmx_summary summary;
	double *values = row_of(1000, 7919, 13, 1009, 10000);
	size_t count = runs_until(values, 1000, 0.005, &interval);

	(void)state;
	assert_true(count > 0);
	assert_int_equal(pmx_summarize(values, count, &summary, NULL), 0);
	assert_true(interval.low < summary.median_interval.low);
	assert_true(interval.high > summary.median_interval.high);
	free(values);
}

static void the_first_look_has_values_enough_for_its_level(void **state)
{
	struct pmx_stopping it;

	(void)state;
	pmx_stopping_init(&it, 0.01, 3);
	assert_int_equal(pmx_stopping_next(&it), 7);
	pmx_stopping_init(&it, 0.01, 100);
	assert_int_equal(pmx_stopping_next(&it), 100);
}

static void a_median_of_0_is_known_by_nothing_but_zeros(void **state)
{
	double zeros[20] = { 0 }, around[1000];
	struct pmx_interval interval;

	(void)state;
	assert_int_equal(runs_until(zeros, 20, 0.01, &interval), 10);
	for (size_t i = 0; i < 1000; i++)
		around[i] = i % 2 ? -1 : 1;
	assert_int_equal(runs_until(around, 1000, 0.01, &interval), 0);
}

static void values_that_are_not_finite_do_not_end_it(void **state)
{
	double bad[20];
	struct pmx_interval interval;
	struct pmx_stopping it;

	(void)state;
	for (size_t i = 0; i < 20; i++)
		bad[i] = i % 2 ? (double)NAN : (double)INFINITY;
	assert_int_equal(runs_until(bad, 20, 0.01, &interval), 0);
	for (size_t i = 0; i < 20; i++)
		bad[i] = i < 5 ? 7 : (double)NAN;
	assert_int_equal(runs_until(bad, 20, 0.01, &interval), 0);
	pmx_stopping_init(&it, 0.01, SIZE_MAX - 1);
	assert_true(pmx_stopping_next(&it) == SIZE_MAX - 1);
}

/* Less than 1 % can be seen to go on for some time, and the truth is in nearly all that end. */
static void what_is_said_at_the_end_covers_the_truth(void **state)
{
	enum { TRIALS = 400, MOST = 500 };
	static const enum noise noises[] = { NOISE_NORMAL, NOISE_LOG_NORMAL, NOISE_BIMODAL };

	(void)state;
	for (size_t i = 0; i < COUNT(noises); i++) {
		struct noise_source source = { .state = 99 + i };
		double values[MOST],
			truth = noise_value(noises[i], 0.01, 1, noise_median(noises[i]));
		unsigned covered = 0, ended = 0;

		for (unsigned t = 0; t < TRIALS; t++) {
			struct pmx_interval interval;

			noise_fill(&source, noises[i], values, MOST);
			for (size_t k = 0; k < MOST; k++)
				values[k] = noise_value(noises[i], 0.01, 1, values[k]);
			ended += runs_until(values, MOST, 0.005, &interval) > 0;
			covered += interval.low <= truth && truth <= interval.high;
		}
		print_message("# %s: %.1f %%\n", noise_names[noises[i]], 100.0 * covered / TRIALS);
		assert_int_equal(ended, TRIALS);
		assert_true(covered >= TRIALS * 94 / 100);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(looks_are_at_counts_that_grow_by_half),
		cmocka_unit_test(a_look_before_its_time_sees_nothing),
		cmocka_unit_test(it_ends_where_the_half_width_is_what_was_asked),
		cmocka_unit_test(what_ends_the_runs_is_wider_than_what_is_said_of_them_later),
		cmocka_unit_test(the_first_look_has_values_enough_for_its_level),
		cmocka_unit_test(a_median_of_0_is_known_by_nothing_but_zeros),
		cmocka_unit_test(values_that_are_not_finite_do_not_end_it),
		cmocka_unit_test(what_is_said_at_the_end_covers_the_truth),
	};

	return cmocka_run_group_tests_name("compare_stopping", tests, NULL, NULL);
}
