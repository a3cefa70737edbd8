// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_stress_text.c - the report of scenarios for people: quiet about what passed, whole
 * about what did not, and never wider than the screen
 */
#include "golden.h"
#include "lines.h"
#include "stress_results.h"

static const struct stress_writer writer = { .begin = pmx_stress_text_begin,
					     .result = pmx_stress_text_result,
					     .end = pmx_stress_text_end };

static char *text_of(stress_maker *make, int verbose)
{
	return stress_case_written(make, &writer, verbose, false);
}

static void what_passed_takes_a_head_and_a_line(void **state)
{
	(void)state;
	golden_compare("stress-good", "txt", text_of(stress_case_good, 0));
}

static void each_verdict_says_what_there_is_to_know(void **state)
{
	(void)state;
	golden_compare("stress-mixed", "txt", text_of(stress_case_mixed, 0));
}

static void verbose_lists_what_passed_and_twice_the_numbers(void **state)
{
	(void)state;
	golden_compare("stress-verbose", "txt", text_of(stress_case_mixed, 1));
	golden_compare("stress-numbers", "txt", text_of(stress_case_mixed, 2));
}

static void hostile_bytes_are_visible(void **state)
{
	char *text = text_of(stress_case_hostile, 2);

	(void)state;
	check_visible(text);
	golden_compare("stress-hostile", "txt", text);
}

static void what_was_stopped_says_how_much_is_missing(void **state)
{
	(void)state;
	golden_compare("stress-stopped", "txt", text_of(stress_case_stopped, 0));
}

static void colours_are_there_only_where_they_are_wanted(void **state)
{
	char *plain = text_of(stress_case_mixed, 1), *color;

	(void)state;
	assert_null(strchr(plain, '\033'));
	color = stress_case_written(stress_case_mixed, &writer, 1, true);
	assert_non_null(strstr(color, "\033[31mviolation\033[0m"));
	assert_string_equal(without_colours(color), plain);
	free(color);
	free(plain);
}

static void no_line_is_wider_than_the_screen(void **state)
{
	static stress_maker *const makers[] = { stress_case_good, stress_case_mixed,
						stress_case_stopped };

	(void)state;
	for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
		char *text = text_of(makers[i], 2);

		check_lines(text);
		free(text);
	}
}

static void a_scenario_that_skips_for_the_same_reason_again_is_told_once(void **state)
{
	struct stress_made *made = stress_new();
	char *text;

	(void)state;
	for (int i = 0; i < 5; i++) {
		stress_skip(made, &stress_equal, "no core PMU");
		stress_skip(made, &stress_pinned, "no core PMU");
		stress_skip(made, &stress_pinned, "another");
	}
	text = stress_written(made, &writer);
	assert_non_null(strstr(text, "skipped: no core PMU\n  mux.equal, mux.pinned\n"
				     "skipped: another\n  mux.pinned\n\n"
				     "0 passed, 15 skipped, 0 violations in 0 s\n"));
	free(text);
	free(made);
}

/* The list has a defect for each invariant that it breaks. */
static void a_defect_that_breaks_two_invariants_is_told_once(void **state)
{
	struct pmx_defect again = stress_mixing;
	struct stress_made *made = stress_new();
	struct pmx_stress_result *result = stress_result(made, &stress_order, PMX_STRESS_DEFECT);
	char *text;
	const char *told;

	(void)state;
	again.invariant = "group";
	stress_breach(result, "same", "numbers", &stress_mixing);
	stress_breach(result, "group", "numbers", &again);
	text = stress_written(made, &writer);
	told = strstr(text, "Inherited counts");
	assert_non_null(told);
	assert_null(strstr(told + 1, "Inherited counts"));
	free(text);
	free(made);
}

static struct stress_made *case_program(void)
{
	struct stress_made *made = stress_case_mixed();

	for (size_t i = 0; i < made->count; i++)
		made->results[i].reproducer = "/*\n * open e1\n */\nint main(void)\n{\n}\n";
	return made;
}

static void a_program_in_c_is_shown_when_more_is_asked_for(void **state)
{
	char *quiet = text_of(case_program, 0), *verbose = text_of(case_program, 1);

	(void)state;
	assert_non_null(strstr(quiet, "     * open e1\n     */\n  as a program in C: with -v"));
	assert_null(strstr(quiet, "int main"));
	assert_non_null(strstr(verbose, "     */\n    int main(void)\n"));
	free(quiet);
	free(verbose);
}

static void the_command_repeats_the_run(void **state)
{
	struct stress_made *made = stress_case_mixed();
	char buf[100], small[20];

	(void)state;
	made->results[0].seed = UINT64_MAX;
	assert_string_equal(pmx_stress_command(&made->results[0], buf, sizeof(buf)),
			    "perfmux stress --seed 0xffffffffffffffff inherit.children");
	assert_string_equal(pmx_stress_command(&made->results[6], buf, sizeof(buf)),
			    "perfmux stress --dangerous --seed 0x77 race.hotplug");
	made->results[6].duration = 1500 * 1000000ull;
	assert_string_equal(pmx_stress_command(&made->results[6], buf, sizeof(buf)),
			    "perfmux stress --dangerous --duration 1500ms --seed 0x77 "
			    "race.hotplug");
	assert_string_equal(pmx_stress_command(&made->results[6], small, sizeof(small)),
			    "perfmux stress --da");
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_passed_takes_a_head_and_a_line),
		cmocka_unit_test(each_verdict_says_what_there_is_to_know),
		cmocka_unit_test(verbose_lists_what_passed_and_twice_the_numbers),
		cmocka_unit_test(hostile_bytes_are_visible),
		cmocka_unit_test(what_was_stopped_says_how_much_is_missing),
		cmocka_unit_test(colours_are_there_only_where_they_are_wanted),
		cmocka_unit_test(no_line_is_wider_than_the_screen),
		cmocka_unit_test(a_scenario_that_skips_for_the_same_reason_again_is_told_once),
		cmocka_unit_test(a_defect_that_breaks_two_invariants_is_told_once),
		cmocka_unit_test(a_program_in_c_is_shown_when_more_is_asked_for),
		cmocka_unit_test(the_command_repeats_the_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
