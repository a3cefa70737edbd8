// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_gpu_text.c - what people read of GPU memory: rows that add up, '-' for what nobody
 * told, a sentence for what is odd, and no byte that a terminal would obey
 */
#include "comma_locale.h"
#include "golden.h"
#include "gpu_reports.h"
#include "lines.h"

static const struct pmx_gpu_view narrow = { .title = "'make -j4'", .width = 80, .utf8 = true };

static char *text_with(struct gpu_made *made, struct pmx_gpu_view view)
{
	struct written written;

	view.out = written_open(&written);
	pmx_gpu_text(&view, &made->report);
	return written_close(&written);
}

static char *text_of(struct gpu_made *made)
{
	return text_with(made, narrow);
}

static void golden_case(const char *name, struct gpu_made *made)
{
	golden_compare(name, "txt", text_of(made));
	free(made);
}

static void reports_are_exact(void **state)
{
	(void)state;
	golden_case("gpu-imports", gpu_case_imports());
	golden_case("gpu-wrong", gpu_case_wrong());
	golden_case("gpu-parts", gpu_case_parts());
	golden_case("gpu-fdinfo", gpu_case_fdinfo());
	golden_case("gpu-both", gpu_case_both());
	golden_case("gpu-hostile", gpu_case_hostile());
	golden_case("gpu-many", gpu_case_many());
	golden_case("gpu-empty", gpu_case_empty());
}

static void bytes_are_exact_for_those_who_want_them(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	struct pmx_gpu_view view = narrow;

	(void)state;
	view.verbose = true;
	golden_compare("gpu-verbose", "txt", text_with(made, view));
	free(made);
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	reports_are_exact(state);
	bytes_are_exact_for_those_who_want_them(state);
	comma_locale_leave(dir);
}

/* --- lines -------------------------------------------------------------------------------- */

/* The first line with @what, cut out of @text; NULL: there is none. */
static char *line_with(char *text, const char *what)
{
	char *next;

	for (char *line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next))
		if (strstr(line, what))
			return line;
	return NULL;
}

static void reports_fit_into_80_columns(void **state)
{
	(void)state;
	for (size_t i = 0; i < GPU_CASES; i++) {
		struct gpu_made *made = gpu_makers[i]();
		char *text;

		if (made->report.gpu_count && made->report.gpus[0].gpu == UINT64_MAX) {
			free(made); /* names and numbers that no screen has room for */
			continue;
		}
		text = text_of(made);
		if (widest_line(text) > 80)
			fail_msg("case %zu has a line of %zu columns:\n%s", i, widest_line(text),
				 text);
		free(text);
		free(made);
	}
}

static void a_wide_terminal_has_names_and_numbers_in_one_line(void **state)
{
	struct gpu_made *made = gpu_case_many();
	struct pmx_gpu_view view = narrow;
	char *text, *line;

	(void)state;
	view.width = 120;
	text = text_with(made, view);
	line = line_with(text, "100003 a-worker-of-all");
	assert_non_null(line);
	assert_non_null(strstr(line, "19,400.0"));
	free(text);
	free(made);
}

static void nothing_that_a_terminal_obeys_comes_through(void **state)
{
	struct gpu_made *made = gpu_case_hostile();
	struct pmx_gpu_view view = narrow;
	char *text;

	(void)state;
	view.title = HOSTILE_TWO;
	view.verbose = true;
	text = text_with(made, view);
	check_visible(text);
	assert_null(strchr(text, '\xff'));
	free(text);
	free(made);
}

static void colours_are_ended_in_their_line(void **state)
{
	struct gpu_made *made = gpu_case_wrong();
	struct pmx_gpu_view view = narrow;
	char *text, *line, *next;
	int count = 0;

	(void)state;
	view.color = true;
	text = text_with(made, view);
	/* the method alone has lines between */
	for (line = strtok_r(text, "\n", &next); line && !strstr(line, "By the");
	     line = strtok_r(NULL, "\n", &next)) {
		const char *last = NULL;

		for (const char *at = line; (at = strstr(at, "\033[")); at++, count++)
			last = at;
		assert_true(!last || !strncmp(last, "\033[0m", 4));
	}
	assert_true(count > 20);
	free(text);
	free(made);
}

/* --- what is in them ---------------------------------------------------------------------- */

/* MiB in the first column behind the name @what. */
static double now_of(struct gpu_made *made, struct pmx_gpu_view view, const char *what)
{
	char *text = text_with(made, view), *line = line_with(text, what);
	double value;

	if (!line)
		fail_msg("no row of %s", what);
	value = strtod(strstr(line, what) + strlen(what), NULL);
	free(text);
	return value;
}

static void rows_others_and_rest_are_the_total(void **state)
{
	struct gpu_made *made = gpu_case_both();
	struct pmx_gpu_view view = narrow;
	double sum;

	(void)state;
	view.only_target = true;
	sum = now_of(made, view, " Xorg") + now_of(made, view, "2 others") +
	      now_of(made, view, " rest");
	assert_float_equal(sum, now_of(made, view, " total"), 0.11);
	sum = now_of(made, narrow, " firefox") + now_of(made, narrow, " Xorg") +
	      now_of(made, narrow, " glxgears") + now_of(made, narrow, " rest");
	assert_float_equal(sum, now_of(made, narrow, " total"), 0.11);
	free(made);
}

static void only_the_target_is_named(void **state)
{
	struct gpu_made *made = gpu_case_both();
	struct pmx_gpu_view view = narrow;
	char *text;

	(void)state;
	view.only_target = view.verbose = true;
	made->rows[0].marks |= PMX_GPU_OUTSIDE;
	made->rows[1].marks |= PMX_GPU_REUSED;
	text = text_with(made, view);
	assert_null(strstr(text, "firefox"));
	assert_null(strstr(text, "outside"));
	assert_non_null(strstr(text, "reused     an earlier process"));
	free(text);
	free(made);
}

static void one_other_is_no_others(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	struct pmx_gpu_view view = narrow;
	char *text;

	(void)state;
	made->rows[2].is_target = false;
	view.only_target = true;
	text = text_with(made, view);
	assert_non_null(strstr(text, "1 other "));
	free(text);
	free(made);
}

static void forty_processes_are_shown_and_all_on_request(void **state)
{
	struct gpu_made *made = gpu_case_many();
	struct pmx_gpu_view view = narrow;
	char *text = text_of(made);

	(void)state;
	assert_non_null(strstr(text, "100039 "));
	assert_null(strstr(text, "100040 "));
	assert_non_null(strstr(text, "60 others"));
	free(text);
	view.verbose = true;
	text = text_with(made, view);
	assert_non_null(strstr(text, "100099 "));
	assert_null(strstr(text, "others"));
	free(text);
	free(made);
}

/* Imported that nobody told is no number, whatever else of it there is. */
static void absent_is_a_dash(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	char *text, *line;

	(void)state;
	made->rows[0].imported.updates = 0;
	made->rows[0].has_private = false;
	text = text_of(made);
	line = line_with(text, "1234 firefox");
	assert_non_null(strstr(line, "+286.0      -       -       4"));
	free(text);
	made->rows[0].total.updates = 0;
	text = text_of(made);
	line = line_with(text, "1234 firefox");
	assert_null(strpbrk(strstr(line, "firefox") + 7, "0123456789"));
	free(text);
	free(made);
}

static void no_column_is_there_for_what_nobody_tells(void **state)
{
	struct gpu_made *made = gpu_case_parts();
	char *text = text_of(made);

	(void)state;
	assert_null(strstr(text, " import private"));
	free(text);
	free(made);
}

static void eight_processes_are_named_and_the_others_counted(void **state)
{
	struct gpu_made *made = gpu_case_many();
	size_t named = 0;
	char *text, *at;

	(void)state;
	for (size_t i = 0; i < made->report.row_count; i++)
		made->rows[i].marks |= PMX_GPU_LEAKED | PMX_GPU_ENDED;
	text = text_of(made);
	at = strstr(text, "leaked ");
	assert_non_null(at);
	assert_non_null(strstr(at, "and 92"));
	for (; (at = strstr(at, "(1000")); at++)
		named++;
	assert_int_equal(named, 8);
	free(text);
	free(made);
}

static void books_that_balance_need_no_remark(void **state)
{
	struct gpu_made *made = gpu_case_imports();
	char *text = text_of(made);

	(void)state;
	assert_null(strstr(text, "\n count "));
	assert_non_null(strstr(text, "counted by the kernel 13,"));
	free(text);
	gpu_check(made, PMX_GPU_TOTAL, 13, 12, 0);
	text = text_of(made);
	assert_non_null(strstr(text, "\n count      gpu_mem_total: the kernel counted 13, but 12 "
				     ""));
	free(text);
	made->report.checks[PMX_GPU_TOTAL].is_read = false;
	text = text_of(made);
	assert_non_null(strstr(text, "could not be read"));
	assert_null(strstr(text, "counted by the kernel"));
	free(text);
	free(made);
}

static void a_section_has_no_title_and_nothing_without_updates(void **state)
{
	struct gpu_made *made = gpu_case_imports(), *empty = gpu_case_empty();
	struct pmx_gpu_view view = narrow;
	struct written written;
	char *text;

	(void)state;
	view.out = written_open(&written);
	pmx_gpu_text_section(&view, &made->report);
	text = written_close(&written);
	assert_memory_equal(text, "\n GPU 0 in MiB", 14);
	free(text);
	view.out = written_open(&written);
	pmx_gpu_text_section(&view, &empty->report);
	text = written_close(&written);
	assert_string_equal(text, "");
	free(text);
	free(empty);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reports_are_exact),
		cmocka_unit_test(bytes_are_exact_for_those_who_want_them),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(reports_fit_into_80_columns),
		cmocka_unit_test(a_wide_terminal_has_names_and_numbers_in_one_line),
		cmocka_unit_test(nothing_that_a_terminal_obeys_comes_through),
		cmocka_unit_test(colours_are_ended_in_their_line),
		cmocka_unit_test(rows_others_and_rest_are_the_total),
		cmocka_unit_test(only_the_target_is_named),
		cmocka_unit_test(one_other_is_no_others),
		cmocka_unit_test(forty_processes_are_shown_and_all_on_request),
		cmocka_unit_test(absent_is_a_dash),
		cmocka_unit_test(no_column_is_there_for_what_nobody_tells),
		cmocka_unit_test(eight_processes_are_named_and_the_others_counted),
		cmocka_unit_test(books_that_balance_need_no_remark),
		cmocka_unit_test(a_section_has_no_title_and_nothing_without_updates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
