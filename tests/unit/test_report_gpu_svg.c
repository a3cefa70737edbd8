// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_gpu_svg.c - the picture is XML whatever names are in it, its areas are bytes by time,
 * and it does not grow beyond what a browser likes
 */
#include "comma_locale.h"
#include "golden.h"
#include "gpu_reports.h"
#include "lines.h"
#include "xml.h"

enum { LIMIT = 500000, LEFT = 90, RIGHT = 730, HEIGHT = 180, BOTTOM = 66 + 42 + HEIGHT };

static char *picture_of(const struct pmx_gpu_report *report, const char *title)
{
	struct written written;

	pmx_gpu_svg(written_open(&written), report, title);
	return written_close(&written);
}

static void every_picture_is_xml_and_stands_alone(void **state)
{
	(void)state;
	for (size_t i = 0; i < GPU_CASES; i++) {
		struct gpu_made *made = gpu_makers[i]();
		char *xml = picture_of(&made->report, "'" HOSTILE_TWO "' <&>");

		xml_check(xml);
		xml_check_alone(xml);
		free(xml);
		free(made);
	}
}

static void every_byte_in_a_name_gives_xml(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		struct gpu_made *made = gpu_new(100);
		char name[] = { 'a', (char)byte, 'b', (char)byte, '\0' }, *xml;

		gpu_device(made, 0);
		gpu_process(made, 1, name, STEPS({ 0, MIB(1) }));
		gpu_sums(made);
		xml = picture_of(&made->report, name);
		xml_check(xml);
		free(xml);
		free(made);
	}
}

static void pictures_are_exact(void **state)
{
	struct gpu_made *imports = gpu_case_imports(), *hostile = gpu_case_hostile();
	struct gpu_made *empty = gpu_case_empty();

	(void)state;
	golden_compare("gpu-imports", "svg", picture_of(&imports->report, "'make -j4'"));
	golden_compare("gpu-hostile", "svg", picture_of(&hostile->report, "'" HOSTILE "'"));
	golden_compare("gpu-empty", "svg", picture_of(&empty->report, "'true'"));
	free(imports);
	free(hostile);
	free(empty);
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	pictures_are_exact(state);
	comma_locale_leave(dir);
}

/* --- areas -------------------------------------------------------------------------------- */

/* What a path of M, H, V and Z encloses (or, without Z, lies above @base); checks where it is. */
static double area_of(const char *path, double base)
{
	double x = 0, y = 0, begin_x = 0, area = 0;

	while (*path && *path != '"') {
		char command = *path++, *end;
		double value;

		if (command == 'Z') {
			area += (begin_x - x) * (base - y);
			continue;
		}
		value = strtod(path, &end);
		assert_true(end != path);
		path = end;
		if (command == 'M') {
			x = begin_x = value;
			y = strtod(path, &end);
			path = end;
		} else if (command == 'H') {
			area += (value - x) * (base - y);
			x = value;
		} else {
			assert_int_equal(command, 'V');
			y = value;
		}
		assert_true(x >= LEFT && x <= RIGHT);
		assert_true(y >= BOTTOM - HEIGHT && y <= BOTTOM);
	}
	return area;
}

static double area_of_class(const char *xml, const char *class)
{
	char what[64];
	const char *path;

	snprintf(what, sizeof(what), "<path class=\"%s\" d=\"", class);
	path = strstr(xml, what);
	if (!path)
		fail_msg("nothing of class %s", class);
	return area_of(path + strlen(what), BOTTOM);
}

/* Against the same process all the time at the top of the picture. */
static void areas_are_bytes_by_time(void **state)
{
	const double all = (double)(RIGHT - LEFT) * HEIGHT;
	struct gpu_made *made = gpu_new(1000);
	struct pmx_gpu_device *device = gpu_device(made, 0);
	char *xml;

	(void)state;
	gpu_course(made, &device->total, &device->line, STEPS({ 500, MIB(100) }));
	gpu_process(made, 1, "first", STEPS({ 0, MIB(50) }, { 500, MIB(25) }));
	gpu_process(made, 2, "second", STEPS({ 250, MIB(10) }, { 750, 0 }));
	gpu_sums(made);
	xml = picture_of(&made->report, "x");
	assert_float_equal(area_of_class(xml, "c0"), all * 0.375, all * 0.001);
	assert_float_equal(area_of_class(xml, "c1"), all * 0.05, all * 0.001);
	assert_float_equal(area_of_class(xml, "mark"), all * 0.5, all * 0.001);
	free(xml);
	free(made);
}

/* What was before anybody told it is empty, not 0. */
static void the_line_begins_when_the_total_is_known(void **state)
{
	struct gpu_made *made = gpu_new(1000);
	struct pmx_gpu_device *device = gpu_device(made, 0);
	char *xml;

	(void)state;
	gpu_course(made, &device->total, &device->line, STEPS({ 500, 0 }, { 750, MIB(1) }));
	gpu_sums(made);
	xml = picture_of(&made->report, "x");
	assert_non_null(strstr(xml, "<path class=\"mark\" d=\"M410 288H570V108H730\"/>"));
	free(xml);
	free(made);
}

static void the_largest_have_names_and_the_others_are_one(void **state)
{
	struct gpu_made *made = gpu_case_many();
	char *xml = picture_of(&made->report, "x");

	(void)state;
	assert_int_equal(count_of(xml, "<g><title>"), 8);
	assert_non_null(strstr(xml, ">a-worker-of-all (100006)<"));
	assert_null(strstr(xml, ">a-worker-of-all (100007)<"));
	assert_non_null(strstr(xml, ">93 others<"));
	assert_int_equal(count_of(xml, "<path class=\"c6\""), 1);
	free(xml);
	free(made);
}

static void each_gpu_and_region_has_a_panel(void **state)
{
	struct gpu_made *wrong = gpu_case_wrong(), *fdinfo = gpu_case_fdinfo();
	char *xml = picture_of(&wrong->report, "x");

	(void)state;
	assert_non_null(strstr(xml, ">GPU 0: 200.0 MiB in the end, peak 200.0 MiB at 30.0 s<"));
	assert_non_null(strstr(xml, ">GPU 1: "));
	assert_non_null(strstr(xml, "class=\"bad\">leaky-service-x (4000), leaked<"));
	free(xml);
	xml = picture_of(&fdinfo->report, "x");
	assert_int_equal(count_of(xml, "(fdinfo: "), 3);
	assert_int_equal(count_of(xml, "resident memory"), 1);
	assert_int_equal(count_of(xml, "class=\"mark\""), 0);
	free(xml);
	free(wrong);
	free(fdinfo);
}

/* --- size --------------------------------------------------------------------------------- */

/* Forty GPUs with ten processes each, which go up and down in every column. */
static void the_worst_of_many_panels_stays_small(void **state)
{
	enum { GPUS = 40, EACH = 10, POINTS = 1024 };
	struct pmx_gpu_device *gpus = calloc(GPUS, sizeof(*gpus));
	struct pmx_gpu_row *rows = calloc(GPUS * EACH, sizeof(*rows));
	struct pmx_gpu_point *points = calloc(POINTS, sizeof(*points));
	struct gpu_made *made = gpu_new(1000);
	char *xml;

	(void)state;
	assert_true(gpus && rows && points);
	for (size_t i = 0; i < POINTS; i++)
		points[i] = (struct pmx_gpu_point){
			.at = made->report.start + i * 976562,
			.last = MIB(1 + i * 7 % 13),
			.peak = MIB(13),
			.area = (double)MIB(1 + i * 7 % 13) * 976562,
		};
	for (size_t g = 0; g < GPUS; g++) {
		gpus[g] = (struct pmx_gpu_device){ .gpu = g,
						   .first_row = g * EACH,
						   .row_count = EACH };
		for (size_t i = g * EACH; i < (g + 1) * EACH; i++) {
			rows[i] = (struct pmx_gpu_row){ .gpu = g, .pid = i };
			gpu_gauge(made, &rows[i].total, PMX_GPU_TRACEPOINT, STEPS({ 0, MIB(13) }));
			rows[i].line = (struct pmx_gpu_line){ points, POINTS, 1024,
							      points[POINTS - 1].at };
		}
	}
	made->report.gpus = gpus;
	made->report.gpu_count = GPUS;
	made->report.rows = rows;
	made->report.row_count = GPUS * EACH;
	xml = picture_of(&made->report, "x");
	assert_int_equal(count_of(xml, "class=\"c0\" d="), 32);
	assert_non_null(strstr(xml, "and 8 more, which the JSON document has"));
	assert_true(strlen(xml) < LIMIT);
	xml_check(xml);
	free(xml);
	made->report.gpu_count = 1;
	xml = picture_of(&made->report, "x");
	assert_true(strlen(xml) < LIMIT / 4);
	free(xml);
	free(gpus);
	free(rows);
	free(points);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_picture_is_xml_and_stands_alone),
		cmocka_unit_test(every_byte_in_a_name_gives_xml),
		cmocka_unit_test(pictures_are_exact),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(areas_are_bytes_by_time),
		cmocka_unit_test(the_line_begins_when_the_total_is_known),
		cmocka_unit_test(the_largest_have_names_and_the_others_are_one),
		cmocka_unit_test(each_gpu_and_region_has_a_panel),
		cmocka_unit_test(the_worst_of_many_panels_stays_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
