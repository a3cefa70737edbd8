// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_mux_trace.c - what a trace viewer takes for granted: every track has a name, events
 * are in order, slices of a track do not overlap, and together they are the time that was measured
 */
#include "golden.h"
#include "mux_reports.h"
#include "traces.h"

static char *text_of(struct mux_made *made)
{
	struct written written;

	pmx_mux_trace(written_open(&written), &made->report, "'make \x1b\"-j4'");
	return written_close(&written);
}

static json_t *trace_of(struct mux_made *made)
{
	return parse_once(text_of(made));
}

/* ns, from microseconds with three digits behind the point. */
static uint64_t time_of(json_t *json, const char *key)
{
	double ns = number(json, key) * 1000;

	assert_true(ns >= 0 && fabs(ns - rint(ns)) < 1e-3);
	return (uint64_t)rint(ns);
}

/* The name that a process (tid 0) or a thread was given before it was used. */
static const char *name_of(json_t *events, json_int_t pid, json_int_t tid)
{
	const char *name = track_name(events, pid, tid);

	if (!name)
		fail_msg("process %d, thread %d has no name", (int)pid, (int)tid);
	return name;
}

static size_t count_phase(json_t *events, char phase)
{
	size_t count = 0, i;
	json_t *event;

	json_array_foreach(events, i, event)
		count += is_phase(event, phase);
	return count;
}

static void check_event(json_t *events, json_t *event)
{
	json_t *args = json_object_get(event, "args"), *value;
	const char *key;

	assert_non_null(strchr("MXCi", text(event, "ph")[0]));
	name_of(events, whole(event, "pid"), 0);
	if (is_phase(event, 'X') || is_phase(event, 'i'))
		name_of(events, whole(event, "pid"), whole(event, "tid"));
	if (is_phase(event, 'X'))
		time_of(event, "dur");
	if (is_phase(event, 'i'))
		assert_string_equal(text(event, "s"), "t");
	if (!is_phase(event, 'C'))
		return;
	assert_int_equal(json_object_size(args), 1);
	json_object_foreach(args, key, value)
		assert_true(json_is_number(value) && json_number_value(value) >= 0);
}

static void every_event_is_whole_named_and_in_order(void **state)
{
	(void)state;
	for (size_t c = 0; c < MUX_CASES; c++) {
		struct mux_made *made = mux_makers[c]();
		json_t *json = trace_of(made), *events = events_of(json), *event;
		uint64_t before = 0;
		bool begun = false;
		size_t i;

		json_array_foreach(events, i, event) {
			check_event(events, event);
			assert_false(begun && is_phase(event, 'M'));
			if (is_phase(event, 'M'))
				continue;
			begun = true;
			assert_true(time_of(event, "ts") >= before);
			before = time_of(event, "ts");
			assert_true(before >= made->report.start && before <= made->report.end);
		}
		json_decref(json);
		mux_free(made);
	}
}

static void slices_follow_one_another_and_are_the_running_time(void **state)
{
	struct mux_made *made = mux_case_verdicts();
	json_t *json = trace_of(made), *events = events_of(json), *event;
	uint64_t ends[MUX_ROWS] = { 0 }, sums[MUX_ROWS] = { 0 };
	size_t slices[MUX_ROWS] = { 0 }, i;

	(void)state;
	json_array_foreach(events, i, event) {
		size_t row;

		if (!is_phase(event, 'X'))
			continue;
		row = (size_t)whole(event, "tid") - 1;
		assert_true(row < made->report.row_count);
		assert_string_equal(text(event, "name"), made->rows[row].name);
		assert_true(time_of(event, "ts") >= ends[row]);
		ends[row] = time_of(event, "ts") + time_of(event, "dur");
		sums[row] += time_of(event, "dur");
		slices[row]++;
	}
	for (size_t row = 2; row < 9; row++) {
		double expected = 800e6 * made->rows[row].share;

		assert_int_equal(slices[row], made->rows[row].slices);
		assert_true(fabs((double)sums[row] - expected) < 800e6 * 0.01);
	}
	json_decref(json);
	mux_free(made);
}

static void counters_in_use_are_no_more_than_there_are(void **state)
{
	struct mux_made *made = mux_case_many();
	json_t *json = trace_of(made), *events = events_of(json), *event;
	double last = -1, most = 0;
	size_t i;

	(void)state;
	json_array_foreach(events, i, event) {
		double value;

		if (!is_phase(event, 'C') ||
		    strcmp(name_of(events, whole(event, "pid"), 0), "cpu") != 0)
			continue;
		value = json_number_value(
			json_object_get(json_object_get(event, "args"), "counters"));
		assert_true(value <= 5.001);
		assert_true(value != last); /* an event is a change */
		most = value > most ? value : most;
		last = value;
	}
	assert_true(most > 4.99);
	json_decref(json);
	mux_free(made);
}

static void what_was_dropped_is_said_where_slices_begin(void **state)
{
	enum { MANY = PMX_TRACK_SLICES + 42 };
	struct mux_made *made = mux_new(MANY * 10000ull);
	struct pmx_track *track = mux_track(made, mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED));
	json_t *json, *events, *event;
	size_t i;

	(void)state;
	for (uint64_t n = 0; n < MANY; n++)
		mux_time(made, track, n * 10000, n * 10000 + 4000, true);
	json = trace_of(made);
	events = events_of(json);
	assert_int_equal(count_phase(events, 'i'), 1);
	assert_int_equal(count_phase(events, 'X'), PMX_TRACK_SLICES);
	json_array_foreach(events, i, event) {
		if (!is_phase(event, 'i'))
			continue;
		assert_string_equal(text(event, "name"), "42 earlier slices were not kept");
		assert_int_equal(time_of(event, "ts"), made->report.start + 420000);
		assert_true(is_phase(json_array_get(events, i + 1), 'X'));
	}
	json_decref(json);
	mux_free(made);
}

static void a_row_without_slices_has_its_share_instead(void **state)
{
	struct mux_made *made = mux_case_places();
	json_t *json, *events, *event;
	size_t shares = 0, i;

	(void)state;
	for (size_t r = 0; r < made->report.row_count; r++)
		made->rows[r].track = NULL;
	json = trace_of(made);
	events = events_of(json);
	assert_int_equal(count_phase(events, 'X'), 0);
	json_array_foreach(events, i, event) {
		json_t *share = json_object_get(json_object_get(event, "args"), "share");

		if (!share || strcmp(text(event, "name"), "cycles, CPU 1") != 0)
			continue;
		assert_true(json_number_value(share) <= 1);
		shares++;
	}
	assert_true(shares > 100);
	json_decref(json);
	mux_free(made);
}

static void slices_that_began_before_the_start_begin_at_it(void **state)
{
	struct mux_made *made = mux_new(MUX_MS);
	struct pmx_track *track = mux_track(made, mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED));
	json_t *json, *event;
	size_t i;

	(void)state;
	mux_time(made, track, 0, 1000, true);
	track->ring[0].start -= 500;
	json = trace_of(made);
	json_array_foreach(events_of(json), i, event) {
		if (!is_phase(event, 'X'))
			continue;
		assert_int_equal(time_of(event, "ts"), made->report.start);
		assert_int_equal(time_of(event, "dur"), 1000);
	}
	json_decref(json);
	mux_free(made);
}

static void times_are_exact_to_the_nanosecond(void **state)
{
	struct mux_made *made = mux_new(MUX_MS);
	struct pmx_track *track = mux_track(made, mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED));
	char *written;

	(void)state;
	mux_time(made, track, 12345, 12345 + 6007, true);
	written = text_of(made);
	assert_non_null(strstr(written, "\"ts\":5000012.345,\"dur\":6.007}"));
	free(written);
	mux_free(made);
}

static void names_come_back_as_they_were(void **state)
{
	struct mux_made *made = mux_case_hostile();
	json_t *json = trace_of(made);

	(void)state;
	assert_string_equal(text(json_object_get(json, "otherData"), "title"), "'make \x1b\"-j4'");
	assert_string_equal(name_of(events_of(json), 1, 0), HOSTILE);
	assert_string_equal(name_of(events_of(json), 1, 1), HOSTILE);
	json_decref(json);
	golden_compare("mux-hostile", "trace.json", text_of(made));
	mux_free(made);
}

static void nothing_observed_is_an_empty_trace(void **state)
{
	struct mux_made *made = mux_case_software();
	json_t *json = trace_of(made);

	(void)state;
	assert_int_equal(json_array_size(events_of(json)), 0);
	json_decref(json);
	mux_free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_event_is_whole_named_and_in_order),
		cmocka_unit_test(slices_follow_one_another_and_are_the_running_time),
		cmocka_unit_test(counters_in_use_are_no_more_than_there_are),
		cmocka_unit_test(what_was_dropped_is_said_where_slices_begin),
		cmocka_unit_test(a_row_without_slices_has_its_share_instead),
		cmocka_unit_test(slices_that_began_before_the_start_begin_at_it),
		cmocka_unit_test(times_are_exact_to_the_nanosecond),
		cmocka_unit_test(names_come_back_as_they_were),
		cmocka_unit_test(nothing_observed_is_an_empty_trace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
