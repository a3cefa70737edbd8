// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_stress_json.c - the document of scenarios is JSON whatever is in it, and has all that
 * is known of each run
 */
#include "golden.h"
#include "json.h"
#include "stress_results.h"

static const struct stress_writer writer = { .begin = pmx_stress_json_begin,
					     .result = pmx_stress_json_result,
					     .end = pmx_stress_json_end };

static char *text_of(stress_maker *make)
{
	return stress_case_written(make, &writer, 0, false);
}

static void small_documents_are_exact(void **state)
{
	(void)state;
	golden_compare("stress-mixed", "json", text_of(stress_case_mixed));
	golden_compare("stress-hostile", "json", text_of(stress_case_hostile));
}

static void every_document_has_all_that_was_promised(void **state)
{
	static const char *const always[] = { "schema",	 "version", "kernel",	  "machine",
					      "seed",	 "planned", "log_error",  "calibrations",
					      "results", "totals",  "exit_status" };
	static const char *const of_result[] = { "scenario", "family",	   "round",	"seed",
						 "verdict",  "why",	   "breaches",	"broken",
						 "checks",   "operations", "wall_ns",	"cpu_ns",
						 "note",     "repeat",	   "reproducer" };

	(void)state;
	for (size_t i = 0; i < STRESS_CASES; i++) {
		json_t *json = parse_once(text_of(stress_makers[i])), *results;

		for (size_t k = 0; k < sizeof(always) / sizeof(always[0]); k++)
			get(json, always[k]);
		results = get(json, "results");
		assert_true(json_array_size(results) > 0);
		for (size_t r = 0; r < json_array_size(results); r++)
			for (size_t k = 0; k < sizeof(of_result) / sizeof(of_result[0]); k++)
				get(json_array_get(results, r), of_result[k]);
		json_decref(json);
	}
}

static void a_document_without_results_is_whole(void **state)
{
	struct stress_made *made = stress_new();
	json_t *json = parse_once(stress_written(made, &writer));

	(void)state;
	assert_int_equal(json_array_size(get(json, "results")), 0);
	assert_int_equal(json_array_size(get(json, "calibrations")), 0);
	assert_int_equal(whole(get(json, "totals"), "runs"), 0);
	json_decref(json);
	free(made);
}

static void a_violation_has_its_breaches_and_the_way_to_repeat_it(void **state)
{
	json_t *json = parse_once(text_of(stress_case_mixed)), *result, *breaches, *defect;

	(void)state;
	assert_string_equal(text(json, "schema"), "perfmux-stress/1");
	assert_string_equal(text(json, "seed"), "0x1f2e3d4c5b6a7988");
	assert_true(is_null(json, "log_error"));
	result = at(json, "results", 5);
	assert_string_equal(text(result, "scenario"), "storm.mixed");
	assert_string_equal(text(result, "family"), "storm");
	assert_string_equal(text(result, "verdict"), "violation");
	assert_string_equal(text(result, "seed"), "0x66");
	assert_string_equal(text(result, "repeat"), "perfmux stress --seed 0x66 storm.mixed");
	assert_string_equal(text(result, "reproducer"),
			    "open a page-faults on task 0\n\nfork 1\n\tread a\n");
	assert_true(is_null(result, "why"));
	assert_int_equal(whole(result, "broken"), 1234);
	assert_int_equal(whole(result, "operations"), 98765);
	assert_int_equal(whole(result, "wall_ns"), 12000000);
	breaches = get(result, "breaches");
	assert_int_equal(json_array_size(breaches), 4);
	assert_string_equal(text(json_array_get(breaches, 0), "invariant"), "exact");
	assert_true(is_null(json_array_get(breaches, 0), "defect"));
	defect = get(json_array_get(breaches, 3), "defect");
	assert_string_equal(text(defect, "reference"), "lkml/made-up");
	json_decref(json);
}

static void totals_are_those_of_the_results(void **state)
{
	json_t *json = parse_once(text_of(stress_case_mixed)), *totals = get(json, "totals");

	(void)state;
	assert_int_equal(whole(totals, "runs"), 9);
	assert_int_equal(whole(totals, "pass"), 2);
	assert_int_equal(whole(totals, "known_defect"), 1);
	assert_int_equal(whole(totals, "skip"), 4);
	assert_int_equal(whole(totals, "error"), 1);
	assert_int_equal(whole(totals, "violation"), 1);
	assert_int_equal(whole(totals, "elapsed_ns"), 23400000000);
	assert_int_equal(whole(totals, "wall_ns"), 5 * 12000000);
	assert_int_equal(whole(json, "exit_status"), 1);
	json_decref(json);
}

static void a_seed_of_64_bits_is_exact(void **state)
{
	json_t *json = parse_once(text_of(stress_case_hostile));
	json_t *result = at(json, "results", 1);

	(void)state;
	assert_string_equal(text(result, "seed"), "0xffffffffffffffff");
	json_decref(json);
}

static void each_result_is_a_line_and_written_when_it_is_known(void **state)
{
	struct stress_made *made = stress_case_mixed();
	struct written written;

	(void)state;
	made->report.out = written_open(&written);
	pmx_stress_json_begin(&made->report);
	for (size_t i = 0; i < made->count; i++) {
		size_t lines = 0;

		pmx_stress_json_result(&made->report, &made->results[i]);
		assert_int_equal(written.text[written.length - 1], '}');
		for (const char *at = strstr(written.text, "\"results\""); *at; at++)
			lines += *at == '\n';
		assert_int_equal(lines, i + 1);
	}
	free(written_close(&written));
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_documents_are_exact),
		cmocka_unit_test(every_document_has_all_that_was_promised),
		cmocka_unit_test(a_document_without_results_is_whole),
		cmocka_unit_test(a_violation_has_its_breaches_and_the_way_to_repeat_it),
		cmocka_unit_test(totals_are_those_of_the_results),
		cmocka_unit_test(a_seed_of_64_bits_is_exact),
		cmocka_unit_test(each_result_is_a_line_and_written_when_it_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
