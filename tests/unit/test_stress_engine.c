// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stress_engine.c - scenarios in rounds, for a time, beside each other, and stopped
 */
#include "skips.h"
#include "stress_runs.h"

static const struct pmx_scenario
	scenario_hang = { .name = "test.hang", .limit_ms = 100, .run = hang },
	scenario_endless = { .name = "test.endless", .endless = true, .run = pass },
	scenario_alone = { .name = "test.alone", .alone = true, .run = pass };

static void what_holds_passes(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_pass);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_PASS);
	assert_int_equal(result.checks, 1);
	assert_int_equal(result.seed, 7);
	assert_true(result.wall > 0);
}

static void repeats_have_seeds_that_count_up(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_pass, &scenario_skip };
	struct pmx_stress_options options = { .seed = 40, .repeat = 3 };
	struct told told = { 0 };

	(void)state;
	world->runs = 0;
	run_many(list, 2, &options, &told);
	assert_int_equal(told.count, 6);
	assert_int_equal(told.started, 6);
	assert_int_equal(told.result[4].seed, 42);
	assert_int_equal(told.result[4].round, 3);
	assert_int_equal(world->seeds[2], 42);
}

static void a_duration_repeats_until_it_is_over(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_pass };
	struct pmx_stress_options options = { .seed = 1, .duration = 50 * KIT_MSEC };
	struct told told = { 0 };

	(void)state;
	run_many(list, 1, &options, &told);
	assert_int_equal(told.count, 1);
	assert_true(told.result[0].checks > 1);
	assert_int_equal(told.result[0].seed, told.result[0].checks);
	assert_int_equal(told.result[0].duration, 0);
}

/* What it was given belongs to what repeats it. */
static void an_endless_one_runs_once_for_all_of_the_duration(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_endless };
	struct pmx_stress_options options = { .seed = 1, .duration = 50 * KIT_MSEC };
	struct told told = { 0 };

	(void)state;
	run_many(list, 1, &options, &told);
	assert_int_equal(told.count, 1);
	assert_int_equal(told.result[0].checks, 1);
	assert_int_equal(told.result[0].duration, 50 * KIT_MSEC);
}

static void jobs_run_beside_each_other(void **state)
{
	const struct pmx_scenario *list[] = { &scenario_hang, &scenario_hang, &scenario_hang,
					      &scenario_alone, &scenario_skip };
	struct pmx_stress_options options = { .seed = 1, .jobs = 3 };
	struct told told = { 0 };
	uint64_t start = kit_now(), sum = 0;

	(void)state;
	run_many(list, 5, &options, &told);
	assert_int_equal(told.count, 5);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(told.result[i].scenario == &scenario_hang, true);
		sum += told.result[i].wall;
	}
	assert_true(kit_now() - start < sum);
}

static void what_is_not_served_is_skipped_with_the_reason(void **state)
{
	struct pmx_scenario scenario = scenario_pass;
	struct pmx_stress_result result;
	unsigned missing = ~pmx_stress_serves(stress) & ((1u << PMX_NEEDS) - 1);

	(void)state;
	if (!missing)
		skip_because("this machine serves every need");
	scenario.needs = missing;
	result = run_one(&scenario);
	assert_int_equal(result.verdict, PMX_STRESS_SKIP);
	assert_non_null(strstr(result.why, pmx_need_text((unsigned)__builtin_ctz(missing))));
}

static void a_copy_of_a_machine_is_refused(void **state)
{
	struct pmx_machine *copy;
	struct pmx_stress *none = NULL;
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_machine_new(&copy, world->directory, &err), -ENOENT);
	assert_int_equal(pmx_machine_new(&copy, "/proc", &err), 0);
	assert_int_equal(pmx_stress_new(&none, copy, NULL, &err), -EINVAL);
	assert_null(none);
	pmx_machine_free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_holds_passes),
		cmocka_unit_test(repeats_have_seeds_that_count_up),
		cmocka_unit_test(a_duration_repeats_until_it_is_over),
		cmocka_unit_test(an_endless_one_runs_once_for_all_of_the_duration),
		cmocka_unit_test(jobs_run_beside_each_other),
		cmocka_unit_test(what_is_not_served_is_skipped_with_the_reason),
		cmocka_unit_test(a_copy_of_a_machine_is_refused),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
