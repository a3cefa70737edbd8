// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_stress_junit.c - JUnit's XML is XML whatever bytes are in it, and its totals are
 * those of its cases
 */
#include "golden.h"
#include "stress_results.h"
#include "xml.h"

static const struct stress_writer writer = { .begin = pmx_stress_junit_begin,
					     .result = pmx_stress_junit_result,
					     .end = pmx_stress_junit_end };

static char *text_of(stress_maker *make)
{
	return stress_case_written(make, &writer, 0, false);
}

static size_t count(const char *text, const char *what)
{
	size_t found = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		found++;
	return found;
}

static size_t number(const char *xml, const char *name)
{
	char start[32];
	const char *at;

	snprintf(start, sizeof(start), " %s=\"", name);
	at = strstr(xml, start);
	assert_non_null(at);
	return strtoul(at + strlen(start), NULL, 10);
}

static void check(const char *xml)
{
	xml_check_document(xml, "testsuite");
	assert_int_equal(number(xml, "tests"), count(xml, "<testcase "));
	assert_int_equal(number(xml, "failures"), count(xml, "<failure "));
	assert_int_equal(number(xml, "errors"), count(xml, "<error "));
	assert_int_equal(number(xml, "skipped"), count(xml, "<skipped "));
}

static void each_verdict_is_a_case_of_its_kind(void **state)
{
	(void)state;
	golden_compare("stress-mixed", "xml", text_of(stress_case_mixed));
}

static void hostile_bytes_are_replaced(void **state)
{
	(void)state;
	golden_compare("stress-hostile", "xml", text_of(stress_case_hostile));
}

static void runs_that_did_not_end_are_an_error(void **state)
{
	(void)state;
	golden_compare("stress-stopped", "xml", text_of(stress_case_stopped));
}

static void totals_are_those_of_the_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < STRESS_CASES; i++) {
		char *xml = text_of(stress_makers[i]);

		check(xml);
		free(xml);
	}
}

static void every_byte_in_a_text_gives_xml(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		struct stress_made *made = stress_new();
		struct pmx_stress_result *result =
			stress_result(made, &stress_mixed, PMX_STRESS_VIOLATION);
		char text[] = { 'a', (char)byte, 'b', (char)byte, '\0' }, *xml;

		stress_breach(result, "exact", text, NULL);
		result->reproducer = text;
		snprintf(result->note, sizeof(result->note), "%s", text);
		stress_skip(made, &stress_mixed, text);
		made->report.kernel = text;
		xml = stress_written(made, &writer);
		check(xml);
		free(xml);
		free(made);
	}
}

/* Whatever is cut into pieces to be escaped, no character is. */
static void a_long_text_of_long_characters_stays_whole(void **state)
{
	static const char sign[] = "\xf0\x9f\x90\xa7"; /* U+1F427 */
	static char lines[32 * 1024];

	(void)state;
	for (size_t shift = 0; shift < 5; shift++) {
		struct stress_made *made = stress_new();
		struct pmx_stress_result *result =
			stress_result(made, &stress_mixed, PMX_STRESS_VIOLATION);
		size_t signs = 0, at = shift;
		char *xml;

		memset(lines, '&', shift);
		for (; at + sizeof(sign) <= sizeof(lines); at += 4, signs++)
			memcpy(lines + at, sign, sizeof(sign));
		result->reproducer = lines;
		xml = stress_written(made, &writer);
		check(xml);
		assert_int_equal(count(xml, sign), signs);
		assert_int_equal(count(xml, "&amp;"), shift);
		free(xml);
		free(made);
	}
}

static void what_has_no_room_is_an_error_of_its_own(void **state)
{
	static char lines[32 * 1024];
	struct stress_made *made = stress_new();
	struct pmx_stress_result *result = stress_result(made, &stress_mixed, PMX_STRESS_VIOLATION);
	struct written written;
	char *xml;

	(void)state;
	memset(lines, 'x', sizeof(lines) - 1);
	result->reproducer = lines;
	made->report.planned = 600;
	made->report.out = written_open(&written);
	pmx_stress_junit_begin(&made->report);
	for (result->round = 1; result->round <= 600; result->round++)
		pmx_stress_junit_result(&made->report, result);
	pmx_stress_junit_end(&made->report);
	assert_in_range(made->report.lost, 1, 599);
	assert_in_range(made->report.kept_size, 15 << 20, 16 << 20);
	pmx_stress_report_free(&made->report);
	assert_null(made->report.kept);
	xml = written_close(&written);
	xml_check_document(xml, "testsuite");
	assert_int_equal(number(xml, "tests"), 601);
	assert_int_equal(number(xml, "failures"), 600);
	assert_int_equal(count(xml, "<failure "), 600 - made->report.lost);
	assert_int_equal(number(xml, "errors"), 1);
	assert_non_null(strstr(xml, " results had no room in memory"));
	free(xml);
	free(made);
}

static void a_report_may_be_given_up_before_its_end(void **state)
{
	struct stress_made *made = stress_case_mixed();
	struct written written;

	(void)state;
	made->report.out = written_open(&written);
	pmx_stress_junit_begin(&made->report);
	pmx_stress_junit_result(&made->report, &made->results[0]);
	pmx_stress_report_free(&made->report);
	pmx_stress_report_free(&made->report);
	free(written_close(&written));
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_verdict_is_a_case_of_its_kind),
		cmocka_unit_test(hostile_bytes_are_replaced),
		cmocka_unit_test(runs_that_did_not_end_are_an_error),
		cmocka_unit_test(totals_are_those_of_the_cases),
		cmocka_unit_test(every_byte_in_a_text_gives_xml),
		cmocka_unit_test(a_long_text_of_long_characters_stays_whole),
		cmocka_unit_test(what_has_no_room_is_an_error_of_its_own),
		cmocka_unit_test(a_report_may_be_given_up_before_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
