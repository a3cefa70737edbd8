// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_gpu_trace.c - what a trace viewer takes for granted: tracks have names, events are in
 * order, and counters are what was reported when it was
 */
#include "golden.h"
#include "gpu_reports.h"
#include "report/trace.h"
#include "traces.h"

static char *text_of(struct gpu_made *made)
{
	struct written written;

	pmx_gpu_trace(written_open(&written), &made->report, "'make \x1b\"-j4'");
	return written_close(&written);
}

static json_t *trace_of(struct gpu_made *made)
{
	return parse_once(text_of(made));
}

/* The name of a process of the GPU's, or NULL. */
static const char *process_name(json_t *events, json_int_t pid)
{
	return track_name(events, PMX_TEF_GPU + pid, 0);
}

static double at_of(json_t *event)
{
	return number(event, "ts");
}

static double bytes_of(json_t *event)
{
	return number(get(event, "args"), "bytes");
}

/* Event @i of those of the counter, or remarks, of that name; NULL: there are fewer. */
static json_t *nth(json_t *events, json_int_t pid, const char *name, size_t n)
{
	return nth_event(events, PMX_TEF_GPU + pid, "Ci", name, n);
}

static size_t count(json_t *events, json_int_t pid, const char *name)
{
	size_t n = 0;

	while (nth(events, pid, name, n))
		n++;
	return n;
}

static void check_event(json_t *events, json_t *event)
{
	assert_non_null(strchr("MCi", text(event, "ph")[0]));
	assert_non_null(track_name(events, whole(event, "pid"), 0));
	if (is_phase(event, 'C'))
		assert_true(bytes_of(event) >= 0);
	if (is_phase(event, 'i'))
		assert_int_equal(whole(event, "tid"), 1);
}

static void every_event_is_whole_named_and_in_order(void **state)
{
	(void)state;
	for (size_t c = 0; c < GPU_CASES; c++) {
		struct gpu_made *made = gpu_makers[c]();
		json_t *json = trace_of(made), *events = events_of(json), *event;
		bool begun = false;
		double before = 0;
		size_t i;

		json_array_foreach(events, i, event) {
			check_event(events, event);
			assert_false(begun && is_phase(event, 'M'));
			if (is_phase(event, 'M'))
				continue;
			begun = true;
			assert_true(at_of(event) >= before);
			before = at_of(event);
		}
		json_decref(json);
		free(made);
	}
}

static void counters_are_what_was_reported(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	json_t *json = trace_of(made), *events = events_of(json);
	const struct pmx_gpu_line *line = &made->rows[0].line;

	(void)state;
	assert_string_equal(process_name(events, 1), "GPU 0");
	assert_int_equal(count(events, 1, "whole GPU total"), 4);
	assert_int_equal(count(events, 1, "firefox (1234) total"), line->count);
	for (size_t i = 0; i < line->count; i++) {
		double us = (double)line->points[i].at / 1000;
		json_t *total = nth(events, 1, "firefox (1234) total", i);
		json_t *imported = nth(events, 1, "firefox (1234) imported", i);
		json_t *private = nth(events, 1, "firefox (1234) private", i);

		assert_true(at_of(total) == us && at_of(imported) == us && at_of(private) == us);
		assert_true(bytes_of(total) == (double)line->points[i].last);
		assert_true(bytes_of(imported) == (double)line->points[i].imported);
		assert_true(bytes_of(private) == bytes_of(total) - bytes_of(imported));
	}
	json_decref(json);
	free(made);
}

static void nobody_told_of_imports_is_no_counter(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	json_t *json = trace_of(made), *events = events_of(json);

	(void)state;
	assert_int_equal(count(events, 1, "glxgears (41300) total"), 3);
	assert_int_equal(count(events, 1, "glxgears (41300) imported"), 0);
	assert_int_equal(count(events, 1, "glxgears (41300) private"), 0);
	assert_int_equal(count(events, 1, "whole GPU imported"), 0);
	json_decref(json);
	free(made);
}

/*
 * Many updates in one point: the peak at its beginning, the last value at the end of its stretch.
 */
static void a_folded_point_shows_its_peak_and_its_end(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	struct pmx_gpu_point *point = &made->points[1][1]; /* of firefox, at 2 s */
	json_t *json, *events;

	(void)state;
	point->peak = MIB(900);
	made->rows[0].line.width = 1 << 20;
	json = trace_of(made);
	events = events_of(json);
	assert_int_equal(count(events, 1, "firefox (1234) total"), 5);
	assert_true(bytes_of(nth(events, 1, "firefox (1234) total", 1)) == (double)MIB(900));
	assert_true(bytes_of(nth(events, 1, "firefox (1234) total", 2)) == (double)MIB(300));
	/* 7,000,000,000 ns / 2^20 is 6675.7 */
	assert_true(at_of(nth(events, 1, "firefox (1234) total", 2)) == 6676. * (1 << 20) / 1000);
	assert_true(at_of(nth(events, 1, "firefox (1234) imported", 1)) ==
		    6676. * (1 << 20) / 1000);
	json_decref(json);
	free(made);
}

static void the_last_point_may_be_folded_too(void **state)
{
	struct gpu_made *made = gpu_new(100);
	json_t *json, *events;

	(void)state;
	gpu_device(made, 0);
	gpu_process(made, 1, "a", STEPS({ 5, 7 }));
	made->points[0][0].peak = 9;
	gpu_sums(made);
	json = trace_of(made);
	events = events_of(json);
	assert_int_equal(count(events, 1, "a (1) total"), 2);
	assert_true(bytes_of(nth(events, 1, "a (1) total", 0)) == 9);
	assert_true(bytes_of(nth(events, 1, "a (1) total", 1)) == 7);
	json_decref(json);
	free(made);
}

/* A viewer would go on with the old value. */
static void private_that_is_not_known_any_more_is_remarked(void **state)
{
	static const char remark[] =
		"Xorg (812): more imported than in total, what is private is not known";
	struct gpu_made *made = gpu_case_imports();
	json_t *json = trace_of(made), *events = events_of(json);

	(void)state;
	assert_int_equal(count(events, 1, remark), 0);
	json_decref(json);
	made->points[2][1].imported = MIB(141); /* of Xorg's 140 */
	json = trace_of(made);
	events = events_of(json);
	assert_int_equal(count(events, 1, remark), 1);
	assert_int_equal(count(events, 1, "Xorg (812) private"), 1);
	assert_int_equal(count(events, 1, "Xorg (812) imported"), 2);
	json_decref(json);
	free(made);
}

static void what_a_line_was_before_the_total_was_known_is_left_out(void **state)
{
	struct gpu_made *made = gpu_new(1000);
	struct pmx_gpu_row *row;
	json_t *json, *events;

	(void)state;
	gpu_device(made, 0);
	row = gpu_process(made, 1, "a", STEPS({ 1, 5 }, { 10, 7 }, { 20, 8 }));
	row->total.first_at = made->report.start + 10 * GPU_MS; /* 5 was what is imported */
	gpu_sums(made);
	json = trace_of(made);
	events = events_of(json);
	assert_int_equal(count(events, 1, "a (1) total"), 2);
	assert_true(bytes_of(nth(events, 1, "a (1) total", 0)) == 7);
	json_decref(json);
	free(made);
}

static void ends_and_losses_are_remarks(void **state)
{
	struct gpu_made *made = gpu_case_wrong();
	json_t *json = trace_of(made), *events = events_of(json), *event;

	(void)state;
	event = nth(events, 1, "leaky-service-x (4000) ended, and has 180.0 MiB still", 0);
	assert_non_null(event);
	assert_true(at_of(event) == 45e6);
	event = nth(events, 1, "records were lost, the last of 17", 0);
	assert_non_null(event);
	assert_true(at_of(event) == 36e6);
	assert_int_equal(count(events, 1, "second (4000 #2) total"), 1);
	json_decref(json);
	free(made);
}

static void sources_stand_apart(void **state)
{
	struct gpu_made *made = gpu_case_both();
	json_t *json = trace_of(made), *events = events_of(json);

	(void)state;
	assert_string_equal(process_name(events, 2), "msm memory (fdinfo)");
	assert_int_equal(count(events, 2, "Xorg (812) total"), 2);
	assert_int_equal(count(events, 1, "Xorg (812) total"), 2);
	json_decref(json);
	free(made);
}

static void names_come_back_as_they_were(void **state)
{
	struct gpu_made *made = gpu_case_hostile();
	json_t *json = trace_of(made);

	(void)state;
	assert_string_equal(text(json_object_get(json, "otherData"), "title"), "'make \x1b\"-j4'");
	assert_int_equal(count(events_of(json), 1, HOSTILE " (18446744073709551615) total"), 1);
	json_decref(json);
	golden_compare("gpu-hostile", "trace.json", text_of(made));
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_event_is_whole_named_and_in_order),
		cmocka_unit_test(counters_are_what_was_reported),
		cmocka_unit_test(nobody_told_of_imports_is_no_counter),
		cmocka_unit_test(a_folded_point_shows_its_peak_and_its_end),
		cmocka_unit_test(the_last_point_may_be_folded_too),
		cmocka_unit_test(private_that_is_not_known_any_more_is_remarked),
		cmocka_unit_test(what_a_line_was_before_the_total_was_known_is_left_out),
		cmocka_unit_test(ends_and_losses_are_remarks),
		cmocka_unit_test(sources_stand_apart),
		cmocka_unit_test(names_come_back_as_they_were),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
