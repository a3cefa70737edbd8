// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_golden.c - every writer's exact output for every kind of result
 */
#include "cases.h"
#include "comma_locale.h"
#include "golden.h"

static const double run_seconds[] = { 0.001358, 0.000892, 0.000958 };

enum { MAX_RESULTS = 4 };

/* A report as perfmux stat would make it, over one result or several intervals. */
struct golden_case {
	const char *name;
	struct made *results[MAX_RESULTS];
	size_t count;
	struct pmx_report report;
};

static void compare(const struct golden_case *golden, const char *format, char *text)
{
	golden_compare(golden->name, format, text);
}

static void check_text(struct golden_case *golden)
{
	struct pmx_report report = golden->report;
	struct written written;

	report.out = written_open(&written);
	pmx_text_begin(&report);
	for (size_t i = 0; i < golden->count; i++)
		pmx_text_write(&report, &golden->results[i]->result);
	pmx_text_end(&report, &golden->results[golden->count - 1]->result);
	compare(golden, "txt", written_close(&written));
}

static void check_csv(struct golden_case *golden, const char *columns, const char *format)
{
	struct pmx_report report = golden->report;
	struct written written;

	report.out = written_open(&written);
	report.separator = ",";
	report.columns = columns;
	report.header = columns != NULL;
	pmx_csv_begin(&report, &golden->results[0]->result);
	for (size_t i = 0; i < golden->count; i++)
		pmx_csv_write(&report, &golden->results[i]->result);
	compare(golden, format, written_close(&written));
}

static void check_jsonl(struct golden_case *golden)
{
	struct pmx_report report = golden->report;
	struct written written;

	report.out = written_open(&written);
	for (size_t i = 0; i < golden->count; i++)
		pmx_jsonl_write(&report, &golden->results[i]->result);
	compare(golden, "jsonl", written_close(&written));
}

static void check_json(struct golden_case *golden)
{
	char *argv[] = { "sh", "-c", "echo \"\xff\t\"", NULL };
	static const char *const notes[] = { NULL, "one", NULL, "two\n", NULL };
	struct pmx_json_head head = { .command = argv,
				      .target = "command",
				      .version = "0.1.0",
				      .kernel = "6.18.0",
				      .exit_status = 3,
				      .notes = notes,
				      .note_count = sizeof(notes) / sizeof(notes[0]) };
	struct pmx_report report = golden->report;
	struct written written;

	report.out = written_open(&written);
	report.started = 1764431381;
	pmx_json_begin(&report, &head);
	for (size_t i = 0; i < golden->count; i++)
		pmx_json_write(&report, &golden->results[i]->result);
	pmx_json_end(&report, &head);
	compare(golden, "json", written_close(&written));
}

static void check(const char *name, struct made *first, struct made *second, struct made *third,
		  struct pmx_report report)
{
	struct golden_case golden = { .name = name, .results = { first, second, third } };

	report.title = report.title ? report.title : "'true'";
	report.show_times = true;
	report.runs = report.runs ? report.runs : 1;
	golden.report = report;
	while (golden.results[golden.count])
		pmx_derive_metrics(&golden.results[golden.count++]->result);
	check_text(&golden);
	check_csv(&golden, NULL, "csv");
	check_csv(&golden, pmx_csv_columns(), "columns.csv");
	check_jsonl(&golden);
	check_json(&golden);
	for (size_t i = 0; i < golden.count; i++)
		free(golden.results[i]);
}

static void a_virtual_machine_has_one_reason_for_all_its_missing_events(void **state)
{
	(void)state;
	check("default", case_default(), NULL, NULL, (struct pmx_report){ 0 });
}

static void multiplexed_counts_have_their_share_and_every_ratio(void **state)
{
	(void)state;
	check("hardware", case_hardware(), NULL, NULL, (struct pmx_report){ .color = true });
}

static void repeats_have_spreads_and_a_table(void **state)
{
	(void)state;
	check("repeat", case_repeat(), NULL, NULL,
	      (struct pmx_report){ .runs = 3, .table = true, .run_seconds = run_seconds });
}

static void intervals_are_followed_by_a_summary(void **state)
{
	struct made *summary = case_interval(0);

	(void)state;
	summary->result.is_summary = true;
	check("interval", case_interval(50173982), case_interval(100347964), summary,
	      (struct pmx_report){ .interval = true });
}

static void cores_are_labelled_and_count_their_cpus(void **state)
{
	(void)state;
	check("core", case_core(), NULL, NULL, (struct pmx_report){ .title = "'system wide'" });
}

static void cpus_are_labelled(void **state)
{
	(void)state;
	check("cpu", case_cpu(), NULL, NULL,
	      (struct pmx_report){ .title = "'system wide'", .no_big_num = true });
}

static void hostile_thread_names_break_no_format(void **state)
{
	(void)state;
	check("thread", case_thread(), NULL, NULL,
	      (struct pmx_report){ .title = "process id '\x1b[2J'" });
}

static void cgroups_have_a_column(void **state)
{
	(void)state;
	check("cgroup", case_cgroup(), NULL, NULL, (struct pmx_report){ 0 });
}

static void no_status_and_no_number_is_made_up(void **state)
{
	(void)state;
	check("values", case_values(), NULL, NULL, (struct pmx_report){ 0 });
}

static void no_locale_changes_any_output(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	a_virtual_machine_has_one_reason_for_all_its_missing_events(state);
	multiplexed_counts_have_their_share_and_every_ratio(state);
	repeats_have_spreads_and_a_table(state);
	intervals_are_followed_by_a_summary(state);
	no_status_and_no_number_is_made_up(state);
	comma_locale_leave(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_virtual_machine_has_one_reason_for_all_its_missing_events),
		cmocka_unit_test(multiplexed_counts_have_their_share_and_every_ratio),
		cmocka_unit_test(repeats_have_spreads_and_a_table),
		cmocka_unit_test(intervals_are_followed_by_a_summary),
		cmocka_unit_test(cores_are_labelled_and_count_their_cpus),
		cmocka_unit_test(cpus_are_labelled),
		cmocka_unit_test(hostile_thread_names_break_no_format),
		cmocka_unit_test(cgroups_have_a_column),
		cmocka_unit_test(no_status_and_no_number_is_made_up),
		cmocka_unit_test(no_locale_changes_any_output),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
