// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_csv.c - every line has as many fields as the one before, whatever is in them
 */
#include <errno.h>

#include "cases.h"

static char *written_csv(struct made *made, struct pmx_report report)
{
	struct written written;

	report.out = written_open(&written);
	pmx_derive_metrics(&made->result);
	pmx_csv_begin(&report, &made->result);
	pmx_csv_write(&report, &made->result);
	return written_close(&written);
}

/* Skips one field by RFC 4180; returns what follows it. */
static const char *skip_field(const char *at, const char *separator)
{
	size_t length = strlen(separator);

	if (*at == '"') {
		for (at++; *at; at++) {
			if (at[0] == '"' && at[1] != '"')
				return at + 1;
			at += at[0] == '"';
		}
		fail_msg("a quote is not closed");
	}
	while (*at && *at != '\n' && strncmp(at, separator, length) != 0) {
		assert_true(*at != '"' && *at != '\r');
		at++;
	}
	return at;
}

/* Checks that all records have the same number of fields, and returns it. */
static size_t count_fields(const char *text, const char *separator)
{
	size_t fields = 0, expected = 0;

	while (*text) {
		text = skip_field(text, separator);
		fields++;
		if (*text == '\n') {
			if (expected)
				assert_int_equal(fields, expected);
			expected = fields;
			fields = 0;
			text++;
			continue;
		}
		assert_int_equal(strncmp(text, separator, strlen(separator)), 0);
		text += strlen(separator);
	}
	assert_int_equal(fields, 0); /* the last line ends, too */
	return expected;
}

static struct made *interval(void)
{
	return case_interval(50173982);
}

static struct made *(*const makers[])(void) = { case_default, case_hardware, case_repeat,
						interval,     case_core,     case_cpu,
						case_thread,  case_cgroup,   case_values };

static void check_fields(const struct pmx_report *report, size_t which)
{
	struct made *made = makers[which]();
	char *text = written_csv(made, *report);

	assert_true(count_fields(text, report->separator) > 5);
	free(text);
	free(made);
}

static void every_line_has_the_same_fields(void **state)
{
	static const char *const separators[] = { ",", ";", "\t", ", ", ".",
						  "5", "a", "0a", "\\", " " };

	(void)state;
	for (size_t s = 0; s < sizeof(separators) / sizeof(separators[0]); s++)
		for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++)
			for (unsigned runs = 1; runs <= 2; runs++) {
				struct pmx_report report = { .separator = separators[s],
							     .runs = runs,
							     .header = true };

				check_fields(&report, i);
				report.columns = pmx_csv_columns();
				check_fields(&report, i);
			}
}

static void wanted_columns_come_in_their_order(void **state)
{
	struct made *made = case_default();
	char *text = written_csv(made, (struct pmx_report){ .separator = ";",
							    .runs = 1,
							    .header = true,
							    .columns = "raw,event,raw" });

	(void)state;
	assert_ptr_equal(strstr(text, "raw;event;raw\n754514;task-clock;754514\n0;"), text);
	free(text);
	free(made);
}

static void what_never_ran_has_no_share_in_wanted_columns(void **state)
{
	struct made *made = case_default();
	char *text = written_csv(made, (struct pmx_report){ .separator = ",",
							    .runs = 1,
							    .columns = "event,percent_running" });

	(void)state;
	assert_non_null(strstr(text, "task-clock,100.00\n"));
	assert_non_null(strstr(text, "cycles,\n"));
	free(text);
	free(made);
}

static void a_column_that_does_not_exist_is_named(void **state)
{
	struct pmx_error err = { 0 };

	(void)state;
	assert_int_equal(pmx_csv_check("raw,event,nonsense", &err), -EINVAL);
	assert_non_null(strstr(err.text, "'nonsense'"));
	assert_non_null(strstr(err.hint, pmx_csv_columns()));
	assert_int_equal(pmx_csv_check("raw,event,nonsense", NULL), -EINVAL);
	assert_int_equal(pmx_csv_check("", &err), -EINVAL);
	assert_int_equal(pmx_csv_check("raw,", &err), -EINVAL);
	assert_int_equal(pmx_csv_check("ra", &err), -EINVAL);
}

static void every_known_column_may_be_asked_for_but_not_without_end(void **state)
{
	struct pmx_error err = { 0 };
	char many[1000] = "raw";

	(void)state;
	assert_int_equal(pmx_csv_check(pmx_csv_columns(), &err), 0);
	for (int i = 0; i < 99; i++)
		memcpy(many + strlen(many), ",raw", sizeof(",raw"));
	assert_int_equal(pmx_csv_check(many, &err), -EINVAL);
}

static void nothing_counted_writes_the_header_alone(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char *text = written_csv(made, (struct pmx_report){ .separator = ",", .header = true });

	(void)state;
	assert_string_equal(text,
			    "value,unit,event,running_ns,percent_running,metric,metric_unit\n");
	free(text);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_has_the_same_fields),
		cmocka_unit_test(wanted_columns_come_in_their_order),
		cmocka_unit_test(what_never_ran_has_no_share_in_wanted_columns),
		cmocka_unit_test(a_column_that_does_not_exist_is_named),
		cmocka_unit_test(every_known_column_may_be_asked_for_but_not_without_end),
		cmocka_unit_test(nothing_counted_writes_the_header_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
