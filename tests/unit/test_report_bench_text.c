// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_bench_text.c - repeated runs for people: the verdict first, no more than 80 columns
 * whatever is in it, and each remark once
 */
#include "bench_results.h"
#include "comma_locale.h"
#include "golden.h"
#include "lines.h"

struct look {
	int verbose;
	bool color, ascii;
};

static char *text_of(bench_maker *make, struct look look)
{
	struct bench_made *made = make();
	char *text;

	made->report.verbose = look.verbose;
	made->report.color = look.color;
	made->report.utf8 = !look.ascii;
	text = bench_written(made, pmx_bench_text);
	bench_free(made);
	return text;
}

static void compare(const char *name, bench_maker *make, struct look look)
{
	golden_compare(name, "txt", text_of(make, look));
}

/* --- all of it -------------------------------------------------------------------------------- */

static void two_commands_begin_with_the_verdict(void **state)
{
	(void)state;
	compare("bench-pair", bench_case_pair, (struct look){ 0 });
	compare("bench-names", bench_case_names, (struct look){ 0 });
}

static void ascii_will_do(void **state)
{
	(void)state;
	compare("bench-pair-ascii", bench_case_pair, (struct look){ .ascii = true });
}

static void verbose_has_every_number(void **state)
{
	(void)state;
	compare("bench-names-verbose", bench_case_names, (struct look){ .verbose = 1 });
	compare("bench-alone-verbose", bench_case_alone, (struct look){ .verbose = 1 });
}

static void many_commands_are_compared_with_the_first(void **state)
{
	(void)state;
	compare("bench-scan", bench_case_scan, (struct look){ 0 });
}

static void one_command_is_a_summary(void **state)
{
	(void)state;
	compare("bench-alone", bench_case_alone, (struct look){ 0 });
}

static void a_baseline_says_what_was_and_what_is_not_the_same(void **state)
{
	(void)state;
	compare("bench-baseline", bench_case_baseline, (struct look){ 0 });
	compare("bench-baselines", bench_case_baselines, (struct look){ 0 });
}

static void little_is_said_of_little(void **state)
{
	(void)state;
	compare("bench-little", bench_case_little, (struct look){ 0 });
	compare("bench-empty", bench_case_empty, (struct look){ 0 });
}

static void hostile_bytes_are_visible(void **state)
{
	char *text = text_of(bench_case_hostile, (struct look){ .verbose = 1 });

	(void)state;
	check_visible(text);
	golden_compare("bench-hostile", "txt", text);
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	verbose_has_every_number(state);
	two_commands_begin_with_the_verdict(state);
	comma_locale_leave(dir);
}

/* Neither commands nor metrics, or only one of the two: no writer stumbles. */
static void nothing_at_all_is_written_without_a_fault(void **state)
{
	(void)state;
	for (int how = 0; how < 3; how++) {
		struct bench_made *made = bench_new();
		char *text;

		if (how == 1)
			bench_metric(&made->now, "wall", PMX_BENCH_SECONDS);
		if (how == 2)
			bench_command(&made->now, "true", "true");
		text = bench_written(made, pmx_bench_text);
		assert_int_equal(text[0], '\n');
		free(text);
		text = bench_written(made, pmx_bench_csv);
		assert_int_equal(count_of(text, "\n"), 1);
		free(text);
		text = bench_written(made, pmx_bench_json);
		check_has(text, how == 2 ? "\"name\":\"true\"" : "\"commands\":[]");
		free(text);
		text = bench_written(made, pmx_bench_svg);
		check_has(text, ">Nothing was measured.<");
		free(text);
		free(bench_written(made, pmx_bench_markdown));
		bench_free(made);
	}
}

/* --- for every case --------------------------------------------------------------------------- */

/* Lines that fit, and no number that is none. */
static void check_numbers(const char *text)
{
	check_lines(text);
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
}

static void no_line_is_wider_than_the_screen(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++)
		for (int how = 0; how < 4; how++) {
			char *text = text_of(bench_makers[i],
					     (struct look){ .verbose = how & 1, .ascii = how & 2 });

			check_numbers(text);
			free(text);
		}
}

/* Without them it is the same text. */
static void colours_are_there_only_where_they_are_wanted(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCH_CASES; i++) {
		char *plain = text_of(bench_makers[i], (struct look){ .verbose = 1 });
		char *color =
			text_of(bench_makers[i], (struct look){ .verbose = 1, .color = true });

		assert_null(strchr(plain, '\033'));
		assert_non_null(strchr(color, '\033'));
		assert_string_equal(without_colours(color), plain);
		free(color);
		free(plain);
	}
}

static void slower_is_red_and_less_is_green(void **state)
{
	char *text = text_of(bench_case_pair, (struct look){ .color = true });

	(void)state;
	check_has(text, "\033[31m2.3 % slower\033[0m");
	check_has(text, "\033[32m57.0 % less\033[0m");
	check_has(text, "\033[31mB is 2.3 % slower than A, \xc2\xb1 0.4 %\033[0m");
	free(text);
	text = text_of(bench_case_scan, (struct look){ .color = true });
	check_has(text, "\033[32mC is 2.70 times as fast as A, \xc2\xb1 0.02\033[0m");
	check_has(text, "  none shown\n");
	free(text);
}

/* --- the first line ----------------------------------------------------------------------- */

static char *with_change(enum pmx_change change, bool is_time, bool has_ratio)
{
	struct bench_made *made = bench_case_pair();
	struct pmx_bench_cell *cell = bench_cell(made, 1, 0);
	char *text;

	cell->change = change;
	cell->comparison.has_ratio = has_ratio;
	made->now.metrics[0].is_time = is_time;
	text = bench_written(made, pmx_bench_text);
	bench_free(made);
	return text;
}

static void the_first_line_fits_the_verdict(void **state)
{
	static const struct {
		enum pmx_change change;
		bool is_time, has_ratio;
		const char *text;
	} cases[] = {
		{ PMX_CHANGE_MORE, true, true, "\n B is 2.3 % slower than A, \xc2\xb1 0.4 %\n" },
		{ PMX_CHANGE_MORE, false, true, "\n wall: B 2.3 % more than A, \xc2\xb1 0.4 %\n" },
		{ PMX_CHANGE_MORE, true, false,
		  "\n B is 2.838 ms slower than A, \xc2\xb1 493.6 \xc2\xb5s\n" },
		{ PMX_CHANGE_NONE, true, true,
		  "\n No difference shown between B and A: +1.9 to +2.7 %\n" },
		{ PMX_CHANGE_NOISY, true, true, "\n Too noisy to tell B from A: +1.9 to +2.7 %\n" },
		{ PMX_CHANGE_NOISY, true, false,
		  "\n Too noisy to tell B from A: +2.345 to +3.332 ms\n" },
		{ PMX_CHANGE_TOO_FEW, true, true, "\n Too few runs to tell B from A: each needs " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = with_change(cases[i].change, cases[i].is_time, cases[i].has_ratio);

		if (strncmp(text, cases[i].text, strlen(cases[i].text)) != 0)
			fail_msg("not \"%s\" but\n%s", cases[i].text, text);
		free(text);
	}
}

static void alternatives_tell_of_the_best_and_baselines_of_the_worst(void **state)
{
	struct bench_made *made = bench_case_baselines();
	char *text;

	(void)state;
	bench_say(made, 0, 0, &made->then.commands[0].metric[0],
		  (struct bench_says){ 0.01, 0.01, 0.001, PMX_CHANGE_LESS });
	text = bench_written(made, pmx_bench_text);
	check_has(text, "\n B is 2.3 % slower than the baseline");
	check_has(text, "\n Of 2 compared with the baseline: 1 faster, 1 slower\n");
	free(text);
	bench_free(made);
}

static void where_none_is_better_that_is_said(void **state)
{
	struct bench_made *made = bench_case_scan();
	char *text;

	(void)state;
	for (size_t c = 1; c < 6; c++)
		bench_cell(made, c, 0)->change = PMX_CHANGE_NONE;
	text = bench_written(made, pmx_bench_text);
	check_has(text, "\n None is shown to be faster than A\n");
	free(text);
	bench_free(made);
}

/* --- remarks ------------------------------------------------------------------------------ */

static void each_kind_of_remark_is_there_once(void **state)
{
	struct bench_made *made = bench_case_names();
	char *text;

	(void)state;
	bench_value(&made->now.commands[0].metric[0], 0.5, 50);
	bench_say(made, 0, 0, NULL, bench_lines[0].says);
	made->now.commands[1].metric[2].seen = 12000;
	for (size_t m = 0; m < 2; m++)
		bench_cell(made, m, 3)->summary.median_interval.level = 0.875;
	text = bench_written(made, pmx_bench_text);
	assert_int_equal(count_of(text, "\n outliers: wall: 1 of old. They"), 1);
	assert_int_equal(count_of(text,
				  "\n sample: of 12,000 values a random one of 40 was kept, from "
				  "the same rounds"),
			 1);
	assert_int_equal(count_of(text,
				  "\n intervals: of so few runs an interval holds the median with "
				  "88 % only"),
			 1);
	assert_int_equal(count_of(text, "\n scaled (~): cycles;"), 1);
	free(text);
	bench_free(made);
}

static void metrics_that_are_missing_for_the_same_reason_are_told_together(void **state)
{
	char *text = text_of(bench_case_pair, (struct look){ 0 });

	(void)state;
	check_has(text, "\n not measured: cycles, instructions: no hardware PMU here");
	assert_int_equal(count_of(text, "not measured"), 1);
	free(text);
}

/* --- many, and long ----------------------------------------------------------------------- */

static void forty_commands_have_letters_and_one_width(void **state)
{
	struct bench_made *made = bench_new();
	char *text;

	(void)state;
	bench_add_lines(&made->now, 1);
	for (size_t c = 0; c < BENCH_COMMANDS; c++) {
		char name[64];

		snprintf(name, sizeof(name), "command number %zu", c);
		bench_command(&made->now, name, name);
		bench_values(&made->now, c, 0, 1 + (double)c, 0.01, 10);
		bench_say(made, c, 0, c ? &made->now.commands[0].metric[0] : NULL,
			  (struct bench_says){ 0.01, 0.01, 0.00001, PMX_CHANGE_MORE });
	}
	text = bench_written(made, pmx_bench_text);
	check_has(text, "\n Z   command number 25\n AA  command number 26\n");
	check_has(text, "\n AN  40.000 s ");
	check_has(text, "40.0 times as slow\n");
	check_numbers(text);
	free(text);
	bench_free(made);
}

static void names_of_any_length_are_cut_in_the_middle(void **state)
{
	enum { LONG = 100000 };
	struct bench_made *made = bench_new();
	char *name = calloc(LONG + 1, 1), *text;

	(void)state;
	assert_non_null(name);
	for (size_t i = 0; i < LONG; i++)
		name[i] = "\xe2\x82\xac"[i % 3];
	memcpy(name, "first-part", 10);
	memcpy(name + LONG - 9, "last-part", 9);
	bench_metric(&made->now, name, PMX_BENCH_SECONDS);
	bench_metric(&made->now, "user", PMX_BENCH_SECONDS);
	bench_command(&made->now, name, name);
	bench_command(&made->now, "b", "b");
	for (size_t c = 0; c < 2; c++)
		for (size_t m = 0; m < 2; m++) {
			bench_values(&made->now, c, m, 1, 0.01, 10);
			bench_say(made, c, m, c ? &made->now.commands[0].metric[m] : NULL,
				  bench_lines[1].says);
		}
	text = bench_written(made, pmx_bench_text);
	check_has(text, "\n A  first-part");
	check_has(text, "last-part\n B  b\n");
	assert_true(strlen(text) < 3000);
	check_numbers(text);
	free(text);
	free(name);
	bench_free(made);
}

static void every_byte_in_a_name_is_harmless(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		char name[] = { 'a', (char)byte, 'b', (char)byte, ' ', 'c', '\0' }, *text;
		struct bench_made *made = bench_new();

		bench_metric(&made->now, name, PMX_BENCH_COUNT);
		bench_command(&made->now, name, name);
		made->now.commands[0].why_failed = bench_text(name);
		made->now.commands[0].failed = 1;
		made->notes[0] = name;
		made->report.note_count = 1;
		bench_values(&made->now, 0, 0, 100, 0.1, 10);
		bench_say(made, 0, 0, NULL, bench_lines[1].says);
		text = bench_written(made, pmx_bench_text);
		for (const char *at = text; *at; at++)
			if (((unsigned char)*at < ' ' && *at != '\n') || *at == 0x7f)
				fail_msg("byte %d: %s", byte, at);
		free(text);
		bench_free(made);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_commands_begin_with_the_verdict),
		cmocka_unit_test(ascii_will_do),
		cmocka_unit_test(verbose_has_every_number),
		cmocka_unit_test(many_commands_are_compared_with_the_first),
		cmocka_unit_test(one_command_is_a_summary),
		cmocka_unit_test(a_baseline_says_what_was_and_what_is_not_the_same),
		cmocka_unit_test(little_is_said_of_little),
		cmocka_unit_test(hostile_bytes_are_visible),
		cmocka_unit_test(nothing_at_all_is_written_without_a_fault),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(no_line_is_wider_than_the_screen),
		cmocka_unit_test(colours_are_there_only_where_they_are_wanted),
		cmocka_unit_test(slower_is_red_and_less_is_green),
		cmocka_unit_test(the_first_line_fits_the_verdict),
		cmocka_unit_test(alternatives_tell_of_the_best_and_baselines_of_the_worst),
		cmocka_unit_test(where_none_is_better_that_is_said),
		cmocka_unit_test(each_kind_of_remark_is_there_once),
		cmocka_unit_test(metrics_that_are_missing_for_the_same_reason_are_told_together),
		cmocka_unit_test(forty_commands_have_letters_and_one_width),
		cmocka_unit_test(names_of_any_length_are_cut_in_the_middle),
		cmocka_unit_test(every_byte_in_a_name_is_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
