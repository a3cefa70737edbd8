// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_json.c - what is written is JSON, after every prefix of a run, and says what was
 * found
 */
#include "cases.h"
#include "json.h"
#include "manuals.h"

static struct made *interval(void)
{
	return case_interval(50173982);
}

/* Counted in two passes, the clock in both of them. */
static struct made *passes(void)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);

	made_clock(made, 1000000);
	made_count(made, "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1000, 1000000,
		   1000000)
		->pass = 1;
	made_count(made, "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 500,
		   1000000, 1000000)
		->pass = 2;
	made->result.passes = 2;
	return made;
}

static struct made *(*const makers[])(void) = { case_default, case_hardware, case_repeat,
						interval,     case_core,     case_cpu,
						case_thread,  case_cgroup,   case_values,
						passes };

enum { CASES = sizeof(makers) / sizeof(makers[0]) };

static const struct pmx_json_head head = {
	.target = "command", .version = "0.1.0", .kernel = NULL, .exit_status = -1
};

/* The document of the first @count cases. */
static json_t *document(size_t count)
{
	struct pmx_report report = { .runs = 1 };
	struct written written;
	json_t *json;

	report.out = written_open(&written);
	pmx_json_begin(&report, &head);
	for (size_t i = 0; i < count; i++) {
		struct made *made = makers[i]();

		pmx_derive_metrics(&made->result);
		pmx_json_write(&report, &made->result);
		free(made);
	}
	pmx_json_end(&report, &head);
	written_close(&written);
	json = parse_bytes(written.text, written.length);
	free(written.text);
	return json;
}

static void the_document_is_whole_after_every_prefix_of_results(void **state)
{
	(void)state;
	for (size_t count = 0; count <= CASES; count++) {
		json_t *json = document(count);

		assert_int_equal(json_array_size(json_object_get(json, "results")), count);
		json_decref(json);
	}
}

static json_t *row_of(json_t *json, size_t result, size_t row)
{
	json_t *rows =
		json_object_get(json_array_get(json_object_get(json, "results"), result), "rows");

	assert_true(row < json_array_size(rows));
	return json_array_get(rows, row);
}

static void every_row_has_all_that_the_schema_promises(void **state)
{
	static const char *const always[] = {
		"event", "pmu",	       "cpus",	     "status",		"raw",	  "scaled",
		"unit",	 "enabled_ns", "running_ns", "running_percent", "reason", "metrics"
	};
	json_t *json = document(CASES), *results = json_object_get(json, "results"), *result, *row;
	size_t i, j;

	(void)state;
	json_array_foreach(results, i, result) {
		json_array_foreach(json_object_get(result, "rows"), j, row) {
			for (size_t k = 0; k < sizeof(always) / sizeof(always[0]); k++)
				if (!json_object_get(row, always[k]))
					fail_msg("result %zu, row %zu: no %s", i, j, always[k]);
		}
	}
	json_decref(json);
}

static void numbers_are_numbers_and_the_absent_is_null(void **state)
{
	json_t *json = document(CASES), *row = row_of(json, 0, 0);

	(void)state;
	assert_int_equal(json_integer_value(json_object_get(row, "raw")), 754514);
	assert_true(json_number_value(json_object_get(row, "scaled")) == 0.754514);
	assert_true(is_null(row, "reason"));
	row = row_of(json, 0, 3);
	assert_string_equal(text(row, "status"), "not_supported");
	assert_string_equal(text(row, "reason"), NO_PMU);
	assert_true(is_null(row, "raw"));
	assert_true(is_null(row, "scaled"));
	assert_true(is_null(row, "running_percent"));
	json_decref(json);
}

static void rows_say_which_pass_counted_them(void **state)
{
	json_t *json = document(CASES), *results = json_object_get(json, "results");
	json_t *metric;

	(void)state;
	assert_null(json_object_get(json_array_get(results, 0), "passes"));
	assert_null(json_object_get(row_of(json, 0, 0), "pass"));
	assert_int_equal(json_integer_value(
				 json_object_get(json_array_get(results, CASES - 1), "passes")),
			 2);
	assert_true(json_is_null(json_object_get(row_of(json, CASES - 1, 0), "pass")));
	assert_int_equal(json_integer_value(json_object_get(row_of(json, CASES - 1, 1), "pass")),
			 1);
	metric = json_array_get(json_object_get(row_of(json, CASES - 1, 2), "metrics"), 0);
	assert_true(json_is_false(json_object_get(metric, "together")));
	metric = json_array_get(json_object_get(row_of(json, CASES - 1, 1), "metrics"), 0);
	assert_null(json_object_get(metric, "together"));
	json_decref(json);
}

static void names_come_back_as_they_were(void **state)
{
	json_t *json = document(CASES), *row = row_of(json, 6, 1);

	(void)state;
	assert_string_equal(text(row, "comm"), HOSTILE);
	row = row_of(json, 7, 4);
	assert_string_equal(text(row, "cgroup"), "two\nlines");
	json_decref(json);
}

static void every_byte_gives_a_valid_string(void **state)
{
	struct pmx_report report = { .runs = 1 };

	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		struct made *made = made_new(PMX_AGGR_GLOBAL);
		char name[] = { 'a', (char)byte, 'b', (char)byte, '\0' };
		struct written written;

		made_missing(made, name, PMX_NOT_COUNTED, name);
		report.written = 0;
		report.out = written_open(&written);
		pmx_json_begin(&report, &head);
		pmx_json_write(&report, &made->result);
		pmx_json_end(&report, &head);
		written_close(&written);
		json_decref(parse_bytes(written.text, written.length));
		for (size_t i = 0; i < written.length; i++)
			assert_true(written.text[i] == '\n' ||
				    (unsigned char)written.text[i] >= 32);
		free(written.text);
		free(made);
	}
}

static void text_in_utf_8_stays_as_it_is_and_what_is_not_is_shown(void **state)
{
	static const struct {
		const char *text, *expected;
	} list[] = {
		{ "h\xc3\xa4ndler", "h\xc3\xa4ndler" },
		{ "\xe2\x82\xac", "\xe2\x82\xac" },
		{ "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80" },
		{ "\xc0\xaf", "\\xc0\\xaf" },			/* longer than needed */
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },		/* half of a pair */
		{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" }, /* beyond the last */
		{ "\xe2\x82", "\\xe2\\x82" },			/* cut */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct pmx_report report = { .runs = 1 };
		struct made *made = made_new(PMX_AGGR_GLOBAL);
		struct written written;
		json_t *json;

		made_missing(made, list[i].text, PMX_NOT_COUNTED, NULL);
		report.out = written_open(&written);
		pmx_jsonl_write(&report, &made->result);
		written_close(&written);
		json = parse_bytes(written.text, written.length);
		assert_string_equal(text(json, "event"), list[i].expected);
		json_decref(json);
		free(written.text);
		free(made);
	}
}

static void check_lines(const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		json_t *json = parse_bytes(text, length);

		assert_true(json_is_object(json));
		assert_non_null(json_object_get(json, "metric-unit"));
		json_decref(json);
		text += length + (text[length] == '\n');
	}
}

static void every_line_of_json_lines_is_an_object(void **state)
{
	(void)state;
	for (size_t i = 0; i < CASES; i++) {
		struct pmx_report report = { .runs = 1 + (unsigned)i % 2 };
		struct made *made = makers[i]();
		struct written written;

		pmx_derive_metrics(&made->result);
		report.out = written_open(&written);
		pmx_jsonl_write(&report, &made->result);
		check_lines(written_close(&written));
		assert_null(strstr(written.text, "nan"));
		assert_null(strstr(written.text, "(null)"));
		free(written.text);
		free(made);
	}
}

static bool is_documented(const char *page, const char *member)
{
	return is_in_table(page, member) || !strcmp(member, "value");
}

static void every_member_and_column_is_documented(void **state)
{
	char *columns = strdup(pmx_csv_columns()), *rest = columns, *name;
	char *page = manual_read("perfmux-json.5.in");
	json_t *json = document(CASES);

	(void)state;
	check_documented(page, json, is_documented);
	while ((name = strsep(&rest, ",")) != NULL)
		if (!is_in_table(page, name))
			fail_msg("perfmux-json(5) does not say what column \"%s\" is", name);
	assert_false(is_documented(page, "nonsense"));
	json_decref(json);
	free(columns);
	free(page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_document_is_whole_after_every_prefix_of_results),
		cmocka_unit_test(every_row_has_all_that_the_schema_promises),
		cmocka_unit_test(numbers_are_numbers_and_the_absent_is_null),
		cmocka_unit_test(rows_say_which_pass_counted_them),
		cmocka_unit_test(names_come_back_as_they_were),
		cmocka_unit_test(every_byte_gives_a_valid_string),
		cmocka_unit_test(text_in_utf_8_stays_as_it_is_and_what_is_not_is_shown),
		cmocka_unit_test(every_line_of_json_lines_is_an_object),
		cmocka_unit_test(every_member_and_column_is_documented),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
