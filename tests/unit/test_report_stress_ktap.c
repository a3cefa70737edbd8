// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_stress_ktap.c - KTAP is a plan, numbered results as they come, and nothing that a
 * harness could take for another
 */
#include "golden.h"
#include "stress_results.h"

static const struct stress_writer writer = { .begin = pmx_stress_ktap_begin,
					     .result = pmx_stress_ktap_result,
					     .end = pmx_stress_ktap_end };

static char *text_of(stress_maker *make)
{
	return stress_case_written(make, &writer, 0, false);
}

static void each_verdict_has_its_line(void **state)
{
	(void)state;
	golden_compare("stress-mixed", "ktap", text_of(stress_case_mixed));
}

static void hostile_texts_are_no_results(void **state)
{
	(void)state;
	golden_compare("stress-hostile", "ktap", text_of(stress_case_hostile));
}

static void runs_that_did_not_end_bail_out(void **state)
{
	(void)state;
	golden_compare("stress-stopped", "ktap", text_of(stress_case_stopped));
}

/* A result's number, its name, and what is behind the hash sign. */
static void check_result(const char *line, size_t number, char *name, size_t size)
{
	const char *at = line + (strncmp(line, "not ", 4) ? 0 : 4);
	char expected[64];
	int length = snprintf(expected, sizeof(expected), "ok %zu ", number);

	if (strncmp(at, expected, (size_t)length) != 0)
		fail_msg("no result: %s", line);
	at += length;
	snprintf(name, size, "%.*s", (int)strcspn(at, "#"), at);
	at += strcspn(at, "#");
	if (*at && strncmp(at, "# SKIP ", 7) && strncmp(at, "# XFAIL ", 8) &&
	    strncmp(at, "# ERROR ", 8))
		fail_msg("no directive: %s", line);
}

static void check_lines(char *text, size_t results)
{
	char names[STRESS_RESULTS][1024], *rest, *line = strtok_r(text, "\n", &rest);
	size_t found = 0;

	assert_string_equal(line, "KTAP version 1");
	line = strtok_r(NULL, "\n", &rest);
	assert_int_equal(strncmp(line, "1..", 3), 0);
	assert_int_equal(strtoul(line + 3, NULL, 10), results);
	while ((line = strtok_r(NULL, "\n", &rest))) {
		if (*line == '#')
			continue;
		check_result(line, found + 1, names[found], sizeof(names[0]));
		for (size_t i = 0; i < found; i++)
			assert_string_not_equal(names[i], names[found]);
		found++;
	}
	assert_int_equal(found, results);
}

static void results_are_numbered_and_their_names_are_unique(void **state)
{
	static const struct pmx_scenario *const scenarios[] = { &stress_children, &stress_hostile };
	struct stress_made *made = stress_new();
	char *text;

	(void)state;
	for (unsigned i = 0; i < 12; i++)
		stress_result(made, scenarios[i % 2], (enum pmx_stress_verdict)(i % 5))->round =
			i / 2 + 1;
	text = stress_written(made, &writer);
	check_lines(text, 12);
	free(text);
	text = text_of(stress_case_hostile);
	check_lines(text, 4);
	free(text);
	free(made);
}

static void each_result_is_written_when_it_is_known(void **state)
{
	struct stress_made *made = stress_case_mixed();
	struct written written;

	(void)state;
	made->report.out = written_open(&written);
	pmx_stress_ktap_begin(&made->report);
	assert_non_null(strstr(written.text, "1..9\n"));
	for (size_t i = 0; i < made->count; i++) {
		char expected[32];

		snprintf(expected, sizeof(expected), "ok %zu ", i + 1);
		assert_null(strstr(written.text, expected));
		pmx_stress_ktap_result(&made->report, &made->results[i]);
		assert_non_null(strstr(written.text, expected));
		assert_int_equal(written.text[written.length - 1], '\n');
	}
	free(written_close(&written));
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_verdict_has_its_line),
		cmocka_unit_test(hostile_texts_are_no_results),
		cmocka_unit_test(runs_that_did_not_end_bail_out),
		cmocka_unit_test(results_are_numbered_and_their_names_are_unique),
		cmocka_unit_test(each_result_is_written_when_it_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
