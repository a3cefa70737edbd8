// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_spread.c - mean and spread over repeated runs, of a number and of whole results
 */
#include <math.h>

#include "cases.h"

static void assert_near(double value, double expected)
{
	if (fabs(value - expected) > fabs(expected) * 1e-12)
		fail_msg("%.17g is not %.17g", value, expected);
}

static struct pmx_spread spread_of(const double *values, size_t count)
{
	struct pmx_spread spread = { 0 };

	for (size_t i = 0; i < count; i++)
		pmx_spread_add(&spread, values[i]);
	return spread;
}

static void mean_and_standard_error_are_those_of_the_textbook(void **state)
{
	const double values[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct pmx_spread spread = spread_of(values, 8);

	(void)state;
	assert_near(spread.mean, 5);
	assert_near(pmx_spread_sem(&spread), sqrt(32.0 / 7 / 8));
	assert_near(pmx_spread_sem_percent(&spread), 100 * sqrt(32.0 / 7 / 8) / 5);
	assert_true(spread.min == 2 && spread.max == 9 && spread.n == 8);
}

static void one_value_or_none_has_no_spread(void **state)
{
	const double value[] = { 3 };
	struct pmx_spread one = spread_of(value, 1), none = { 0 };

	(void)state;
	assert_true(pmx_spread_sem(&one) == 0);
	assert_true(pmx_spread_sem(&none) == 0);
	assert_true(pmx_spread_sem_percent(&none) == 0);
}

static void a_mean_of_zero_gives_no_infinite_percentage(void **state)
{
	const double values[] = { -1, 1 };
	struct pmx_spread spread = spread_of(values, 2);

	(void)state;
	assert_true(pmx_spread_sem(&spread) > 0);
	assert_true(pmx_spread_sem_percent(&spread) == 0);
}

static void a_small_spread_of_large_numbers_is_not_lost(void **state)
{
	const double values[] = { 1e15 + 1, 1e15 + 2, 1e15 + 3 };
	struct pmx_spread spread = spread_of(values, 3);

	(void)state;
	assert_near(pmx_spread_sem(&spread), sqrt(1.0 / 3));
}

static void set_run(struct made *made, uint64_t raw, uint64_t elapsed_ns)
{
	made->rows[0].count.raw = raw;
	made->rows[0].count.value = (double)raw;
	made->result.elapsed_ns = elapsed_ns;
	made->result.has_rusage = true;
	made->result.user_ns = elapsed_ns / 2;
}

static struct made *one_count(void)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_count(made, "e", PERF_TYPE_RAW, 1, 0, 1000, 1000);
	return made;
}

static void add(struct pmx_result *sum, const struct made *made)
{
	struct pmx_error err = { 0 };

	assert_int_equal(pmx_result_add_run(sum, &made->result, &err), 0);
}

static void values_and_times_of_runs_become_means(void **state)
{
	struct made *made = one_count();
	struct pmx_result sum = { 0 };

	(void)state;
	for (uint64_t i = 1; i <= 3; i++) {
		set_run(made, i * 10, i * 1000000);
		add(&sum, made);
	}
	assert_int_equal(sum.runs, 3);
	assert_int_equal(sum.rows[0].count.raw, 20);
	assert_true(sum.rows[0].count.value == 20);
	assert_int_equal(sum.rows[0].spread.n, 3);
	assert_near(pmx_spread_sem(&sum.rows[0].spread), 10 / sqrt(3));
	assert_int_equal(sum.elapsed_ns, 2000000);
	assert_int_equal(sum.user_ns, 1000000);
	assert_int_equal(sum.elapsed.n, 3);
	assert_near(sum.user.max, 0.0015);
	pmx_result_free(&sum);
	free(made);
}

static void a_mean_does_not_drift_with_the_number_of_runs(void **state)
{
	struct made *made = one_count();
	struct pmx_result sum = { 0 };

	(void)state;
	for (uint64_t i = 0; i < 10001; i++) {
		set_run(made, 1000 + i % 2, 1);
		add(&sum, made);
	}
	assert_int_equal(sum.rows[0].count.raw, 1000); /* 1000.49995 */
	set_run(made, 1000000, 1);
	add(&sum, made);
	assert_int_equal(sum.rows[0].count.raw, 1100); /* 1100.38992... */
	pmx_result_free(&sum);
	free(made);
}

static void a_run_that_could_not_count_is_left_out_of_the_mean(void **state)
{
	struct made *made = one_count();
	struct pmx_result sum = { 0 };

	(void)state;
	made->rows[0].count = (struct pmx_count){ .status = PMX_FAILED, .reason = "its CPU left" };
	add(&sum, made);
	assert_int_equal(sum.rows[0].count.status, PMX_FAILED);
	assert_string_equal(sum.rows[0].count.reason, "its CPU left");
	made->rows[0].count = (struct pmx_count){ .status = PMX_COUNTED };
	set_run(made, 10, 1);
	add(&sum, made);
	made->rows[0].count = (struct pmx_count){ .status = PMX_NOT_COUNTED };
	add(&sum, made);
	assert_int_equal(sum.rows[0].count.status, PMX_COUNTED);
	assert_true(sum.rows[0].count.value == 10);
	assert_int_equal(sum.rows[0].spread.n, 1);
	assert_non_null(strstr(sum.rows[0].count.reason, "not counted in every run"));
	pmx_result_free(&sum);
	free(made);
}

static void the_mean_outlives_the_strings_of_its_runs(void **state)
{
	char reason[] = "first reason", name[] = "name", label[] = "CPU0";
	struct made *made = one_count();
	struct pmx_result sum = { 0 };

	(void)state;
	made->result.aggr = PMX_AGGR_CPU;
	made->rows[0].name = name;
	made->rows[0].label = label;
	made->rows[0].count.reason = reason;
	made->rows[0].count.status = PMX_NOT_SUPPORTED;
	add(&sum, made);
	memset(reason, 'x', sizeof(reason) - 1);
	memset(name, 'x', sizeof(name) - 1);
	memset(label, 'x', sizeof(label) - 1);
	assert_string_equal(sum.rows[0].count.reason, "first reason");
	assert_string_equal(sum.rows[0].name, "name");
	assert_string_equal(sum.rows[0].label, "CPU0");
	pmx_result_free(&sum);
	free(made);
}

static void rows_find_their_partner_when_others_come_or_go(void **state)
{
	struct made *first = case_cpu(), *second = case_cpu(), *third = case_cpu();
	struct pmx_result sum = { 0 };

	(void)state;
	second->result.rows++; /* without CPU0's task-clock */
	second->result.count--;
	third->rows[1].label = "CPU5"; /* one that was never there */
	add(&sum, first);
	add(&sum, second);
	assert_int_equal(sum.count, 4);
	assert_int_equal(sum.rows[0].spread.n, 1);
	assert_int_equal(sum.rows[1].spread.n, 2);
	add(&sum, third);
	assert_int_equal(sum.count, 5);
	assert_int_equal(sum.rows[0].spread.n, 2);
	assert_int_equal(sum.rows[1].spread.n, 2);
	assert_string_equal(sum.rows[4].label, "CPU5");
	assert_int_equal(sum.rows[4].spread.n, 1);
	pmx_result_free(&sum);
	free(first);
	free(second);
	free(third);
}

static void the_threads_of_a_command_are_other_tasks_in_each_run(void **state)
{
	struct made *made = one_count();
	struct pmx_result sum = { 0 };

	(void)state;
	made->result.aggr = PMX_AGGR_THREAD;
	made->rows[0].tid = 100;
	made->rows[0].label = "true-100";
	add(&sum, made);
	made->rows[0].tid = 101;
	made->rows[0].label = "true-101";
	add(&sum, made);
	assert_int_equal(sum.count, 1);
	assert_int_equal(sum.rows[0].spread.n, 2);
	pmx_result_free(&sum);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mean_and_standard_error_are_those_of_the_textbook),
		cmocka_unit_test(one_value_or_none_has_no_spread),
		cmocka_unit_test(a_mean_of_zero_gives_no_infinite_percentage),
		cmocka_unit_test(a_small_spread_of_large_numbers_is_not_lost),
		cmocka_unit_test(values_and_times_of_runs_become_means),
		cmocka_unit_test(a_mean_does_not_drift_with_the_number_of_runs),
		cmocka_unit_test(a_run_that_could_not_count_is_left_out_of_the_mean),
		cmocka_unit_test(the_mean_outlives_the_strings_of_its_runs),
		cmocka_unit_test(rows_find_their_partner_when_others_come_or_go),
		cmocka_unit_test(the_threads_of_a_command_are_other_tasks_in_each_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
