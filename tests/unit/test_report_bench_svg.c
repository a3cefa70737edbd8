// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_bench_svg.c - the picture is XML whatever names are in it, each value is where its
 * axis says, and it does not grow beyond what a browser likes
 */
#include "bench_results.h"
#include "comma_locale.h"
#include "golden.h"
#include "lines.h"
#include "xml.h"

enum { LIMIT = 1000000, LEFT = 270, PLOT = 700 };

static char *picture_of(bench_maker *make)
{
	struct bench_made *made = make();
	char *text = bench_written(made, pmx_bench_svg);

	bench_free(made);
	return text;
}

/* --- XML ---------------------------------------------------------------------------------- */

static void every_picture_is_xml_and_stands_alone(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++) {
		char *xml = picture_of(bench_makers[i]);

		xml_check(xml);
		xml_check_alone(xml);
		free(xml);
	}
}

static void every_byte_in_a_name_gives_xml(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		char name[] = { 'a', (char)byte, 'b', (char)byte, '\0' }, *xml;
		struct bench_made *made = bench_new();

		bench_metric(&made->now, name, PMX_BENCH_COUNT);
		bench_command(&made->now, name, name);
		bench_values(&made->now, 0, 0, 100, 0.1, 5);
		bench_say(made, 0, 0, NULL, bench_lines[1].says);
		xml = bench_written(made, pmx_bench_svg);
		xml_check(xml);
		free(xml);
		bench_free(made);
	}
}

static void pictures_are_exact(void **state)
{
	(void)state;
	golden_compare("bench-baselines", "svg", picture_of(bench_case_baselines));
	golden_compare("bench-hostile", "svg", picture_of(bench_case_hostile));
	golden_compare("bench-empty", "svg", picture_of(bench_case_empty));
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	pictures_are_exact(state);
	comma_locale_leave(dir);
}

static void each_metric_that_was_measured_has_a_panel(void **state)
{
	char *xml = picture_of(bench_case_pair);

	(void)state;
	assert_int_equal(count_of(xml, "class=\"head\""), 6);
	assert_int_equal(count_of(xml, "<g><title>"), 12);
	assert_int_equal(count_of(xml, "class=\"interval\""), 12);
	check_has(xml, "class=\"bad\">2.3 % slower<");
	check_has(xml, "class=\"good\">57.0 % less<");
	assert_null(strstr(xml, ">cycles<"));
	free(xml);
}

static void a_command_without_values_says_so(void **state)
{
	char *xml = picture_of(bench_case_little);

	(void)state;
	assert_int_equal(count_of(xml, ">no run gave a value<"), 3);
	free(xml);
}

/* --- places ------------------------------------------------------------------------------- */

/* One command with the values 0 to @most in steps of 1, of which 0 and @most are the ends. */
static struct bench_made *steps(size_t most)
{
	struct bench_made *made = bench_new();

	bench_metric(&made->now, "x", PMX_BENCH_COUNT);
	bench_command(&made->now, "c", "c");
	for (size_t i = 0; i <= most; i++)
		bench_value(&made->now.commands[0].metric[0], (double)i, (uint32_t)i);
	made->now.commands[0].runs = most + 1;
	bench_say(made, 0, 0, NULL, (struct bench_says){ .half = 0.1 });
	return made;
}

/* Where the dots are, from left to right as they were written; returns how many. */
static size_t read_dots(const char *xml, double *x, double *y, size_t room)
{
	const char *at = strstr(xml, "<path class=\"d0\" d=\"");
	size_t n = 0;

	assert_non_null(at);
	for (at += strlen("<path class=\"d0\" d=\""); *at == 'M'; at += strlen("h0")) {
		char *end;

		assert_true(n < room);
		x[n] = strtod(at + 1, &end);
		y[n++] = strtod(end, &end);
		at = end;
		assert_true(!strncmp(at, "h0", 2));
	}
	assert_int_equal(*at, '"');
	return n;
}

static void each_value_is_where_the_axis_says(void **state)
{
	struct bench_made *made = steps(100);
	double x[101], y[101], middle = 70 + 26 + 26;
	char *xml = bench_written(made, pmx_bench_svg);

	(void)state;
	assert_int_equal(read_dots(xml, x, y, 101), 101);
	for (size_t i = 0; i <= 100; i++) {
		/* 3 % of air above; below 0 there is none */
		assert_float_equal(x[i], LEFT + PLOT * (double)i / 103, 0.01);
		assert_float_equal(y[i], middle, 17);
	}
	/* the ticks, too */
	check_has(xml, "<line x1=\"270\" y1=\"96\" x2=\"270\" y2=\"148\" class=\"grid\"/>");
	check_has(xml, "<line x1=\"405.92\" y1=\"96\" x2=\"405.92\" y2=\"148\" class=\"grid\"/>\n"
		       "<text x=\"405.92\" y=\"166\" class=\"dim mid\">20</text>");
	free(xml);
	bench_free(made);
}

static void the_median_and_its_interval_are_on_the_same_axis(void **state)
{
	struct bench_made *made = steps(100);
	char *xml = bench_written(made, pmx_bench_svg);

	(void)state;
	check_has(xml, "<rect x=\"575.83\" y=\"119\" width=\"67.96\" height=\"6\" "
		       "class=\"interval\"/>\n<line x1=\"609.81\" y1=\"111\" x2=\"609.81\" "
		       "y2=\"133\" class=\"mark\"/>");
	free(xml);
	bench_free(made);
}

/*
 * One that took a hundred times as long is told in words, and does not press the others together.
 */
static void what_is_far_outside_is_told_and_not_drawn(void **state)
{
	struct bench_made *made = steps(100);
	double x[102], y[102];
	char *xml;

	(void)state;
	bench_value(&made->now.commands[0].metric[0], 10000, 101);
	bench_value(&made->now.commands[0].metric[0], -10000, 102);
	bench_say(made, 0, 0, NULL, (struct bench_says){ .half = 0.1 });
	xml = bench_written(made, pmx_bench_svg);
	assert_int_equal(read_dots(xml, x, y, 102), 101);
	assert_true(x[100] - x[0] > PLOT / 5);
	check_has(xml, "class=\"dim end\">1 more, up to 10,000 ");
	check_has(xml, " 1 more, down to -10,000</text>");
	free(xml);
	bench_free(made);
}

static void values_that_are_all_the_same_are_one_line(void **state)
{
	struct bench_made *made = bench_new();
	double x[10], y[10];
	char *xml;

	(void)state;
	bench_metric(&made->now, "x", PMX_BENCH_COUNT);
	bench_command(&made->now, "c", "c");
	bench_values(&made->now, 0, 0, 1000, 0, 10);
	bench_say(made, 0, 0, NULL, (struct bench_says){ 0 });
	xml = bench_written(made, pmx_bench_svg);
	assert_int_equal(read_dots(xml, x, y, 10), 10);
	for (size_t i = 0; i < 10; i++)
		assert_float_equal(x[i], LEFT + PLOT / 2.0, 0.01);
	assert_null(strstr(xml, "<path class=\"v0\""));
	free(xml);
	bench_free(made);
}

/* --- shapes ------------------------------------------------------------------------------- */

/* The height of the shape at the edge nearest to @x: half of the distance of its two outlines. */
static double height_at(const char *xml, double x)
{
	const char *at = strstr(xml, "<path class=\"v0\" d=\"");
	double nearest = INFINITY, height = 0, middle = 70 + 26 + 26;

	assert_non_null(at);
	at += strlen("<path class=\"v0\" d=\"");
	while (*at == 'M' || *at == 'L') {
		char *end;
		double own = strtod(at + 1, &end), y = strtod(end, &end);

		assert_true(fabs(y - middle) <= 19.01);
		if (fabs(own - x) < nearest) {
			nearest = fabs(own - x);
			height = fabs(y - middle);
		}
		at = end;
	}
	assert_true(!strncmp(at, "Z\"/>", 4));
	return height;
}

/* Two humps with nothing between them. */
static void a_shape_is_high_where_values_are(void **state)
{
	struct bench_made *made = bench_new();
	char *xml;

	(void)state;
	bench_metric(&made->now, "x", PMX_BENCH_COUNT);
	bench_command(&made->now, "c", "c");
	for (size_t i = 0; i < 200; i++)
		bench_value(&made->now.commands[0].metric[0],
			    (double)(i % 2 ? 0 : 900) + (double)(i % 100), (uint32_t)i);
	made->now.commands[0].runs = 200;
	bench_say(made, 0, 0, NULL, (struct bench_says){ .half = 0.01 });
	xml = bench_written(made, pmx_bench_svg);
	assert_true(height_at(xml, LEFT + PLOT * 0.05) > 15);
	assert_true(height_at(xml, LEFT + PLOT * 0.93) > 15);
	assert_true(height_at(xml, LEFT + PLOT * 0.5) < 8);
	free(xml);
	bench_free(made);
}

/* --- size --------------------------------------------------------------------------------- */

static void of_many_values_some_are_drawn_and_every_outlier(void **state)
{
	struct bench_made *made = steps(9999);
	double *x = calloc(2000, sizeof(*x)), *y = calloc(2000, sizeof(*y));
	char *xml;
	size_t n;

	(void)state;
	assert_true(x && y);
	bench_value(&made->now.commands[0].metric[0], 16000, 10001);
	bench_say(made, 0, 0, NULL, (struct bench_says){ .half = 0.1 });
	xml = bench_written(made, pmx_bench_svg);
	n = read_dots(xml, x, y, 2000);
	assert_true(n > 800 && n <= 1001);
	assert_float_equal(x[n - 1], LEFT + PLOT / 1.03, 0.01);
	free(xml);
	free(x);
	free(y);
	bench_free(made);
}

static void the_worst_of_many_panels_stays_small(void **state)
{
	struct bench_made *made = bench_new();
	char *xml;

	(void)state;
	for (size_t m = 0; m < BENCH_METRICS; m++) {
		char name[16];

		snprintf(name, sizeof(name), "metric-%zu", m);
		bench_metric(&made->now, name, PMX_BENCH_COUNT);
	}
	for (size_t c = 0; c < BENCH_COMMANDS; c++) {
		char name[16];

		snprintf(name, sizeof(name), "command-%zu", c);
		bench_command(&made->now, name, name);
		for (size_t m = 0; m < BENCH_METRICS; m++) {
			bench_values(&made->now, c, m, 1e9 + (double)c * 1e7, 0.3, 2000);
			bench_say(made, c, m, NULL, (struct bench_says){ .half = 0.01 });
		}
	}
	xml = bench_written(made, pmx_bench_svg);
	assert_int_equal(count_of(xml, "<g><title>"), 16 * BENCH_METRICS);
	check_has(xml, ">and 24 more commands, which the JSON document has<");
	if (strlen(xml) > LIMIT)
		fail_msg("%zu bytes", strlen(xml));
	xml_check(xml);
	free(xml);
	bench_free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_picture_is_xml_and_stands_alone),
		cmocka_unit_test(every_byte_in_a_name_gives_xml),
		cmocka_unit_test(pictures_are_exact),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(each_metric_that_was_measured_has_a_panel),
		cmocka_unit_test(a_command_without_values_says_so),
		cmocka_unit_test(each_value_is_where_the_axis_says),
		cmocka_unit_test(the_median_and_its_interval_are_on_the_same_axis),
		cmocka_unit_test(what_is_far_outside_is_told_and_not_drawn),
		cmocka_unit_test(values_that_are_all_the_same_are_one_line),
		cmocka_unit_test(a_shape_is_high_where_values_are),
		cmocka_unit_test(of_many_values_some_are_drawn_and_every_outlier),
		cmocka_unit_test(the_worst_of_many_panels_stays_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
