// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_mux_text.c - the multiplexing report as people read it: exact, within its columns,
 * and without a number that nobody measured
 */
#include "comma_locale.h"
#include "golden.h"
#include "lines.h"
#include "mux_reports.h"

#define ELLIPSIS "\xe2\x80\xa6"

static char *text_of(struct mux_made *made, struct pmx_mux_view view)
{
	struct written written;

	view.out = written_open(&written);
	view.title = view.title ? view.title : "'make -j4'";
	pmx_mux_text(&view, &made->report);
	mux_free(made);
	return written_close(&written);
}

/* --- exact output ------------------------------------------------------------------------- */

static void every_verdict_has_its_word_and_its_reason(void **state)
{
	(void)state;
	golden_compare("mux-verdicts", "txt",
		       text_of(mux_case_verdicts(), (struct pmx_mux_view){ .utf8 = true }));
}

static void without_utf8_and_big_numbers_all_is_still_there(void **state)
{
	(void)state;
	golden_compare("mux-verdicts-ascii", "txt",
		       text_of(mux_case_verdicts(), (struct pmx_mux_view){ .no_big_num = true }));
}

static void a_wide_terminal_in_colour_shows_the_details(void **state)
{
	struct pmx_mux_view view = { .utf8 = true, .color = true, .verbose = true, .width = 132 };

	(void)state;
	golden_compare("mux-verdicts-wide", "txt", text_of(mux_case_verdicts(), view));
}

static void residency_is_a_column_of_its_own(void **state)
{
	(void)state;
	golden_compare("mux-hybrid", "txt",
		       text_of(mux_case_hybrid(), (struct pmx_mux_view){ .utf8 = true }));
}

static void places_are_headings(void **state)
{
	(void)state;
	golden_compare("mux-places", "txt",
		       text_of(mux_case_places(), (struct pmx_mux_view){ .utf8 = true }));
}

static void hostile_names_are_shown_not_obeyed(void **state)
{
	struct pmx_mux_view view = { .utf8 = true, .title = "process id '\x1b[2J'" };

	(void)state;
	golden_compare("mux-hostile", "txt", text_of(mux_case_hostile(), view));
}

static void twenty_events_fit_a_screen(void **state)
{
	(void)state;
	golden_compare("mux-many", "txt",
		       text_of(mux_case_many(), (struct pmx_mux_view){ .utf8 = true }));
}

static void software_events_are_said_plainly(void **state)
{
	(void)state;
	golden_compare("mux-software", "txt",
		       text_of(mux_case_software(), (struct pmx_mux_view){ .utf8 = true }));
}

static void nothing_observed_is_no_table(void **state)
{
	(void)state;
	golden_compare("mux-empty", "txt",
		       text_of(mux_case_empty(), (struct pmx_mux_view){ .utf8 = true }));
}

static void no_locale_changes_it(void **state)
{
	char dir[1024];

	comma_locale_enter(dir, sizeof(dir));
	every_verdict_has_its_word_and_its_reason(state);
	residency_is_a_column_of_its_own(state);
	comma_locale_leave(dir);
}

/* --- what holds for all ------------------------------------------------------------------- */

static void no_line_ends_in_white_space_and_none_commands_the_terminal(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * MUX_CASES; i++) {
		struct pmx_mux_view view = { .utf8 = i % 2,
					     .verbose = true,
					     .title = "\x1b]0;x\x07" };
		char *text = text_of(mux_makers[i / 2](), view);

		check_visible(text);
		assert_null(strstr(text, " \n"));
		free(text);
	}
}

/* A command is not broken, whatever its length; all else is, but for names longer than a line. */
static void only_commands_are_wider_than_the_screen(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * MUX_CASES; i++) {
		struct pmx_mux_view view = { .utf8 = i % 2, .verbose = true };
		char *text = text_of(mux_makers[i / 2](), view);

		for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
			size_t length = strcspn(at, "\n");

			if (columns_of(at, length) > 80 && strncmp(at, "      perfmux ", 14) != 0)
				fail_msg("too wide: %.*s", (int)length, at);
		}
		free(text);
	}
}

static void commands_stay_in_one_piece(void **state)
{
	struct mux_made *made = mux_case_verdicts();
	char *expected, *text;

	(void)state;
	assert_true(asprintf(&expected, "\n      %s\n", made->report.advice[1].command) > 0);
	text = text_of(made, (struct pmx_mux_view){ 0 });
	assert_non_null(strstr(text, expected));
	free(expected);
	free(text);
}

static void without_utf8_all_is_ascii(void **state)
{
	(void)state;
	for (size_t i = 0; i < MUX_CASES; i++) {
		char *text;

		if (mux_makers[i] == mux_case_hostile) /* whose names are UTF-8 */
			continue;
		text = text_of(mux_makers[i](), (struct pmx_mux_view){ .verbose = true });
		for (const char *at = text; *at; at++)
			assert_true((unsigned char)*at < 0x80);
		free(text);
	}
}

static void what_was_not_measured_is_left_out(void **state)
{
	static const char *const never[] = { "nan",	 "NaN",	     "inf",	 " 0 s ",
					     "0 ns",	 "Jain",     "watchdog", "rotation",
					     "context ", "resident", "capacity", "passes",
					     "missed",	 "folded",   "CPU time" };
	struct mux_made *made = mux_new(1000 * MUX_MS);
	struct pmx_mux_row *row = mux_row(made, "cycles", &pmu_cpu, PMX_MUX_SHARED);
	char *text;

	(void)state;
	mux_count(made, row, 1000, 0.5);
	row->half = NAN;
	mux_pmu(made, &pmu_cpu, 0, 0)->head_of_line = NAN;
	made->report.observed = (struct pmx_observed){ .method = PMX_METHOD_PAGES };
	text = text_of(made, (struct pmx_mux_view){ 0 });
	assert_non_null(strstr(text, "2,000  too few  50.0%"));
	for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
		if (strstr(text, never[i]))
			fail_msg("\"%s\" in:\n%s", never[i], text);
	free(text);
}

static void a_row_may_have_two_reasons(void **state)
{
	struct mux_made *made = mux_new(1000 * MUX_MS);
	struct pmx_mux_row *row = mux_shared(made, "cycles", &pmu_cpu, 1000, 1, 0, 2, 1);
	char *text;

	(void)state;
	row->half = NAN;
	row->count.lost = 2;
	row->count.reason = "CPU 3 left";
	text = text_of(made, (struct pmx_mux_view){ 0 });
	assert_non_null(strstr(text, "\n  cycles: too few slices to say"));
	assert_non_null(strstr(text, "\n  cycles: 2 counters missing, the count is too small: "
				     "CPU 3 left\n"));
	free(text);
}

static void colours_come_only_when_asked_for(void **state)
{
	char *plain = text_of(mux_case_verdicts(), (struct pmx_mux_view){ .utf8 = true });
	char *coloured =
		text_of(mux_case_verdicts(), (struct pmx_mux_view){ .utf8 = true, .color = true });

	(void)state;
	assert_null(strchr(plain, '\x1b'));
	assert_non_null(strstr(coloured, "\x1b[31m<starved>\x1b[0m"));
	free(plain);
	free(coloured);
}

static void the_timeline_fills_the_terminal(void **state)
{
	static const unsigned widths[] = { 0, 1, 60, 80, 133, 4000000000u };
	static const size_t expected[] = { 80, 40, 60, 80, 133, 1000 };

	(void)state;
	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		char *text =
			text_of(mux_case_places(), (struct pmx_mux_view){ .width = widths[i] });
		const char *rule = strstr(text, "+--");

		assert_non_null(rule);
		while (rule[-1] != '\n')
			rule--;
		assert_int_equal(strcspn(rule, "\n"), expected[i]);
		free(text);
	}
}

static void a_long_name_has_a_line_of_its_own(void **state)
{
	struct mux_made *made = mux_new(1000 * MUX_MS);
	char name[201], *text;

	(void)state;
	memset(name, 'n', 200);
	name[200] = '\0';
	mux_shared(made, name, &pmu_cpu, 1000, 1, 0, 2, 1)->group = 0;
	mux_shared(made, "short", &pmu_cpu, 1000, 1, 1, 2, 1)->group = 0;
	text = text_of(made, (struct pmx_mux_view){ .utf8 = true });
	assert_non_null(strstr(text, name));
	assert_non_null(
		strstr(text, "n\n \xe2\x94\x82   ")); /* the brace goes on beside the numbers */
	assert_non_null(strstr(text, "\n \xe2\x94\x8c nnnnnnnnnnnnnnnnnnnnnnn" ELLIPSIS " "));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verdict_has_its_word_and_its_reason),
		cmocka_unit_test(without_utf8_and_big_numbers_all_is_still_there),
		cmocka_unit_test(a_wide_terminal_in_colour_shows_the_details),
		cmocka_unit_test(residency_is_a_column_of_its_own),
		cmocka_unit_test(places_are_headings),
		cmocka_unit_test(hostile_names_are_shown_not_obeyed),
		cmocka_unit_test(twenty_events_fit_a_screen),
		cmocka_unit_test(software_events_are_said_plainly),
		cmocka_unit_test(nothing_observed_is_no_table),
		cmocka_unit_test(no_locale_changes_it),
		cmocka_unit_test(no_line_ends_in_white_space_and_none_commands_the_terminal),
		cmocka_unit_test(only_commands_are_wider_than_the_screen),
		cmocka_unit_test(commands_stay_in_one_piece),
		cmocka_unit_test(without_utf8_all_is_ascii),
		cmocka_unit_test(what_was_not_measured_is_left_out),
		cmocka_unit_test(a_row_may_have_two_reasons),
		cmocka_unit_test(colours_come_only_when_asked_for),
		cmocka_unit_test(the_timeline_fills_the_terminal),
		cmocka_unit_test(a_long_name_has_a_line_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
