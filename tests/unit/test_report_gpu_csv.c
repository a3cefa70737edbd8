// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_gpu_csv.c - GPU memory as fields: each line has those of the header, whatever a name
 * holds, and what nobody told is empty
 */
#include "comma_locale.h"
#include "golden.h"
#include "gpu_reports.h"

enum { COLUMNS = 19 + 4 * 14, LINES = 160 };

/* Fields of all lines, taken apart as RFC 4180 has it; the first line is the header. */
struct table {
	char *text;
	char *cells[LINES][COLUMNS];
	size_t lines;
};

static char *text_of(struct gpu_made *made, const char *separator, bool is_interval)
{
	struct pmx_gpu_csv csv = { .separator = separator, .interval = is_interval };
	struct written written;

	csv.out = written_open(&written);
	pmx_gpu_csv_begin(&csv);
	pmx_gpu_csv_write(&csv, &made->report);
	return written_close(&written);
}

/* Ends the field at @at in place, without its quotes; returns where the separator is. */
static char *take_field(char *at, char separator, char **field)
{
	char *to = at;

	*field = at;
	if (*at != '"') {
		while (*at != separator && *at != '\n')
			assert_true(*at++ != '\0');
		return at;
	}
	for (at++; *at != '"' || at[1] == '"'; at++) {
		at += *at == '"';
		assert_true(*at != '\0');
		*to++ = *at;
	}
	*to = '\0';
	return at + 1;
}

static void parse(struct table *t, char *text, char separator)
{
	*t = (struct table){ .text = text };
	while (*text) {
		assert_true(t->lines < LINES);
		for (size_t i = 0; i < COLUMNS; i++) {
			char *end = take_field(text, separator, &t->cells[t->lines][i]);

			if (*end != (i + 1 < COLUMNS ? separator : '\n'))
				fail_msg("line %zu ends in field %zu: %.30s", t->lines + 1, i + 1,
					 text);
			*end = '\0';
			text = end + 1;
		}
		t->lines++;
	}
}

static void table_of(struct table *t, struct gpu_made *made)
{
	parse(t, text_of(made, NULL, false), ',');
}

static const char *cell(const struct table *t, size_t line, const char *column)
{
	for (size_t i = 0; i < COLUMNS; i++)
		if (!strcmp(t->cells[0][i], column))
			return t->cells[line][i];
	fail_msg("no column %s", column);
	return "";
}

static void tables_are_exact(void **state)
{
	struct gpu_made *imports = gpu_case_imports(), *hostile = gpu_case_hostile();

	(void)state;
	golden_compare("gpu-imports", "csv", text_of(imports, NULL, false));
	golden_compare("gpu-hostile", "csv", text_of(hostile, ";", false));
	free(imports);
	free(hostile);
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	tables_are_exact(state);
	comma_locale_leave(dir);
}

static void every_line_has_the_fields_of_the_header(void **state)
{
	(void)state;
	for (size_t i = 0; i < GPU_CASES; i++) {
		struct gpu_made *made = gpu_makers[i]();
		struct table t;

		for (int separator = 0; separator < 2; separator++) {
			parse(&t, text_of(made, separator ? ";" : "", false),
			      separator ? ';' : ',');
			assert_int_equal(t.lines, 1 + made->report.gpu_count +
							  made->report.row_count +
							  made->report.fd_row_count);
			free(t.text);
		}
		free(made);
	}
}

static void numbers_are_those_of_the_report(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	struct table t;

	(void)state;
	table_of(&t, made);
	assert_string_equal(cell(&t, 1, "scope"), "gpu");
	assert_string_equal(cell(&t, 1, "total"), "642252800");
	assert_string_equal(cell(&t, 1, "rest"), "128450560");
	assert_string_equal(cell(&t, 1, "rest_kind"), "positive");
	assert_string_equal(cell(&t, 2, "time"), "10.000000000");
	assert_string_equal(cell(&t, 2, "source"), "tracepoint");
	assert_string_equal(cell(&t, 2, "pid"), "1234");
	assert_string_equal(cell(&t, 2, "name"), "firefox");
	assert_string_equal(cell(&t, 2, "total_peak"), "429916160");
	assert_string_equal(cell(&t, 2, "total_peak_time"), "3.200000000");
	assert_string_equal(cell(&t, 2, "total_minimum"), "67108864");
	assert_string_equal(cell(&t, 2, "total_change"), "299892736");
	assert_string_equal(cell(&t, 2, "imported"), "101187584");
	assert_string_equal(cell(&t, 2, "private"), "265814016");
	assert_string_equal(cell(&t, 4, "total"), "0");
	assert_string_equal(cell(&t, 4, "total_change"), "-4096");
	assert_string_equal(cell(&t, 4, "marks"), "ended gone");
	assert_string_equal(cell(&t, 4, "ended"), "6.990000000");
	assert_string_equal(cell(&t, 4, "updates_late"), "1");
	free(t.text);
	free(made);
}

static void what_nobody_told_is_empty(void **state)
{
	static const char *const columns[] = { "imported",	   "imported_peak", "private",
					       "shared",	   "resident",	    "driver",
					       "imported_updates", "clients",	    "region" };
	struct gpu_made *made = gpu_case_imports(), *fdinfo = gpu_case_fdinfo();
	struct table t;

	(void)state;
	table_of(&t, made);
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		assert_string_equal(cell(&t, 4, columns[i]), "");
	assert_string_equal(cell(&t, 1, "pid"), "");
	assert_string_equal(cell(&t, 1, "target"), "");
	free(t.text);
	table_of(&t, fdinfo);
	assert_string_equal(cell(&t, 1, "gpu"), "0000:00:02.0");
	assert_string_equal(cell(&t, 1, "total"), "");
	assert_string_equal(cell(&t, 1, "resident"), "32505856");
	assert_string_equal(cell(&t, 1, "rest"), "");
	assert_string_equal(cell(&t, 1, "lost"), "");
	assert_string_equal(cell(&t, 3, "region"), "vram");
	assert_string_equal(cell(&t, 3, "shared"), "0");
	free(t.text);
	free(fdinfo);
	free(made);
}

static void a_rest_that_cannot_be_is_empty(void **state)
{
	struct gpu_made *made = gpu_case_parts();
	struct table t;

	(void)state;
	table_of(&t, made);
	assert_string_equal(cell(&t, 1, "rest_kind"), "no-processes");
	assert_string_equal(cell(&t, 1, "rest"), "");
	assert_string_equal(cell(&t, 2, "rest_kind"), "no-total");
	assert_string_equal(cell(&t, 2, "rest"), "");
	assert_string_equal(cell(&t, 2, "total"), "");
	free(t.text);
	free(made);
}

static void the_largest_numbers_are_exact(void **state)
{
	struct gpu_made *made = gpu_case_hostile();
	struct table t;

	(void)state;
	table_of(&t, made);
	assert_string_equal(cell(&t, 2, "total"), "18446744073709551615");
	assert_string_equal(cell(&t, 2, "total_change"), "-9223372036854775808");
	assert_string_equal(cell(&t, 2, "pid"), "18446744073709551615");
	assert_string_equal(cell(&t, 2, "total_mean"), ""); /* it is no number */
	assert_string_equal(cell(&t, 4, "name"), "</text><script>&");
	free(t.text);
	free(made);
}

static void intervals_leave_out_who_had_gone_before(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	struct table t;

	(void)state;
	parse(&t, text_of(made, NULL, true), ',');
	assert_int_equal(t.lines, 5);
	free(t.text);
	made->report.interval_at = made->report.now - 1000;
	for (size_t i = 0; i < made->report.row_count; i++)
		made->rows[i].total.interval.updates = 0;
	parse(&t, text_of(made, NULL, true), ',');
	assert_int_equal(t.lines, 4);
	free(t.text);
	parse(&t, text_of(made, NULL, false), ',');
	assert_int_equal(t.lines, 5);
	free(t.text);
	made->rows[2].ended_at = made->report.now - 10; /* long after its memory had gone */
	parse(&t, text_of(made, NULL, true), ',');
	assert_int_equal(t.lines, 5);
	free(t.text);
	free(made);
}

static void a_change_in_an_interval_counts_from_its_beginning(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	struct table t;

	(void)state;
	made->rows[0].total.interval.first = MIB(500);
	table_of(&t, made);
	assert_string_equal(cell(&t, 2, "total_interval_change"), "-157286400");
	free(t.text);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_exact),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(every_line_has_the_fields_of_the_header),
		cmocka_unit_test(numbers_are_those_of_the_report),
		cmocka_unit_test(what_nobody_told_is_empty),
		cmocka_unit_test(a_rest_that_cannot_be_is_empty),
		cmocka_unit_test(the_largest_numbers_are_exact),
		cmocka_unit_test(intervals_leave_out_who_had_gone_before),
		cmocka_unit_test(a_change_in_an_interval_counts_from_its_beginning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
