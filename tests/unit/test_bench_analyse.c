// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_analyse.c - each metric of each command is compared with its like, and all together
 * corrected
 */
#include "benches.h"

static struct pmx_bench_result *analyse(const struct pmx_bench *bench,
					const struct pmx_bench *baseline)
{
	struct pmx_bench_result *result = NULL;
	struct pmx_error err = { 0 };

	if (pmx_bench_analyse(bench, baseline, PMX_RESOLUTION, &result, &err))
		fail_msg("%s", err.text);
	return result;
}

/* A little noise that is the same for all, so that what differs is the commands' doing. */
static double noise(uint32_t round)
{
	return 1 + 0.001 * (double)((round * 7 + 3) % 11 - 5.0);
}

/* Runs of @command whose first metric is about @value. */
static void run(struct pmx_bench *bench, size_t command, uint32_t runs, double value)
{
	for (uint32_t round = 0; round < runs; round++)
		add_value(bench, command, round, value * noise(round));
}

static void commands_are_compared_with_the_first(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_bench_result *result;
	const struct pmx_bench_cell *cell;

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	add_command(bench, "slower");
	add_command(bench, "faster");
	add_command(bench, "same");
	run(bench, 0, 30, 1);
	run(bench, 1, 30, 1.1);
	run(bench, 2, 30, 0.9);
	run(bench, 3, 30, 1);
	result = analyse(bench, NULL);
	assert_null(pmx_bench_reference(result, 0));
	assert_false(pmx_bench_cell(result, 0, 0)->compared);
	assert_int_equal(pmx_bench_cell(result, 0, 0)->summary.count, 30);
	assert_true(fabs(pmx_bench_cell(result, 0, 0)->summary.median - 1) < 0.002);
	assert_ptr_equal(pmx_bench_reference(result, 2), &bench->commands[0]);
	cell = pmx_bench_cell(result, 1, 0);
	assert_true(cell->compared);
	assert_int_equal(cell->change, PMX_CHANGE_MORE);
	assert_true(fabs(cell->comparison.ratio - 1.1) < 0.005);
	assert_int_equal(cell->comparison.rounds, 30);
	assert_int_equal(pmx_bench_cell(result, 2, 0)->change, PMX_CHANGE_LESS);
	assert_int_equal(pmx_bench_cell(result, 3, 0)->change, PMX_CHANGE_NONE);
	assert_int_equal(result->tests, 3);
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
}

static void p_values_of_one_bench_are_corrected_together(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_bench_result *result;
	double raw, lone;

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	add_command(bench, "B");
	run(bench, 0, 12, 1);
	run(bench, 1, 12, 1.004);
	result = analyse(bench, NULL);
	raw = pmx_bench_cell(result, 1, 0)->comparison.test.p;
	lone = pmx_bench_cell(result, 1, 0)->adjusted;
	assert_true(raw == lone);
	pmx_bench_result_free(result);
	add_command(bench, "C");
	add_command(bench, "D");
	run(bench, 2, 12, 1);
	run(bench, 3, 12, 1);
	result = analyse(bench, NULL);
	assert_int_equal(result->tests, 3);
	assert_true(fabs(pmx_bench_cell(result, 1, 0)->adjusted - 3 * raw) < 1e-12);
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
}

static void what_was_not_measured_is_neither_compared_nor_a_test(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_bench_result *result;

	(void)state;
	add_metric(bench, "wall");
	add_metric(bench, "cycles");
	add_command(bench, "A");
	add_command(bench, "B");
	add_command(bench, "all runs failed");
	run(bench, 0, 10, 1);
	run(bench, 1, 10, 1);
	result = analyse(bench, NULL);
	assert_true(pmx_bench_cell(result, 1, 0)->compared);
	assert_false(pmx_bench_cell(result, 1, 1)->compared);
	assert_true(isnan(pmx_bench_cell(result, 1, 1)->adjusted));
	assert_true(isnan(pmx_bench_cell(result, 1, 1)->summary.median));
	assert_false(pmx_bench_cell(result, 2, 0)->compared);
	assert_int_equal(result->tests, 1);
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
}

static void a_reference_without_runs_compares_nothing(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_bench_result *result;

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	add_command(bench, "B");
	run(bench, 1, 10, 1);
	result = analyse(bench, NULL);
	assert_false(pmx_bench_cell(result, 1, 0)->compared);
	assert_int_equal(pmx_bench_cell(result, 1, 0)->summary.count, 10);
	assert_int_equal(result->tests, 0);
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
}

static void nothing_at_all_has_a_result(void **state)
{
	struct pmx_bench *bench = new_bench(1);
	struct pmx_bench_result *result = analyse(bench, NULL);

	(void)state;
	assert_int_equal(result->tests, 0);
	pmx_bench_result_free(result);
	pmx_bench_result_free(NULL);
	pmx_bench_free(bench);
}

/* --- baselines ------------------------------------------------------------------------------ */

static void a_baseline_is_compared_by_names_of_commands_and_metrics(void **state)
{
	struct pmx_bench *old = new_bench(1), *bench = new_bench(2);
	struct pmx_bench_result *result;

	(void)state;
	add_metric(old, "faults");
	add_metric(old, "wall");
	add_command(old, "B");
	add_command(old, "A");
	for (uint32_t round = 0; round < 20; round++) {
		double values[2][2] = { { 100, 2 * noise(round) }, { 200, noise(round) } };

		pmx_bench_add_run(old, 0, round, values[0], NULL);
		pmx_bench_add_run(old, 1, round, values[1], NULL);
	}
	add_metric(bench, "wall");
	add_metric(bench, "cycles");
	add_command(bench, "A");
	add_command(bench, "B");
	add_command(bench, "new");
	run(bench, 0, 20, 1.2);
	run(bench, 1, 20, 2);
	run(bench, 2, 20, 1);
	result = analyse(bench, old);
	assert_ptr_equal(pmx_bench_reference(result, 0), &old->commands[1]);
	assert_ptr_equal(pmx_bench_reference(result, 1), &old->commands[0]);
	assert_null(pmx_bench_reference(result, 2));
	assert_int_equal(pmx_bench_cell(result, 0, 0)->change, PMX_CHANGE_MORE);
	assert_true(fabs(pmx_bench_cell(result, 0, 0)->comparison.ratio - 1.2) < 0.01);
	assert_int_equal(pmx_bench_cell(result, 1, 0)->change, PMX_CHANGE_NONE);
	assert_false(pmx_bench_cell(result, 2, 0)->compared);
	assert_false(pmx_bench_cell(result, 0, 1)->compared);
	assert_int_equal(result->tests, 2);
	/* rounds with the same number were not run side by side */
	assert_int_equal(pmx_bench_cell(result, 0, 0)->comparison.rounds, 0);
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
	pmx_bench_free(old);
}

static void two_single_commands_are_compared_whatever_their_names(void **state)
{
	struct pmx_bench *old = new_bench(1), *bench = new_bench(2);
	struct pmx_bench_result *result;

	(void)state;
	add_metric(old, "wall");
	add_command(old, "./old-build");
	run(old, 0, 20, 1);
	add_metric(bench, "wall");
	add_command(bench, "./new-build");
	run(bench, 0, 20, 0.5);
	result = analyse(bench, old);
	assert_ptr_equal(pmx_bench_reference(result, 0), &old->commands[0]);
	assert_int_equal(pmx_bench_cell(result, 0, 0)->change, PMX_CHANGE_LESS);
	pmx_bench_result_free(result);
	add_command(bench, "another");
	result = analyse(bench, old);
	assert_null(pmx_bench_reference(result, 0));
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
	pmx_bench_free(old);
}

static void a_metric_that_has_another_unit_in_the_baseline_is_not_compared(void **state)
{
	struct pmx_bench *old = new_bench(1), *bench = new_bench(2);
	const struct pmx_bench_metric bytes = { .name = (char *)(uintptr_t) "max",
						.unit = PMX_BENCH_BYTES };
	struct pmx_bench_result *result;

	(void)state;
	assert_int_equal(pmx_bench_add_metric(old, &bytes, NULL), 0);
	add_command(old, "A");
	run(old, 0, 20, 1);
	add_metric(bench, "max");
	add_command(bench, "A");
	run(bench, 0, 20, 1);
	result = analyse(bench, old);
	assert_false(pmx_bench_cell(result, 0, 0)->compared);
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
	pmx_bench_free(old);
}

static void samples_of_very_many_runs_are_compared_by_round(void **state)
{
	enum { RUNS = 30000 };
	struct pmx_bench *bench = new_bench(5);
	struct pmx_bench_result *result;
	const struct pmx_bench_cell *cell;

	(void)state;
	add_metric(bench, "wall");
	add_command(bench, "A");
	add_command(bench, "B");
	for (uint32_t round = 0; round < RUNS; round++) {
		/* what drifts is the machine, for both */
		double drift = 1 + round / (double)RUNS;

		add_value(bench, 0, round, drift * noise(round));
		add_value(bench, 1, round, drift * noise(round + 3) * 1.005);
	}
	result = analyse(bench, NULL);
	cell = pmx_bench_cell(result, 1, 0);
	assert_true(cell->comparison.rounds >= PMX_BENCH_KEPT);
	assert_true(fabs(cell->comparison.ratio - 1.005) < 0.002);
	assert_true(cell->comparison.ratio_interval.low > 1);
	pmx_bench_result_free(result);
	pmx_bench_free(bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_are_compared_with_the_first),
		cmocka_unit_test(p_values_of_one_bench_are_corrected_together),
		cmocka_unit_test(what_was_not_measured_is_neither_compared_nor_a_test),
		cmocka_unit_test(a_reference_without_runs_compares_nothing),
		cmocka_unit_test(nothing_at_all_has_a_result),
		cmocka_unit_test(a_baseline_is_compared_by_names_of_commands_and_metrics),
		cmocka_unit_test(two_single_commands_are_compared_whatever_their_names),
		cmocka_unit_test(a_metric_that_has_another_unit_in_the_baseline_is_not_compared),
		cmocka_unit_test(samples_of_very_many_runs_are_compared_by_round),
	};

	return cmocka_run_group_tests_name("bench_analyse", tests, NULL, NULL);
}
