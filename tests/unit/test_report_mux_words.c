// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_mux_words.c - what multiplexing reports are put together from: times, ticks, shares,
 * error bounds, braces, and timelines cut into cells
 */
#include "mux_reports.h"

#include "report/cut.h"
#include "report/duration.h"
#include "report/mux_cells.h"
#include "report/mux_words.h"
#include "report/words.h"

static void durations_have_the_unit_that_suits_them(void **state)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} list[] = {
		{ 0, "0 s" },
		{ 1, "1 ns" },
		{ 850, "850 ns" },
		{ 999, "999 ns" },
		{ 1000, "1.0 \xc2\xb5s" },
		{ 12345, "12.3 \xc2\xb5s" },
		{ 99499, "99.5 \xc2\xb5s" },
		{ 99500, "100 \xc2\xb5s" },
		{ 999499, "999 \xc2\xb5s" },
		{ 999500, "1.0 ms" },
		{ 4000000, "4.0 ms" },
		{ 123456789, "123 ms" },
		{ 999499999, "999 ms" },
		{ 999500000, "1.0 s" },
		{ 12345678901, "12.3 s" },
		{ 3600000000000, "3600 s" },
		{ UINT64_MAX, "18446744074 s" },
	};
	char buf[PMX_DURATION_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		assert_int_equal(pmx_duration(buf, list[i].ns, true), strlen(list[i].text));
		assert_string_equal(buf, list[i].text);
	}
	pmx_duration(buf, 12345, false);
	assert_string_equal(buf, "12.3 us");
}

static void ticks_are_one_two_or_five(void **state)
{
	static const struct {
		uint64_t span;
		unsigned most;
		uint64_t step;
	} list[] = {
		{ 10, 10, 1 }, { 11, 10, 2 },  { 20, 10, 2 },
		{ 21, 10, 5 }, { 51, 10, 10 }, { 10000000000, 5, 2000000000 },
		{ 0, 10, 1 },  { 7, 0, 10 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		assert_int_equal(pmx_ticks_step(list[i].span, list[i].most), list[i].step);
	assert_true(pmx_ticks_step(UINT64_MAX, 1) > UINT64_MAX / 100);
}

static void all_labels_of_an_axis_have_one_unit(void **state)
{
	static const struct {
		uint64_t at, span, step;
		const char *text;
	} list[] = {
		{ 0, 1500000000, 500000000, "0" },
		{ 500000000, 1500000000, 500000000, "0.5 s" },
		{ 1000000000, 1500000000, 500000000, "1.0 s" },
		{ 1000000000, 3000000000, 1000000000, "1 s" },
		{ 20000, 1000000, 20000, "0.02 ms" },
		{ 20000, 999999, 20000, "20 us" },
		{ 2, 9, 2, "2 ns" },
	};
	char buf[PMX_DURATION_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		pmx_ticks_label(buf, list[i].at, list[i].span, list[i].step, false);
		assert_string_equal(buf, list[i].text);
	}
}

static void shares_never_round_to_all_or_nothing(void **state)
{
	static const struct {
		double part, whole;
		const char *text;
	} list[] = {
		{ 1, 1, "100%" }, { 3, 2, "100%" },	{ 0.99999, 1, "99.9%" }, { 1, 3, "33.3%" },
		{ 0, 1, "0%" },	  { 1e-9, 1, "<0.1%" }, { 5e-4, 1, "0.1%" },	 { 1, 0, "" },
		{ NAN, 1, "" },	  { 1, NAN, "" },	{ -1, 1, "0%" },
	};
	char buf[PMX_MUX_WORD];

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		assert_int_equal(pmx_mux_share(list[i].part, list[i].whole, buf),
				 strlen(list[i].text));
		assert_string_equal(buf, list[i].text);
	}
}

static void bounds_are_in_per_cent_of_the_count(void **state)
{
	static const struct {
		double value, half;
		const char *text;
	} list[] = {
		{ 100, 0, "exact" },
		{ 100, NAN, "too few" },
		{ 100, 1.24, "+- 1.2%" },
		{ 100, 9.94, "+- 9.9%" },
		{ 100, 9.96, "+- 10%" },
		{ 100, 0.0949, "+- 0.09%" },
		{ 100, 0.0049, "+- <0.01%" },
		{ 100, 1000, "+- >999%" },
		{ 0, 12.4, "+- 12" },
		{ -100, 5, "+- 5.0%" },
		{ NAN, 5, "" },
	};
	struct mux_made *made = mux_new(MUX_MS);
	struct pmx_mux_row *row = mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED);
	char buf[PMX_MUX_WORD];

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		row->count.value = list[i].value;
		row->half = list[i].half;
		pmx_mux_bound(row, false, buf);
		assert_string_equal(buf, list[i].text);
	}
	row->count.value = 100;
	row->half = INFINITY;
	pmx_mux_bound(row, true, buf);
	assert_string_equal(buf, "too few");
	mux_free(made);
}

static void braces_hold_neighbours_of_one_place_only(void **state)
{
	static const int groups[] = { -1, 0, 0, 0, 1, 1, 2, 2 };
	static const enum pmx_mux_brace expected[] = {
		PMX_BRACE_NONE,	 PMX_BRACE_FIRST, PMX_BRACE_MIDDLE, PMX_BRACE_LAST,
		PMX_BRACE_FIRST, PMX_BRACE_LAST,  PMX_BRACE_ONE,    PMX_BRACE_ONE,
	};
	struct mux_made *made = mux_new(MUX_MS);

	(void)state;
	for (size_t i = 0; i < 8; i++)
		mux_row(made, "e", &pmu_cpu, PMX_MUX_SHARED)->group = groups[i];
	made->rows[7].cpu = 1;
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(pmx_mux_brace(&made->report, i), expected[i]);
	mux_free(made);
}

/* --- cells -------------------------------------------------------------------------------- */

static struct pmx_bins *bins_new(uint64_t start, uint64_t width, size_t count)
{
	struct pmx_bins *bins = calloc(1, sizeof(*bins));

	assert_non_null(bins);
	*bins = (struct pmx_bins){ .start = start, .width = width, .count = count };
	return bins;
}

static void a_bin_is_divided_among_the_cells_that_it_lies_in(void **state)
{
	struct pmx_bins *bins = bins_new(1000, 300, 2); /* 1000 to 1300, 1300 to 1600 */
	struct pmx_cell_time cells[4] = { 0 };		/* of 200 each, from 900 on */

	(void)state;
	bins->due[0] = 300;
	bins->on[0] = 150;
	bins->due[1] = 90;
	bins->on[1] = 90;
	pmx_cells_add(cells, 4, 900, 1700, bins);
	assert_float_equal(cells[0].due, 100, 1e-3);
	assert_float_equal(cells[0].on, 50, 1e-3);
	assert_float_equal(cells[1].due, 200, 1e-3);
	assert_float_equal(cells[1].on, 100, 1e-3);
	assert_float_equal(cells[2].due, 60, 1e-3);
	assert_float_equal(cells[2].on, 60, 1e-3);
	assert_float_equal(cells[3].due, 30, 1e-3);
	assert_float_equal(cells[3].on, 30, 1e-3);
	free(bins);
}

static void cells_hold_all_the_time_that_bins_do(void **state)
{
	struct pmx_bins *bins = bins_new(12345, 7777, PMX_BINS);
	uint64_t end = 12345 + 7777ull * PMX_BINS;
	double on = 0, due = 0;

	(void)state;
	for (size_t i = 0; i < PMX_BINS; i++) {
		bins->due[i] = (float)(i % 7 * 1000);
		bins->on[i] = (float)(i % 7 * (i % 3) * 300);
		on += (double)bins->on[i];
		due += (double)bins->due[i];
	}
	for (size_t count = 1; count < 9000; count = count * 3 + 1) {
		struct pmx_cell_time *cells = calloc(count, sizeof(*cells));
		double sum_on = 0, sum_due = 0;

		assert_non_null(cells);
		pmx_cells_add(cells, count, 12345, end, bins);
		for (size_t i = 0; i < count; i++) {
			sum_on += cells[i].on;
			sum_due += cells[i].due;
		}
		assert_true(fabs(sum_on - on) < on * 1e-9);
		assert_true(fabs(sum_due - due) < due * 1e-9);
		free(cells);
	}
	free(bins);
}

static void what_lies_outside_is_left_out(void **state)
{
	struct pmx_bins *bins = bins_new(UINT64_MAX - 500, 100, SIZE_MAX); /* more than there are */
	struct pmx_cell_time cell = { 0 };

	(void)state;
	bins->due[0] = bins->on[0] = 100;
	pmx_cells_add(&cell, 1, 0, 1000, bins);
	assert_true(cell.due == 0);
	pmx_cells_add(&cell, 1, UINT64_MAX - 400, UINT64_MAX, bins);
	assert_true(cell.due == 0);
	pmx_cells_add(&cell, 1, 5, 5, bins); /* no time */
	pmx_cells_add(&cell, 0, 0, 1000, bins);
	pmx_cells_add(&cell, 1, 0, 1000, NULL);
	assert_true(cell.due == 0);
	assert_true(pmx_bins_any(bins));
	bins->due[0] = 0;
	assert_false(pmx_bins_any(bins));
	assert_false(pmx_bins_any(NULL));
	free(bins);
}

static void a_share_is_none_where_nothing_was_due(void **state)
{
	(void)state;
	assert_true(pmx_cell_on(&(struct pmx_cell_time){ 0, 0 }) < 0);
	assert_true(pmx_cell_on(&(struct pmx_cell_time){ 0, 5 }) == 0);
	assert_true(pmx_cell_on(&(struct pmx_cell_time){ 2, 8 }) == 0.25);
	assert_true(pmx_cell_on(&(struct pmx_cell_time){ 9, 8 }) == 1);
	assert_true(pmx_cell_on(&(struct pmx_cell_time){ NAN, 8 }) == 0);
	assert_true(pmx_cell_on(&(struct pmx_cell_time){ 1, NAN }) < 0);
}

/* --- words -------------------------------------------------------------------------------- */

static void long_names_are_cut_between_characters(void **state)
{
	struct pmx_cell cell;

	(void)state;
	pmx_cell_set(&cell, "h\xc3\xa4ndler");
	pmx_cell_cut(&cell, 7, true);
	assert_string_equal(cell.text, "h\xc3\xa4ndler");
	pmx_cell_cut(&cell, 3, true);
	assert_string_equal(cell.text, "h\xc3\xa4\xe2\x80\xa6");
	assert_int_equal(cell.shown, 3);
	pmx_cell_cut(&cell, 2, false);
	assert_string_equal(cell.text, "h~");
	assert_int_equal(cell.shown, 2);
}

static void a_sentence_that_is_too_long_is_cut(void **state)
{
	struct pmx_words words = { 0 };

	(void)state;
	for (int i = 0; i < 1000; i++)
		pmx_say(&words, "%d,", i);
	pmx_say_fixed(&words, 1.5, 1);
	assert_int_equal(words.used, sizeof(words.text) - 1);
	assert_int_equal(strlen(words.text), words.used);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(durations_have_the_unit_that_suits_them),
		cmocka_unit_test(ticks_are_one_two_or_five),
		cmocka_unit_test(all_labels_of_an_axis_have_one_unit),
		cmocka_unit_test(shares_never_round_to_all_or_nothing),
		cmocka_unit_test(bounds_are_in_per_cent_of_the_count),
		cmocka_unit_test(braces_hold_neighbours_of_one_place_only),
		cmocka_unit_test(a_bin_is_divided_among_the_cells_that_it_lies_in),
		cmocka_unit_test(cells_hold_all_the_time_that_bins_do),
		cmocka_unit_test(what_lies_outside_is_left_out),
		cmocka_unit_test(a_share_is_none_where_nothing_was_due),
		cmocka_unit_test(long_names_are_cut_between_characters),
		cmocka_unit_test(a_sentence_that_is_too_long_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
