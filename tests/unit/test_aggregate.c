// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_aggregate.c - what a row says of its counters: sums, scaling, statuses and units
 */
#include "plans.h"

/* One event on one task with the given counters; the row it makes. */
static struct pmx_count outcome(const struct pmx_value *values, size_t count, bool no_scale)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_aggregate_options opts = { .no_scale = no_scale };
	struct pmx_result result;
	struct pmx_count found;

	planned_event(p, "e", &pmu_cpu);
	for (size_t i = 0; i < count; i++) {
		planned_task(p, (pid_t)i + 1, "t");
		planned_counter(p, 0, (uint32_t)i, -1, values[i]);
	}
	result = aggregated(p, NULL, opts);
	assert_int_equal(result.count, 1);
	found = result.rows[0].count; /* reasons are static: no session */
	planned_free(p, &result);
	return found;
}

static void counts_and_times_are_added_up(void **state)
{
	const struct pmx_value values[] = { counted(10, 100, 100), counted(32, 300, 300) };
	struct pmx_count count = outcome(values, 2, false);

	(void)state;
	assert_int_equal(count.raw, 42);
	assert_int_equal(count.enabled, 400);
	assert_int_equal(count.running, 400);
	assert_true(count.value == 42);
	assert_int_equal(count.status, PMX_COUNTED);
	assert_null(count.reason);
}

static void a_multiplexed_count_is_scaled_and_rounded(void **state)
{
	const struct pmx_value values[] = { counted(1000, 3000, 999) };

	(void)state;
	assert_true(outcome(values, 1, false).value == 3003); /* 3003.003 */
	assert_true(outcome(values, 1, true).value == 1000);
}

static void scaling_does_not_overflow(void **state)
{
	const struct pmx_value values[] = { counted(UINT64_MAX / 2, UINT64_MAX, UINT64_MAX / 4) };

	(void)state;
	assert_true(outcome(values, 1, false).value > 3.6e19);
}

static void sums_that_overflow_stay_at_the_largest(void **state)
{
	const struct pmx_value values[] = { counted(UINT64_MAX, 1, 1), counted(5, 1, 1) };

	(void)state;
	assert_true(outcome(values, 2, false).raw == UINT64_MAX);
}

static void without_running_time_there_is_no_value(void **state)
{
	const struct pmx_value starved[] = { { .enabled = 1000, .status = PMX_NOT_COUNTED } };
	const struct pmx_value idle[] = { without(PMX_NOT_COUNTED) };
	const struct pmx_value claims[] = { counted(17, 1000, 0) };
	struct pmx_count of_starved = outcome(starved, 1, false), of_idle = outcome(idle, 1, false);

	(void)state;
	assert_int_equal(of_starved.status, PMX_NOT_COUNTED);
	assert_int_equal(of_idle.status, PMX_NOT_COUNTED);
	assert_non_null(of_starved.reason);
	assert_non_null(of_idle.reason);
	assert_string_not_equal(of_starved.reason, of_idle.reason);
	assert_int_equal(outcome(claims, 1, false).status, PMX_NOT_COUNTED);
	assert_true(outcome(claims, 1, false).value == 0);
}

static void more_running_than_enabled_time_scales_nothing(void **state)
{
	const struct pmx_value values[] = { counted(1000, 10, 20) };
	struct pmx_count count = outcome(values, 1, false);

	(void)state;
	assert_int_equal(count.status, PMX_COUNTED);
	assert_true(count.value == 1000);
	assert_non_null(count.reason);
}

static void one_counted_makes_the_row_counted_and_the_lost_are_said(void **state)
{
	const struct pmx_value values[] = { without(PMX_FAILED), counted(5, 10, 10),
					    without(PMX_NOT_COUNTED), without(PMX_NOT_SUPPORTED) };
	struct pmx_count count = outcome(values, 4, false);

	(void)state;
	assert_int_equal(count.status, PMX_COUNTED);
	assert_true(count.value == 5);
	assert_int_equal(count.lost, 2);
	assert_non_null(count.reason);
}

static void idle_threads_beside_a_busy_one_are_no_loss(void **state)
{
	const struct pmx_value values[] = { without(PMX_NOT_COUNTED), counted(5, 10, 10) };
	struct pmx_count count = outcome(values, 2, false);

	(void)state;
	assert_int_equal(count.lost, 0);
	assert_null(count.reason);
}

static void failed_outranks_not_counted_outranks_not_supported(void **state)
{
	const struct pmx_value all[] = { without(PMX_NOT_SUPPORTED), without(PMX_NOT_COUNTED),
					 without(PMX_FAILED) };

	(void)state;
	assert_int_equal(outcome(all, 3, false).status, PMX_FAILED);
	assert_int_equal(outcome(all, 2, false).status, PMX_NOT_COUNTED);
	assert_int_equal(outcome(all, 1, false).status, PMX_NOT_SUPPORTED);
	assert_non_null(outcome(all, 1, false).reason);
}

static void a_gauge_is_not_scaled_by_time(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "llc/occupancy/", &pmu_cpu)->gauge = true;
	planned_task(p, 1, "t");
	planned_counter(p, 0, 0, -1, counted(1000, 3000, 1000));
	result = aggregated(p, NULL, global);
	assert_true(result.rows[0].count.value == 1000);
	planned_free(p, &result);
}

static void a_scale_that_overflows_is_no_number(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "e", &pmu_cpu)->scale = 1e308;
	planned_task(p, 1, "t");
	planned_counter(p, 0, 0, -1, counted(1000, 1, 1));
	result = aggregated(p, NULL, global);
	assert_int_equal(result.rows[0].count.status, PMX_FAILED);
	assert_true(result.rows[0].count.value == 0);
	assert_non_null(result.rows[0].count.reason);
	planned_free(p, &result);
}

static void nanoseconds_become_milliseconds_and_scales_apply(void **state)
{
	struct planned *p = planned_new(PMX_TARGET_TASKS);
	struct pmx_result result;

	(void)state;
	planned_event(p, "task-clock", &pmu_software)->msec = true;
	planned_event(p, "power/energy-pkg/", &pmu_cpu)->scale = 0.25;
	planned_task(p, 1, "t");
	planned_counter(p, 0, 0, -1, counted(1100000, 1, 1));
	planned_counter(p, 1, 0, -1, counted(10, 1, 1));
	result = aggregated(p, NULL, global);
	assert_true(result.rows[0].count.value == 1.1);
	assert_true(result.rows[1].count.value == 2.5);
	planned_free(p, &result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_and_times_are_added_up),
		cmocka_unit_test(a_multiplexed_count_is_scaled_and_rounded),
		cmocka_unit_test(scaling_does_not_overflow),
		cmocka_unit_test(sums_that_overflow_stay_at_the_largest),
		cmocka_unit_test(without_running_time_there_is_no_value),
		cmocka_unit_test(more_running_than_enabled_time_scales_nothing),
		cmocka_unit_test(one_counted_makes_the_row_counted_and_the_lost_are_said),
		cmocka_unit_test(idle_threads_beside_a_busy_one_are_no_loss),
		cmocka_unit_test(failed_outranks_not_counted_outranks_not_supported),
		cmocka_unit_test(a_gauge_is_not_scaled_by_time),
		cmocka_unit_test(a_scale_that_overflows_is_no_number),
		cmocka_unit_test(nanoseconds_become_milliseconds_and_scales_apply),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
