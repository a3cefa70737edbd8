// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_mux_svg.c - the picture is XML whatever names are in it, shows shares as they are,
 * and does not grow beyond what a browser likes
 */
#include "comma_locale.h"
#include "golden.h"
#include "lines.h"
#include "mux_reports.h"
#include "xml.h"

enum { LIMIT = 500000, PLOT = 520 * 16 };

static char *picture_of(struct mux_made *made, const char *title)
{
	struct written written;

	pmx_mux_svg(written_open(&written), &made->report, title);
	return written_close(&written);
}

static void every_picture_is_xml(void **state)
{
	(void)state;
	for (size_t i = 0; i < MUX_CASES; i++) {
		struct mux_made *made = mux_makers[i]();
		char *xml = picture_of(made, "'" HOSTILE_TWO "' <&>");

		xml_check(xml);
		free(xml);
		mux_free(made);
	}
}

static void every_byte_in_a_name_gives_xml(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		struct mux_made *made = mux_new(MUX_MS);
		char name[] = { 'a', (char)byte, 'b', (char)byte, '\0' }, *xml;

		mux_missing(made, name, &pmu_cpu, PMX_MUX_UNSUPPORTED, PMX_NOT_SUPPORTED)
			->count.reason = name;
		xml = picture_of(made, name);
		xml_check(xml);
		free(xml);
		mux_free(made);
	}
}

static void a_picture_stands_alone(void **state)
{
	(void)state;
	for (size_t i = 0; i < MUX_CASES; i++) {
		struct mux_made *made = mux_makers[i]();
		char *xml = picture_of(made, "'make -j4'");

		xml_check_alone(xml);
		free(xml);
		mux_free(made);
	}
}

static void small_pictures_are_exact(void **state)
{
	struct mux_made *hostile = mux_case_hostile(), *software = mux_case_software();

	(void)state;
	golden_compare("mux-hostile", "svg", picture_of(hostile, "'" HOSTILE "'"));
	golden_compare("mux-software", "svg", picture_of(software, "'true'"));
	mux_free(hostile);
	mux_free(software);
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	small_pictures_are_exact(state);
	comma_locale_leave(dir);
}

/* --- shares as areas ---------------------------------------------------------------------- */

/* The area between the lines of a path of M, H and V, and the lowest line; checks where it is. */
static double area_of(const char *path, double left, double right)
{
	double x = 0, y = 0, base = 0, area = 0;

	while (*path && *path != '"') {
		char command = *path++, *end;
		double value = strtod(path, &end);

		if (command == 'Z')
			continue;
		assert_true(end != path);
		path = end;
		if (command == 'M') {
			x = value;
			y = base = strtod(path, &end);
			path = end;
		} else if (command == 'H') {
			area += (value - x) * (base - y);
			x = value;
		} else {
			assert_int_equal(command, 'V');
			y = value;
		}
		assert_true(x >= left && x <= right);
	}
	return area;
}

/* The picture of one event that was on for 9 of each 20 ms, with a pause of its target. */
static void bars_and_strips_have_the_area_of_their_time(void **state)
{
	struct mux_made *made = mux_new(1000 * MUX_MS);
	struct pmx_mux_row *row = mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED);
	struct pmx_track *track = mux_track(made, row);
	const char *strip, *bars;
	char *xml;

	(void)state;
	for (uint64_t ms = 0; ms < 1000; ms += 20) {
		if (ms >= 400 && ms < 600)
			continue;
		mux_time(made, track, ms * MUX_MS, (ms + 9) * MUX_MS, true);
		mux_time(made, track, (ms + 9) * MUX_MS, (ms + 20) * MUX_MS, false);
	}
	xml = picture_of(made, "x");
	strip = strstr(xml, "<path class=\"back\" d=\"");
	bars = strstr(xml, "<path class=\"c0\" d=\"");
	assert_true(strip && bars);
	assert_float_equal(area_of(bars + 20, 226, 746), PLOT * 0.8 * 0.45, PLOT * 0.005);
	/* a cell at either end of the pause belongs to both */
	assert_float_equal(area_of(strip + 22, 226, 746), PLOT * 0.8, 4 * 16 + 1);
	free(xml);
	mux_free(made);
}

/* --- size --------------------------------------------------------------------------------- */

static void twenty_events_are_twenty_rows_in_a_small_file(void **state)
{
	struct mux_made *made = mux_case_many();
	char *xml = picture_of(made, "'make -j4'");

	(void)state;
	assert_int_equal(count_of(xml, "<g><title>"), 20);
	assert_int_equal(count_of(xml, "class=\"c0\" d="), 16);
	assert_int_equal(count_of(xml, "class=\"c1\" d="), 2); /* another PMU, another colour */
	assert_non_null(strstr(xml, ">10 s</text>"));
	assert_true(strlen(xml) < 100000);
	free(xml);
	mux_free(made);
}

/* Neighbouring cells that differ as much as they can: the longest paths there are. */
static void the_worst_timeline_of_many_rows_stays_small(void **state)
{
	struct mux_made *made = mux_new(1000 * MUX_MS);
	char *xml;

	(void)state;
	for (size_t r = 0; r < MUX_ROWS; r++) {
		struct pmx_track *track =
			mux_track(made, mux_row(made, "event", &pmu_cpu, PMX_MUX_SHARED));

		for (size_t b = 0; b < track->bins->count; b++) {
			track->bins->due[b] = (float)track->bins->width;
			track->bins->on[b] =
				(float)track->bins->width * (float)(b / 16 % 2 * 97) / 100;
		}
	}
	xml = picture_of(made, "x");
	assert_int_equal(count_of(xml, "class=\"c0\" d="), MUX_ROWS);
	assert_true(strlen(xml) < LIMIT);
	xml_check(xml);
	free(xml);
	mux_free(made);
}

static void a_thousand_rows_are_drawn_and_the_others_said(void **state)
{
	struct mux_made *made = mux_new(1000 * MUX_MS);
	struct pmx_mux_row *rows = calloc(1234, sizeof(*rows));
	char *xml;

	(void)state;
	assert_non_null(rows);
	mux_shared(made, "e", &pmu_cpu, 1000, 1, 0, 2, 1);
	for (size_t i = 0; i < 1234; i++) {
		rows[i] = made->rows[0];
		rows[i].cpu = (int)i / 10;
	}
	made->report.rows = rows;
	made->report.row_count = 1234;
	xml = picture_of(made, "x");
	assert_int_equal(count_of(xml, "<g><title>"), 1000);
	assert_int_equal(count_of(xml, ">CPU "), 100);
	assert_non_null(strstr(xml, "and 234 more rows"));
	xml_check(xml);
	free(xml);
	free(rows);
	mux_free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_picture_is_xml),
		cmocka_unit_test(every_byte_in_a_name_gives_xml),
		cmocka_unit_test(a_picture_stands_alone),
		cmocka_unit_test(small_pictures_are_exact),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(bars_and_strips_have_the_area_of_their_time),
		cmocka_unit_test(twenty_events_are_twenty_rows_in_a_small_file),
		cmocka_unit_test(the_worst_timeline_of_many_rows_stays_small),
		cmocka_unit_test(a_thousand_rows_are_drawn_and_the_others_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
