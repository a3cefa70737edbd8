// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_text.c - what people read: within 80 columns, without commands to their terminal,
 * and with one line for one reason
 */
#include "cases.h"
#include "lines.h"

static struct made *interval(void)
{
	return case_interval(50173982);
}

static struct made *(*const makers[])(void) = { case_default, case_hardware, case_repeat,
						interval,     case_core,     case_cpu,
						case_thread,  case_cgroup,   case_values };

enum { CASES = sizeof(makers) / sizeof(makers[0]) };

static char *written_text(struct made *made, struct pmx_report report)
{
	struct written written;

	report.out = written_open(&written);
	report.title = report.title ? report.title : "'true'";
	report.runs = report.runs ? report.runs : 1;
	pmx_derive_metrics(&made->result);
	pmx_text_begin(&report);
	pmx_text_write(&report, &made->result);
	pmx_text_end(&report, &made->result);
	return written_close(&written);
}

static void no_line_ends_in_white_space_and_none_commands_the_terminal(void **state)
{
	(void)state;
	for (size_t i = 0; i < CASES; i++) {
		struct made *made = makers[i]();
		char *text = written_text(made, (struct pmx_report){ .show_times = true,
								     .title = "'\x1b]0;x\x07'",
								     .runs = 2 });

		check_visible(text);
		assert_null(strstr(text, " \n"));
		free(text);
		free(made);
	}
}

/* Also with all that may stand behind a count. */
static void say_more(struct made *made, unsigned what)
{
	static const double runs[] = { 1, 2.3, 4.1 };

	for (size_t i = 0; i < made->result.count; i++) {
		struct pmx_row *row = &made->rows[i];

		if (what & 1)
			row->count.half = row->count.value / 8;
		for (size_t k = 0; what & 2 && k < 3; k++)
			pmx_spread_add(&row->spread, runs[k]);
		if (what & 4)
			row->count.anywhere = 2 * row->count.enabled + 1;
		row->count.resident = row->count.enabled;
	}
}

static void no_form_is_wider_than_eighty_columns(void **state)
{
	struct made *(*const narrow[])(void) = { case_default, case_hardware, case_repeat,
						 interval,     case_core,     case_cpu };

	(void)state;
	for (unsigned i = 0; i < 6 * 32; i++) {
		struct made *made = narrow[i / 32]();
		char *text;

		say_more(made, i & 7);
		made->result.stamp_ns = i & 8 ? 999100123981 : 0;
		text = written_text(made, (struct pmx_report){ .runs = i & 16 ? 3 : 1,
							       .show_times = true,
							       .interval = i & 8 });
		check_lines(text);
		free(text);
		free(made);
	}
}

/* Where in its line this stands in @text, behind @after. */
static size_t column_of(const char *text, const char *after, const char *what)
{
	const char *found = strstr(strstr(text, after), what), *line = found;

	assert_non_null(found);
	while (line > text && line[-1] != '\n')
		line--;
	return (size_t)(found - line);
}

static void what_has_no_room_goes_on_below_and_in_its_column(void **state)
{
	struct made *made = case_hardware();
	char *text = written_text(made, (struct pmx_report){ 0 });

	(void)state;
	check_has(text, "cycles                  #   3.000 GHz              (33.40%)\n");
	check_has(text, "L1-icache-load-misses   #  ~0.01% of all L1-icache accesses\n");
	assert_int_equal(column_of(text, "all L1-icache", "(33.40%)"),
			 column_of(text, "cycles", "(33.40%)"));
	check_has(text, "dTLB-load-misses\n                                  #  ~9.90% of all");
	free(text);
	free(made);
}

static void a_wide_screen_has_room_for_all_of_a_row(void **state)
{
	struct made *made = case_hardware();
	char *text = written_text(made, (struct pmx_report){ .width = 120 });

	(void)state;
	check_has(text,
		  "cycles                  #    3.000 GHz                         (33.40%)\n");
	assert_null(strstr(text, "\n                                  #  ~9.90% of all"));
	for (const char *at = text; (at = strstr(at, "dTLB-load-misses")); at++)
		assert_ptr_equal(strstr(at, "(33.40%)"), strpbrk(at, "(\n"));
	free(text);
	free(made);
}

static void intervals_keep_their_columns(void **state)
{
	struct made *many = case_hardware(), *few = case_hardware();
	struct pmx_report report = { .interval = true, .runs = 1 };
	struct written written;

	(void)state;
	many->result.stamp_ns = 50173982;
	few->result.stamp_ns = 100347964;
	pmx_derive_metrics(&many->result);
	for (size_t i = 0; i < few->result.count; i++) /* no ratio, no share */
		few->rows[i].count.running = few->rows[i].count.enabled;
	report.out = written_open(&written);
	pmx_text_write(&report, &many->result);
	pmx_text_write(&report, &few->result);
	written_close(&written);
	assert_int_equal(column_of(written.text, "0.100347964", "task-clock"),
			 column_of(written.text, "0.050173982", "task-clock"));
	check_lines(written.text);
	free(written.text);
	free(many);
	free(few);
}

static void intervals_with_other_threads_keep_their_columns(void **state)
{
	struct made *made = case_cpu();
	struct pmx_report report = { .interval = true, .runs = 1 };
	struct written written;

	(void)state;
	made->result.aggr = PMX_AGGR_THREAD;
	made->result.stamp_ns = 50173982;
	made->rows[0].label = "kworker/u8:2-ex-6894";
	report.out = written_open(&written);
	pmx_text_write(&report, &made->result);
	made->result.stamp_ns = 100347964;
	made->rows[0].label = "sh-7";
	pmx_text_write(&report, &made->result);
	written_close(&written);
	assert_int_equal(column_of(written.text, "0.100347964", "task-clock"),
			 column_of(written.text, "0.050173982", "task-clock"));
	free(written.text);
	free(made);
}

static void colours_come_only_when_asked_for(void **state)
{
	struct made *made = case_hardware();
	char *plain = written_text(made, (struct pmx_report){ 0 });
	char *coloured = written_text(made, (struct pmx_report){ .color = true });

	(void)state;
	assert_null(strchr(plain, '\x1b'));
	assert_non_null(strstr(coloured, "# \x1b[31m~23.00% of all branches\x1b[0m"));
	free(plain);
	free(coloured);
	free(made);
}

static void each_reason_is_said_once_with_all_its_events(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char *text;

	(void)state;
	made_missing(made, "b", PMX_NOT_SUPPORTED, "one");
	made_missing(made, "c", PMX_NOT_COUNTED, "two");
	made_missing(made, "a", PMX_NOT_SUPPORTED, "one");
	made_missing(made, "b", PMX_NOT_SUPPORTED, "one"); /* in another place */
	text = written_text(made, (struct pmx_report){ 0 });
	assert_non_null(strstr(text, "\n\n  b, a: one\n  c: two\n"));
	free(text);
	free(made);
}

static void a_partial_count_says_how_many_are_missing(void **state)
{
	struct made *made = made_new(PMX_AGGR_CPU);
	char *text;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct pmx_row *row = made_count(made, "e", PERF_TYPE_RAW, 1, 10, 1, 1);

		row->label = i ? "CPU1" : "CPU0";
		row->count.reason = "its CPU left";
		row->count.lost = 1 + i;
	}
	text = written_text(made, (struct pmx_report){ 0 });
	assert_non_null(
		strstr(text, "  e: 3 counters missing, the count is too small: its CPU left"));
	free(text);
	free(made);
}

static void hundreds_of_events_are_named_in_a_few_lines(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char names[MAX_ROWS][32];
	char *text, *reasons;

	(void)state;
	for (int i = 0; i < MAX_ROWS; i++) {
		snprintf(names[i], sizeof(names[i]), "syscalls:sys_enter_%d", i);
		made_missing(made, names[i], PMX_NOT_SUPPORTED, "no permission for tracepoints");
	}
	text = written_text(made, (struct pmx_report){ 0 });
	reasons = strstr(text, "\n\n  sys");
	assert_non_null(reasons);
	assert_in_range(count_of(reasons, "\n"), 4, 7);
	assert_in_range(widest_line(reasons), 60, 80);
	assert_non_null(strstr(reasons, "and "));
	assert_non_null(strstr(reasons, " more: "));
	free(text);
	free(made);
}

static void many_reasons_are_cut_short(void **state)
{
	struct made *made = made_new(PMX_AGGR_GLOBAL);
	char reasons[MAX_ROWS][32];
	char *text;

	(void)state;
	for (int i = 0; i < MAX_ROWS; i++) {
		snprintf(reasons[i], sizeof(reasons[i]), "reason number %d", i);
		made_missing(made, "e", PMX_NOT_SUPPORTED, reasons[i]);
	}
	text = written_text(made, (struct pmx_report){ 0 });
	assert_non_null(strstr(text, "  e: reason number 19\n  and 44 more reasons"));
	free(text);
	free(made);
}

static void busy_threads_come_first_and_those_that_did_not_run_last(void **state)
{
	struct made *made = case_thread();
	char *text = written_text(made, (struct pmx_report){ 0 });

	(void)state;
	assert_true(strstr(text, "0.80 msec") < strstr(text, "0.40 msec"));
	assert_true(strstr(text, "0.40 msec") < strstr(text, "<not counted> msec"));
	free(text);
	free(made);
}

static void the_header_of_intervals_comes_back_after_twenty_five(void **state)
{
	struct made *made = interval();
	struct pmx_report report = { .runs = 1, .interval = true, .title = "'x'" };
	struct written written;
	size_t headers = 0;

	(void)state;
	report.out = written_open(&written);
	pmx_text_begin(&report);
	for (int i = 0; i < 51; i++)
		pmx_text_write(&report, &made->result);
	pmx_text_end(&report, &made->result);
	written_close(&written);
	for (const char *at = written.text; (at = strstr(at, "# ")) != NULL; at++)
		headers += !strncmp(at, "#           time ", 17);
	assert_int_equal(headers, 3);
	assert_null(strstr(written.text, "seconds time elapsed"));
	free(written.text);
	free(made);
}

static void files_begin_with_when_they_were_started(void **state)
{
	struct made *made = case_default();
	char *text = written_text(made, (struct pmx_report){ .started = 1764431381 });

	(void)state;
	assert_memory_equal(text, "# started on Sat Nov 29 15:49:41 2025\n\n\n Perf", 45);
	free(text);
	free(made);
}

static void one_run_of_several_has_no_infinite_digits(void **state)
{
	struct made *made = case_default();
	const double run_seconds[] = { 0, 0 };
	char *text;

	(void)state;
	pmx_spread_add(&made->result.elapsed, 0);
	pmx_spread_add(&made->result.elapsed, 0);
	text = written_text(made, (struct pmx_report){ .runs = 2,
						       .table = true,
						       .run_seconds = run_seconds,
						       .show_times = true });
	assert_non_null(strstr(text, "       0.000000000 +- 0.000000000 seconds time elapsed\n"));
	assert_non_null(strstr(text, "       0.000000000 (+0.000000000) #\n"));
	free(text);
	free(made);
}

static void a_ratio_of_what_was_not_on_together_is_marked_and_explained_once(void **state)
{
	static const char note[] = "~ from events that were not counted at the same time\n";
	struct made *made = case_hardware();
	char *text = written_text(made, (struct pmx_report){ 0 });

	(void)state;
	assert_non_null(strstr(text, "#  ~0.95  insn per cycle"));
	assert_non_null(strstr(text, "#  ~0.13  stalled cycles per insn"));
	assert_non_null(strstr(text, "#   3.000 GHz"));
	assert_int_equal(count_of(text, note), 1);
	free(text);
	for (size_t i = 0; i < made->result.count; i++)
		made->rows[i].count.running = made->rows[i].count.enabled;
	text = written_text(made, (struct pmx_report){ 0 });
	assert_null(strchr(text, '~'));
	free(text);
	free(made);
}

static void a_number_without_padding_has_room_for_the_mark(void **state)
{
	struct made *made = case_hardware();
	char *text;

	(void)state;
	made->rows[2].count.value = made->rows[1].count.value * 12345;
	text = written_text(made, (struct pmx_report){ 0 });
	assert_non_null(strstr(text, "# ~12345.00  insn per cycle"));
	free(text);
	free(made);
}

static void a_mark_in_an_earlier_interval_is_explained_at_the_end(void **state)
{
	struct made *marked = case_hardware(), *plain = case_interval(100173982);
	struct pmx_report report = { .interval = true, .runs = 1 };
	struct written written;
	char *text;

	(void)state;
	marked->result.stamp_ns = 50173982;
	pmx_derive_metrics(&marked->result);
	pmx_derive_metrics(&plain->result);
	report.out = written_open(&written);
	pmx_text_write(&report, &marked->result);
	pmx_text_write(&report, &plain->result);
	pmx_text_end(&report, &plain->result);
	text = written_close(&written);
	assert_int_equal(count_of(text, "\n  ~ from"), 1);
	free(text);
	free(marked);
	free(plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_line_ends_in_white_space_and_none_commands_the_terminal),
		cmocka_unit_test(no_form_is_wider_than_eighty_columns),
		cmocka_unit_test(what_has_no_room_goes_on_below_and_in_its_column),
		cmocka_unit_test(a_wide_screen_has_room_for_all_of_a_row),
		cmocka_unit_test(intervals_keep_their_columns),
		cmocka_unit_test(intervals_with_other_threads_keep_their_columns),
		cmocka_unit_test(colours_come_only_when_asked_for),
		cmocka_unit_test(each_reason_is_said_once_with_all_its_events),
		cmocka_unit_test(a_partial_count_says_how_many_are_missing),
		cmocka_unit_test(hundreds_of_events_are_named_in_a_few_lines),
		cmocka_unit_test(many_reasons_are_cut_short),
		cmocka_unit_test(busy_threads_come_first_and_those_that_did_not_run_last),
		cmocka_unit_test(the_header_of_intervals_comes_back_after_twenty_five),
		cmocka_unit_test(files_begin_with_when_they_were_started),
		cmocka_unit_test(one_run_of_several_has_no_infinite_digits),
		cmocka_unit_test(a_ratio_of_what_was_not_on_together_is_marked_and_explained_once),
		cmocka_unit_test(a_number_without_padding_has_room_for_the_mark),
		cmocka_unit_test(a_mark_in_an_earlier_interval_is_explained_at_the_end),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
