// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_mux_json.c - the multiplexing document is JSON whatever is in it, has all numbers,
 * and stays bounded
 */
#include "json.h"
#include "manuals.h"
#include "mux_reports.h"

static const struct pmx_json_head head = {
	.target = "command", .version = "0.1.0", .kernel = NULL, .exit_status = -1
};

static char *text_of(struct mux_made *made)
{
	struct written written;

	pmx_mux_json(written_open(&written), &made->report, &head);
	return written_close(&written);
}

static json_t *document(struct mux_made *made)
{
	return parse_once(text_of(made));
}

static json_t *event(json_t *json, size_t i)
{
	return at(json, "events", i);
}

static void every_document_is_json_with_all_that_was_promised(void **state)
{
	static const char *const always[] = { "schema",	   "version",	  "kernel",   "target",
					      "command",   "exit_status", "start_ns", "elapsed_ns",
					      "target_ns", "passes",	  "observed", "events",
					      "pmus",	   "advice" };

	(void)state;
	for (size_t i = 0; i < MUX_CASES; i++) {
		struct mux_made *made = mux_makers[i]();
		json_t *json = document(made);

		for (size_t k = 0; k < sizeof(always) / sizeof(always[0]); k++)
			if (!json_object_get(json, always[k]))
				fail_msg("case %zu: no %s", i, always[k]);
		assert_int_equal(json_array_size(json_object_get(json, "events")),
				 made->report.row_count);
		assert_int_equal(json_array_size(json_object_get(json, "pmus")),
				 made->report.pmu_count);
		assert_int_equal(json_array_size(json_object_get(json, "advice")),
				 made->report.advice_count);
		json_decref(json);
		mux_free(made);
	}
}

static void small_documents_are_exact(void **state)
{
	struct mux_made *hostile = mux_case_hostile(), *software = mux_case_software();

	(void)state;
	golden_compare("mux-hostile", "json", text_of(hostile));
	golden_compare("mux-software", "json", text_of(software));
	mux_free(hostile);
	mux_free(software);
}

static void numbers_of_an_event_are_those_of_its_row(void **state)
{
	struct mux_made *made = mux_case_verdicts();
	struct pmx_mux_row *row = &made->rows[4];
	json_t *json, *found;

	(void)state;
	row->burst_mean = 123;
	row->count.lost = 2;
	json = document(made);
	found = event(json, 4);
	assert_string_equal(text(found, "verdict"), "shared");
	assert_true(number(found, "raw") == 1896207579);
	assert_true(number(found, "scaled") == row->count.value);
	assert_true(number(found, "half") == row->half);
	assert_true(fabs(number(found, "half_percent") - 1.24) < 1e-9);
	assert_true(number(found, "interpolated") == row->interpolated);
	assert_true(number(found, "share") == row->share);
	assert_true(number(found, "factor") == row->factor);
	assert_true(number(found, "slices") == (double)row->slices);
	assert_true(number(found, "slice_mean_ns") == 16e6);
	assert_true(number(found, "slice_longest_ns") == 16020000);
	assert_true(number(found, "blind_ns") == 8e6);
	assert_true(number(found, "blind_at_ns") == 24e6);
	assert_true(number(found, "burst_mean_ns") == 123);
	assert_true(number(found, "demand_ahead") == 5);
	assert_true(number(found, "lost") == 2);
	json_decref(json);
	mux_free(made);
}

static void numbers_of_a_pmu_and_of_observing_are_there(void **state)
{
	struct mux_made *made = mux_case_verdicts();
	json_t *json = document(made), *pmu = json_array_get(json_object_get(json, "pmus"), 0);
	json_t *seen = json_object_get(json, "observed");

	(void)state;
	assert_true(number(json, "passes") == 2);
	assert_true(number(json, "target_ns") == 799123456);
	assert_true(number(pmu, "demand") == 8);
	assert_true(number(pmu, "capacity") == 4.02);
	assert_true(number(pmu, "counters") == 6);
	assert_true(number(pmu, "used") == 3.71);
	assert_true(number(pmu, "head_of_line") == 0.31);
	assert_true(number(pmu, "jain") == 0.9987);
	assert_true(number(pmu, "interval_set_ns") == 4e6);
	assert_true(number(pmu, "interval_seen_ns") == 4012345);
	assert_true(number(pmu, "rotations") == 199);
	assert_true(json_is_true(json_object_get(pmu, "watchdog")));
	assert_true(json_is_false(json_object_get(pmu, "shared_context")));
	assert_string_equal(text(seen, "method"), "pages");
	assert_true(number(seen, "period_ns") == 12300);
	assert_true(number(seen, "missed") == 17);
	assert_true(number(seen, "folded") == 2);
	assert_true(number(seen, "cpu_ns") == 720e6);
	json_decref(json);
	mux_free(made);
}

static void what_was_not_measured_is_null(void **state)
{
	static const char *const of_unsupported[] = { "raw",	      "scaled",	     "half",
						      "half_percent", "share",	     "factor",
						      "slices",	      "blind_ns",    "enabled_ns",
						      "running_ns",   "interpolated" };
	struct mux_made *made = mux_case_verdicts();
	json_t *json = document(made), *row = event(json, 11);

	(void)state;
	for (size_t i = 0; i < sizeof(of_unsupported) / sizeof(of_unsupported[0]); i++)
		if (!is_null(row, of_unsupported[i]))
			fail_msg("%s is not null", of_unsupported[i]);
	assert_null(json_object_get(row, "timeline"));
	assert_null(json_object_get(row, "track"));
	assert_null(json_object_get(row, "resident_ns"));
	assert_true(is_null(event(json, 8), "half")); /* too few slices */
	assert_true(is_null(event(json, 8), "half_percent"));
	assert_true(number(event(json, 2), "half") == 0);  /* exact */
	assert_true(number(event(json, 9), "share") == 0); /* starved: due, and never on */
	assert_true(is_null(event(json, 9), "slices"));
	assert_true(number(event(json, 9), "blind_ns") == 800e6);
	json_decref(json);
	mux_free(made);
}

/* --- timelines and slices ----------------------------------------------------------------- */

/* How much of its due time the event was on, by its timeline; bins that were due are alike here. */
static double on_by_timeline(json_t *row, size_t *bins)
{
	json_t *runs = json_object_get(json_object_get(row, "timeline"), "runs"), *run;
	double on = 0, due = 0;
	size_t i;

	*bins = 0;
	json_array_foreach(runs, i, run) {
		double length = json_number_value(json_array_get(run, 0));
		json_t *share = json_array_get(run, 1);

		assert_int_equal(json_array_size(run), 2);
		assert_true(length >= 1);
		*bins += (size_t)length;
		if (json_is_null(share))
			continue;
		on += length * json_number_value(share);
		due += length;
	}
	return on / due;
}

static void timelines_are_bounded_and_add_up_to_the_share(void **state)
{
	struct mux_made *made = mux_case_many();
	json_t *json = document(made);

	(void)state;
	for (size_t i = 2; i < made->report.row_count; i++) {
		json_t *timeline = json_object_get(event(json, i), "timeline");
		size_t bins;
		double on = on_by_timeline(event(json, i), &bins);

		assert_true(fabs(on - made->rows[i].share) < 0.01);
		assert_true(bins <= 1024);
		assert_true(number(timeline, "start_ns") == 0);
		assert_true((double)bins * number(timeline, "bin_ns") >= 10e9);
	}
	json_decref(json);
	mux_free(made);
}

static void runs_are_as_long_as_they_can_be(void **state)
{
	struct mux_made *made = mux_new(MUX_MS);
	struct pmx_mux_row *row = mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED);
	static struct pmx_bins bins;
	json_t *json, *timeline;
	char *text;

	(void)state;
	bins = (struct pmx_bins){ .start = made->report.start + 500, .width = 100, .count = 7 };
	for (size_t i = 0; i < 5; i++)
		bins.due[i] = 100;
	bins.on[1] = bins.on[2] = 50;
	bins.on[4] = 100;
	row->bins = &bins;
	json = document(made);
	timeline = json_object_get(event(json, 0), "timeline");
	assert_true(number(timeline, "start_ns") == 500);
	assert_true(number(timeline, "bin_ns") == 100);
	text = json_dumps(json_object_get(timeline, "runs"), JSON_COMPACT);
	assert_string_equal(text, "[[1,0],[2,0.5],[1,0],[1,1],[2,null]]");
	free(text);
	json_decref(json);
	mux_free(made);
}

static void the_newest_slices_are_kept_in_order(void **state)
{
	enum { MANY = PMX_TRACK_SLICES + 100 };
	struct mux_made *made = mux_new(MANY * 10);
	struct pmx_mux_row *row = mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED);
	struct pmx_track *track = mux_track(made, row);
	json_t *json, *list, *slice;
	size_t i;

	(void)state;
	for (uint64_t n = 0; n < MANY; n++)
		mux_time(made, track, n * 10, n * 10 + 4, true);
	json = document(made);
	list = json_object_get(json_object_get(event(json, 0), "track"), "slice_list");
	assert_int_equal(json_array_size(list), PMX_TRACK_SLICES);
	json_array_foreach(list, i, slice) {
		assert_int_equal(json_integer_value(json_array_get(slice, 0)), (i + 100) * 10);
		assert_int_equal(json_integer_value(json_array_get(slice, 1)), (i + 100) * 10 + 4);
	}
	assert_true(number(json_object_get(event(json, 0), "track"), "slices_dropped") == 100);
	json_decref(json);
	mux_free(made);
}

static void a_row_of_several_places_has_no_track(void **state)
{
	struct mux_made *made = mux_case_places();
	json_t *json, *row;

	(void)state;
	made->rows[0].track = NULL;
	json = document(made);
	row = event(json, 0);
	assert_null(json_object_get(row, "track"));
	assert_non_null(json_object_get(row, "timeline"));
	assert_true(number(row, "cpu") == 0);
	assert_null(json_object_get(row, "tid"));
	row = event(json, 8);
	assert_null(json_object_get(row, "cpu"));
	assert_true(number(row, "tid") == 4711);
	json_decref(json);
	mux_free(made);
}

/* --- names -------------------------------------------------------------------------------- */

static void names_come_back_as_they_were(void **state)
{
	struct mux_made *made = mux_case_hostile();
	json_t *json = document(made);

	(void)state;
	assert_string_equal(text(event(json, 0), "event"), HOSTILE);
	assert_string_equal(text(event(json, 0), "pmu"), HOSTILE);
	assert_string_equal(text(event(json, 0), "unit"), "<b>&\x1b");
	assert_string_equal(text(event(json, 2), "event"), "\xef\xbf\xbf\xef\xbf\xbe");
	json_decref(json);
	mux_free(made);
}

static void every_byte_gives_a_valid_string(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		struct mux_made *made = mux_new(MUX_MS);
		char name[] = { 'a', (char)byte, 'b', (char)byte, '\0' };

		mux_missing(made, name, &pmu_cpu, PMX_MUX_UNSUPPORTED, PMX_NOT_SUPPORTED)
			->count.reason = name;
		mux_advise(made, name, name);
		json_decref(document(made));
		mux_free(made);
	}
}

/* --- the manual --------------------------------------------------------------------------- */

/* What the document has in common with that of stat is in the sentence above the table. */
static bool is_documented(const char *page, const char *member)
{
	char alone[128], with_comma[128];

	snprintf(alone, sizeof(alone), "\n.B %s\n", member);
	snprintf(with_comma, sizeof(with_comma), "\n.BR %s ,\n", member);
	return is_in_table(page, member) || strstr(page, alone) || strstr(page, with_comma);
}

static void every_member_is_documented_in_the_section(void **state)
{
	static const char heading[] = "\n.SH THE DOCUMENT OF PERFMUX MUX\n";
	char *section = manual_section("perfmux-json.5.in", heading, heading);

	(void)state;
	for (size_t i = 0; i < MUX_CASES; i++) {
		struct mux_made *made = mux_makers[i]();
		json_t *json;

		made->rows[0].count.lost = 1;
		json = document(made);
		check_documented(section, json, is_documented);
		json_decref(json);
		mux_free(made);
	}
	assert_false(is_documented(section, "nonsense"));
	free(section);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_document_is_json_with_all_that_was_promised),
		cmocka_unit_test(small_documents_are_exact),
		cmocka_unit_test(numbers_of_an_event_are_those_of_its_row),
		cmocka_unit_test(numbers_of_a_pmu_and_of_observing_are_there),
		cmocka_unit_test(what_was_not_measured_is_null),
		cmocka_unit_test(timelines_are_bounded_and_add_up_to_the_share),
		cmocka_unit_test(runs_are_as_long_as_they_can_be),
		cmocka_unit_test(the_newest_slices_are_kept_in_order),
		cmocka_unit_test(a_row_of_several_places_has_no_track),
		cmocka_unit_test(names_come_back_as_they_were),
		cmocka_unit_test(every_byte_gives_a_valid_string),
		cmocka_unit_test(every_member_is_documented_in_the_section),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
