// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_capacity.c - what `perfmux mux --capacity` writes
 */
#include <stdlib.h>
#include <string.h>

#include "results.h"

#include <perfmux/report_mux.h>

#include "fake_kernel.h"
#include "json.h"

static struct pmx_capacity_row rows[3];
static struct pmx_holder some_holders[] = { { 12, "perf", 40 }, { 7, "a\"b\x1b[31m", 1 } };
static struct pmx_events events;
static unsigned pass[8];

static struct pmx_capacity_row measured(const struct pmx_pmu *pmu, unsigned usable,
					unsigned counters)
{
	return (struct pmx_capacity_row){
		.capacity = { .pmu = pmu,
			      .name = "cycles",
			      .usable = usable,
			      .counters = counters },
	};
}

static struct pmx_capacity_report report_of(size_t count)
{
	return (struct pmx_capacity_report){ .rows = rows, .count = count };
}

static char *text_of(const struct pmx_capacity_report *report)
{
	struct written written;

	pmx_capacity_text(written_open(&written), report);
	return written_close(&written);
}

static void check_text(const struct pmx_capacity_report *report, const char *wanted)
{
	char *text = text_of(report);

	assert_string_equal(text, wanted);
	free(text);
}

static void a_row_says_what_can_be_used(void **state)
{
	struct pmx_capacity_report report = report_of(2);

	(void)state;
	rows[0] = measured(&fake_big, 9, 9);
	rows[1] = measured(&fake_little, 4, 0);
	rows[1].capacity.cpu = 2;
	check_text(&report, "  PMU       CPU  usable  counters  event\n"
			    "  cpu_core    0       9         9  cycles\n"
			    "  cpu_atom    2       4         -  cycles\n");
}

static void what_is_missing_is_said_to_be_held(void **state)
{
	struct pmx_capacity_report report = report_of(2);

	(void)state;
	rows[0] = measured(&fake_big, 8, 9);
	rows[0].watchdog = true;
	rows[1] = measured(&fake_little, 4, 7);
	check_text(&report,
		   "  PMU       CPU  usable  counters  event\n"
		   "  cpu_core    0       8         9  cycles\n"
		   "  cpu_atom    0       4         7  cycles\n"
		   "\n"
		   "cpu_core: 1 of 9 counters is held by others: the NMI watchdog has one, until\n"
		   "  sysctl kernel.nmi_watchdog=0\n"
		   "cpu_atom: 3 of 7 counters are held by others\n");
}

static void the_watchdog_is_named_where_the_number_of_counters_is_not_known(void **state)
{
	struct pmx_capacity_report report = report_of(1);
	char *text;

	(void)state;
	rows[0] = measured(&fake_big, 3, 0);
	rows[0].watchdog = true;
	text = text_of(&report);
	assert_non_null(strstr(text, "\ncpu_core: the NMI watchdog has one, until"));
	free(text);
	rows[0].capacity.counters = 3; /* it does not, then */
	text = text_of(&report);
	assert_null(strstr(text, "watchdog"));
	free(text);
}

static void more_than_the_kernel_said_is_nothing_held(void **state)
{
	struct pmx_capacity_report report = report_of(1);

	(void)state;
	rows[0] = measured(&fake_big, 5, 4);
	check_text(&report, "  PMU       CPU  usable  counters  event\n"
			    "  cpu_core    0       5         4  cycles\n");
}

static void a_failure_has_its_reason(void **state)
{
	struct pmx_capacity_report report = report_of(1);
	char why[] = "cycles: no permission";

	(void)state;
	rows[0] = measured(&fake_big, 0, 0);
	rows[0].capacity.cpu = -1;
	rows[0].capacity.name = NULL;
	rows[0].why = why;
	check_text(&report, "  PMU       CPU  usable  counters  event\n"
			    "  cpu_core    -       -         -  -\n"
			    "\n"
			    "cpu_core: not measured: cycles: no permission\n");
}

static void others_with_events_are_named_safely(void **state)
{
	struct pmx_capacity_report report = report_of(1);

	(void)state;
	rows[0] = measured(&fake_big, 4, 4);
	report.holders = (struct pmx_holders){ .list = some_holders, .count = 2, .hidden = 3 };
	check_text(&report,
		   "  PMU       CPU  usable  counters  event\n"
		   "  cpu_core    0       4         4  cycles\n"
		   "\n"
		   "Others with perf events open, which may hold counters: perf (process 12) 40,\n"
		   "  a\"b\\x1b[31m (process 7) 1\n"
		   "3 processes of other users may have some, too: we may not look into them\n");
}

static void many_others_are_cut_short(void **state)
{
	struct pmx_capacity_report report = report_of(1);
	struct pmx_holder many[300];
	char *text;

	(void)state;
	rows[0] = measured(&fake_big, 4, 4);
	for (size_t i = 0; i < 300; i++) {
		many[i] = (struct pmx_holder){ .pid = 2147483647, .events = 4294967295u };
		memset(many[i].comm, 'x', sizeof(many[i].comm) - 1);
	}
	report.holders = (struct pmx_holders){ .list = many, .count = 300 };
	text = text_of(&report);
	assert_non_null(strstr(text, "292"));
	free(text);
}

/* A group of two, one alone, and a clock. */
static void make_events(void)
{
	pmx_events_free(&events);
	events = (struct pmx_events){ 0 };
	fake_event(&events, &fake_big, 1, 0);
	fake_event(&events, &fake_big, 2, 0);
	fake_event(&events, &fake_big, 3, -1);
	fake_event(&events, &fake_software, 0, -1);
	memset(pass, 0, sizeof(pass));
}

static void passes_are_specs_to_be_copied(void **state)
{
	struct pmx_capacity_report report = report_of(0);
	char *text;

	(void)state;
	make_events();
	pass[2] = 1;
	report.events = &events;
	report.pass = pass;
	report.passes = 2;
	text = text_of(&report);
	assert_non_null(strstr(text, "\n2 passes, each event always on in its own:\n"
				     "  1  {cpu_core-1,cpu_core-2},software-0\n"
				     "  2  cpu_core-3\n"));
	report.last_waits = true;
	free(text);
	text = text_of(&report);
	assert_non_null(strstr(text, "  2  cpu_core-3\nWhat is in the last pass finds no counter"));
	free(text);
}

static void one_pass_is_not_worth_a_list(void **state)
{
	struct pmx_capacity_report report = report_of(0);
	char *text;

	(void)state;
	make_events();
	report.events = &events;
	report.pass = pass;
	report.passes = 1;
	text = text_of(&report);
	assert_non_null(strstr(text, "\nAll events fit together: one pass.\n"));
	free(text);
	report.last_waits = true;
	text = text_of(&report);
	assert_non_null(strstr(text, "\nNone of them finds a counter"));
	free(text);
}

static json_t *json_of(const struct pmx_capacity_report *report)
{
	static const struct pmx_json_head head = { .version = "0.1.0", .exit_status = -1 };
	struct written written;

	pmx_capacity_json(written_open(&written), report, &head);
	return parse_once(written_close(&written));
}

static void the_document_has_the_same(void **state)
{
	struct pmx_capacity_report report = report_of(2);
	char why[] = "cycles: \"no\" permission";
	json_t *json;

	(void)state;
	make_events();
	pass[2] = 1;
	rows[0] = measured(&fake_big, 8, 9);
	rows[0].watchdog = true;
	rows[1] = measured(&fake_little, 0, 0);
	rows[1].capacity.code = EACCES;
	rows[1].capacity.cpu = -1;
	rows[1].why = why;
	report.holders = (struct pmx_holders){ .list = some_holders, .count = 2, .hidden = 3 };
	report.events = &events;
	report.pass = pass;
	report.passes = 2;
	json = json_of(&report);
	assert_string_equal(text(json, "schema"), "perfmux-capacity/1");
	assert_int_equal(whole(at(json, "pmus", 0), "usable"), 8);
	assert_int_equal(whole(at(json, "pmus", 0), "counters"), 9);
	assert_true(json_is_true(json_object_get(at(json, "pmus", 0), "watchdog")));
	assert_true(is_null(at(json, "pmus", 0), "reason"));
	assert_true(is_null(at(json, "pmus", 1), "usable"));
	assert_true(is_null(at(json, "pmus", 1), "counters"));
	assert_true(is_null(at(json, "pmus", 1), "cpu"));
	assert_int_equal(whole(at(json, "pmus", 1), "errno"), EACCES);
	assert_string_equal(text(at(json, "pmus", 1), "reason"), why);
	assert_int_equal(whole(at(json, "holders", 0), "events"), 40);
	assert_int_equal(whole(json, "hidden_processes"), 3);
	assert_int_equal(whole(json, "passes"), 2);
	assert_int_equal(json_array_size(json_object_get(json, "events")), 4);
	assert_int_equal(whole(at(json, "events", 2), "pass"), 2);
	assert_int_equal(whole(at(json, "events", 1), "group"), 0);
	json_decref(json);
}

static void without_events_the_document_has_no_passes(void **state)
{
	struct pmx_capacity_report report = report_of(0);
	json_t *json = json_of(&report);

	(void)state;
	assert_true(is_null(json, "passes"));
	assert_int_equal(json_array_size(json_object_get(json, "events")), 0);
	json_decref(json);
}

static int free_events(void **state)
{
	(void)state;
	pmx_events_free(&events);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_says_what_can_be_used),
		cmocka_unit_test(what_is_missing_is_said_to_be_held),
		cmocka_unit_test(the_watchdog_is_named_where_the_number_of_counters_is_not_known),
		cmocka_unit_test(more_than_the_kernel_said_is_nothing_held),
		cmocka_unit_test(a_failure_has_its_reason),
		cmocka_unit_test(others_with_events_are_named_safely),
		cmocka_unit_test(many_others_are_cut_short),
		cmocka_unit_test(passes_are_specs_to_be_copied),
		cmocka_unit_test(one_pass_is_not_worth_a_list),
		cmocka_unit_test(the_document_has_the_same),
		cmocka_unit_test(without_events_the_document_has_no_passes),
	};

	return cmocka_run_group_tests(tests, NULL, free_events);
}
