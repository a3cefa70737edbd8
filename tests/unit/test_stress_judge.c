// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stress_judge.c - from what a scenario found to its verdict; what is known hides nothing new
 */
#include "stress/engine.h"
#include "stress_runs.h"

static void give_up(struct kit *kit)
{
	kit_check(kit, true);
	kit_error(kit, "no memory");
}

static void break_and_give_up(struct kit *kit)
{
	break_often(kit);
	kit_error(kit, "no memory");
}

static const struct pmx_scenario scenario_break = { .name = "test.break", .run = break_often },
				 scenario_give_up = { .name = "test.give-up", .run = give_up },
				 scenario_both = { .name = "test.both", .run = break_and_give_up };

static void what_broke_is_kept_and_counted(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_break);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_VIOLATION);
	assert_int_equal(result.breaches, PMX_STRESS_BREACHES);
	assert_int_equal(result.broken, 20);
	assert_string_equal(result.breach[0].invariant, "exact");
	assert_non_null(strstr(result.breach[7].text, "work"));
}

static void a_skip_says_what_is_missing(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_skip);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_SKIP);
	assert_string_equal(result.why, "no unicorn here");
}

static void an_error_says_why_but_a_breach_weighs_more(void **state)
{
	struct pmx_stress_result result = run_one(&scenario_give_up);

	(void)state;
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
	assert_string_equal(result.why, "no memory");
	result = run_one(&scenario_both);
	assert_int_equal(result.verdict, PMX_STRESS_VIOLATION);
}

/* More than are kept of one invariant, then one of another. */
static void break_something_else(struct kit *kit)
{
	break_often(kit);
	kit_breach(kit, "new", "nobody has seen this yet");
	break_often(kit);
}

static void a_breach_of_another_invariant_is_kept_whatever_came_before(void **state)
{
	static const struct pmx_scenario scenario = { .name = "test.else",
						      .run = break_something_else };
	struct pmx_stress_result result = run_one(&scenario);

	(void)state;
	assert_int_equal(result.broken, 41);
	assert_string_equal(result.breach[0].invariant, "exact");
	assert_string_equal(result.breach[PMX_STRESS_BREACHES - 1].invariant, "new");
}

/* As if the first known defect had been found, on a kernel that has it. */
static struct pmx_stress_result known_defect(struct pmx_scenario *scenario, unsigned *kernel)
{
	const struct pmx_defect *defect = pmx_defects();
	struct pmx_stress_result result = { .scenario = scenario };
	struct pmx_breach breach = { .invariant = defect->invariant, .text = "numbers" };

	scenario->name = defect->scenario;
	*kernel = defect->since;
	pmx_stress_add_breach(&result, &breach);
	return result;
}

static void a_known_defect_is_labelled(void **state)
{
	struct pmx_scenario scenario = { 0 };
	unsigned kernel;
	struct pmx_stress_result result = known_defect(&scenario, &kernel);

	(void)state;
	pmx_stress_label(&result, kernel);
	assert_int_equal(result.verdict, PMX_STRESS_DEFECT);
	assert_ptr_equal(result.defect[0], pmx_defects());
}

static void a_known_defect_hides_no_error(void **state)
{
	struct pmx_scenario scenario = { 0 };
	unsigned kernel;
	struct pmx_stress_result result = known_defect(&scenario, &kernel);

	(void)state;
	result.verdict = PMX_STRESS_ERROR;
	pmx_stress_label(&result, kernel);
	assert_int_equal(result.verdict, PMX_STRESS_ERROR);
}

static void a_known_defect_hides_no_other_breach(void **state)
{
	struct pmx_breach other = { .invariant = "no-such", .text = "numbers" };
	struct pmx_scenario scenario = { 0 };
	unsigned kernel;
	struct pmx_stress_result result = known_defect(&scenario, &kernel);

	(void)state;
	pmx_stress_add_breach(&result, &other);
	pmx_stress_label(&result, kernel);
	assert_int_equal(result.verdict, PMX_STRESS_VIOLATION);
	assert_non_null(result.defect[0]);
	assert_null(result.defect[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_broke_is_kept_and_counted),
		cmocka_unit_test(a_skip_says_what_is_missing),
		cmocka_unit_test(an_error_says_why_but_a_breach_weighs_more),
		cmocka_unit_test(a_breach_of_another_invariant_is_kept_whatever_came_before),
		cmocka_unit_test(a_known_defect_is_labelled),
		cmocka_unit_test(a_known_defect_hides_no_error),
		cmocka_unit_test(a_known_defect_hides_no_other_breach),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
