// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_gpu_live.c - what is seen while GPU memory changes: lines of what is new, and a
 * screen that is the same however often it was drawn before
 */
#include "golden.h"
#include "gpu_reports.h"
#include "lines.h"
#include "screen.h"

static struct pmx_gpu_live live_of(unsigned width, unsigned height, bool is_terminal)
{
	return (struct pmx_gpu_live){
		.view = { .title = "'make -j4'", .width = width, .utf8 = true },
		.height = height,
		.is_terminal = is_terminal,
	};
}

/* What one drawing writes. */
static char *draw(struct pmx_gpu_live *live, struct gpu_made *made)
{
	struct written written;

	live->view.out = written_open(&written);
	pmx_gpu_live_draw(live, &made->report);
	return written_close(&written);
}

static void draw_on(struct screen *screen, struct pmx_gpu_live *live, struct gpu_made *made)
{
	char *text = draw(live, made);

	screen_write(screen, text);
	free(text);
}

static void end_on(struct screen *screen, struct pmx_gpu_live *live)
{
	struct written written;
	char *text;

	live->view.out = written_open(&written);
	pmx_gpu_live_end(live);
	text = written_close(&written);
	screen_write(screen, text);
	free(text);
}

/* A second interval of the last 1000 ms, in which nothing happened. */
static void next_interval(struct gpu_made *made)
{
	made->report.interval_at = made->report.now;
	made->report.now += 1000 * GPU_MS;
	for (size_t i = 0; i < made->report.gpu_count + made->report.row_count; i++) {
		struct pmx_gpu_gauge *gauge = i < made->report.gpu_count ?
						      &made->gpus[i].total :
						      &made->rows[i - made->report.gpu_count].total;

		gauge->interval.updates = 0;
		gauge->interval.first = gauge->interval.peak = gauge->interval.minimum =
			gauge->last;
	}
	for (size_t i = 0; i < made->report.row_count; i++)
		made->rows[i].imported.interval.updates = 0;
}

/* An update of process @row by @change in the interval, at its beginning @peak. */
static void update(struct gpu_made *made, size_t row, int64_t change, uint64_t peak)
{
	struct pmx_gpu_gauge *gauge = &made->rows[row].total;

	gauge->last += (uint64_t)change;
	gauge->updates++;
	gauge->interval.updates = 1;
	gauge->interval.peak = peak;
}

/* --- lines -------------------------------------------------------------------------------- */

static void lines_of_intervals_are_exact(void **state)
{
	struct pmx_gpu_live live = live_of(80, 0, false);
	struct gpu_made *made = gpu_case_imports();
	char *parts[4], *all = NULL;

	(void)state;
	parts[0] = draw(&live, made);
	next_interval(made);
	parts[1] = draw(&live, made);
	next_interval(made);
	update(made, 0, -(int64_t)MIB(50), MIB(777));
	made->rows[1].marks |= PMX_GPU_ENDED | PMX_GPU_ENDING;
	made->rows[1].ended_at = made->report.now - 1;
	made->report.lost = 3;
	made->report.lost_at = made->report.now - 2;
	parts[2] = draw(&live, made);
	next_interval(made);
	parts[3] = draw(&live, made);
	assert_true(asprintf(&all, "%s%s%s%s", parts[0], parts[1], parts[2], parts[3]) > 0);
	for (size_t i = 0; i < 4; i++)
		free(parts[i]);
	check_lines(all);
	golden_compare("gpu-lines", "txt", all);
	free(made);
}

static void an_interval_without_updates_says_so(void **state)
{
	struct pmx_gpu_live live = live_of(80, 0, false);
	struct gpu_made *made = gpu_case_imports();
	char *text;

	(void)state;
	free(draw(&live, made));
	next_interval(made);
	text = draw(&live, made);
	assert_string_equal(text, "  11.000  no updates\n");
	free(text);
	free(made);
}

static void lines_of_others_are_left_out(void **state)
{
	struct pmx_gpu_live live = live_of(80, 0, false);
	struct gpu_made *made = gpu_case_both();
	char *text;

	(void)state;
	live.view.only_target = true;
	text = draw(&live, made);
	assert_null(strstr(text, "firefox"));
	assert_non_null(strstr(text, "Xorg"));
	assert_non_null(strstr(text, " total "));
	free(text);
	free(made);
}

static void lines_hold_no_control_characters(void **state)
{
	(void)state;
	for (size_t i = 0; i < GPU_CASES; i++) {
		struct pmx_gpu_live live = live_of(80, 0, false);
		struct gpu_made *made = gpu_makers[i]();
		char *text = draw(&live, made);

		for (const char *at = text; *at; at++)
			assert_true((unsigned char)*at >= ' ' || *at == '\n');
		free(text);
		free(made);
	}
}

/* Every line has a value below each title, in the columns of the title. */
static void lines_stand_below_their_titles(void **state)
{
	struct pmx_gpu_live live = live_of(80, 0, false);
	struct gpu_made *made = gpu_case_wrong();
	char *text = draw(&live, made), *next, *line = strtok_r(text, "\n", &next);
	size_t ends[16], count = 0;

	(void)state;
	for (const char *at = line; *at; at++)
		if (*at != ' ' && (!at[1] || at[1] == ' '))
			ends[count++] = (size_t)(at - line);
	assert_int_equal(count, 9);
	while ((line = strtok_r(NULL, "\n", &next))) {
		if (strstr(line, "lost") || !strstr(line, " GPU ")) /* what else there is to say */
			continue;
		for (size_t i = 1; i < count; i++) /* the first is "#" */
			if (i != 3)		   /* of names, which stand left */
				assert_true(line[ends[i]] != ' ' && line[ends[i] + 1] == ' ');
	}
	free(text);
	free(made);
}

/* --- the screen --------------------------------------------------------------------------- */

static void screens_are_exact(void **state)
{
	struct pmx_gpu_live live = live_of(80, 24, true);
	struct gpu_made *made = gpu_case_wrong();

	(void)state;
	golden_compare("gpu-live", "txt", draw(&live, made));
	live = live_of(60, 24, true);
	live.view.utf8 = false;
	live.view.color = true;
	golden_compare("gpu-live-ascii", "txt", draw(&live, made));
	free(made);
}

/* Drawn over anything, on whatever terminal, it is what it is when drawn at once. */
static void a_screen_is_what_it_would_be_alone(void **state)
{
	static const unsigned sizes[][2] = { { 24, 80 }, { 10, 40 }, { 50, 200 }, { 4, 80 } };

	(void)state;
	for (size_t i = 0; i < GPU_CASES * GPU_CASES * 4; i++) {
		const unsigned *size = sizes[i % 4];
		struct gpu_made *first = gpu_makers[i / 4 % GPU_CASES]();
		struct gpu_made *second = gpu_makers[i / 4 / GPU_CASES]();
		struct pmx_gpu_live live = live_of(size[1], size[0], true);
		struct pmx_gpu_live other = live;
		struct screen twice, alone;

		screen_init(&twice, size[0], size[1]);
		draw_on(&twice, &live, first);
		draw_on(&twice, &live, second);
		screen_init(&alone, size[0], size[1]);
		draw_on(&alone, &other, second);
		assert_memory_equal(twice.text, alone.text, sizeof(twice.text));
		assert_int_equal(twice.row, alone.row);
		assert_int_equal(twice.scrolled, 0);
		free(first);
		free(second);
	}
}

static void what_stood_above_stays(void **state)
{
	struct pmx_gpu_live live = live_of(80, 24, true);
	struct gpu_made *made = gpu_case_many();
	struct screen screen;

	(void)state;
	screen_init(&screen, 24, 80);
	screen_write(&screen, "$ perfmux gpu -a\n");
	for (int i = 0; i < 5; i++)
		draw_on(&screen, &live, made);
	end_on(&screen, &live);
	assert_int_equal(screen.scrolled, 1);
	screen_write(&screen, "below");
	assert_string_equal(screen_row(&screen, 23), "below");
	assert_non_null(strstr(screen_row(&screen, 22), "and 81 more"));
	assert_non_null(strstr(screen_row(&screen, 0), "GPU memory"));
	free(made);
}

static void the_cursor_and_wrapping_come_back(void **state)
{
	struct pmx_gpu_live live = live_of(80, 24, true);
	struct gpu_made *made = gpu_case_imports();
	struct screen screen;

	(void)state;
	screen_init(&screen, 24, 80);
	end_on(&screen, &live);
	draw_on(&screen, &live, made);
	assert_true(screen.has_no_cursor);
	assert_false(screen.has_no_wrap);
	end_on(&screen, &live);
	assert_false(screen.has_no_cursor || screen.has_no_wrap);
	end_on(&screen, &live);
	assert_false(screen.has_no_cursor);
	free(made);
}

static void nothing_is_hidden_where_lines_are_written(void **state)
{
	struct pmx_gpu_live live = live_of(80, 24, false);
	struct gpu_made *made = gpu_case_imports();
	struct written written;
	char *text = draw(&live, made);

	(void)state;
	assert_null(strchr(text, '\033'));
	free(text);
	live.view.out = written_open(&written);
	pmx_gpu_live_end(&live);
	text = written_close(&written);
	assert_string_equal(text, "");
	free(text);
	free(made);
}

static void a_terminal_of_another_size_is_cleared(void **state)
{
	struct pmx_gpu_live live = live_of(80, 24, true), fresh = live_of(60, 20, true);
	struct gpu_made *made = gpu_case_imports();
	struct screen screen, alone;

	(void)state;
	screen_init(&screen, 24, 80);
	draw_on(&screen, &live, made);
	screen.columns = 60;
	screen.rows = 20;
	live.view.width = 60;
	live.height = 20;
	draw_on(&screen, &live, made);
	screen_init(&alone, 20, 60);
	draw_on(&alone, &fresh, made);
	assert_memory_equal(screen.text, alone.text, sizeof(screen.text));
	free(made);
}

/* The bar of half the peak of all is half as long as the longest. */
static void bars_are_as_long_as_their_share(void **state)
{
	struct pmx_gpu_live live = live_of(100, 24, true);
	struct gpu_made *made = gpu_new(1000);
	size_t lengths[3];
	char *text, *line;

	(void)state;
	live.view.utf8 = false;
	gpu_device(made, 0);
	gpu_process(made, 1, "one", STEPS({ 0, MIB(64) }));
	gpu_process(made, 2, "half", STEPS({ 0, MIB(32) }));
	gpu_process(made, 3, "was", STEPS({ 0, MIB(64) }, { 1, MIB(16) }));
	gpu_sums(made);
	text = draw(&live, made);
	for (size_t i = 0; i < 3; i++) {
		static const char *const names[] = { " one", " half", " was" };

		line = strstr(text, names[i]);
		line += strcspn(line, "#\n");
		lengths[i] = strspn(line, "#");
		if (i == 2)
			assert_int_equal(strspn(line + lengths[2], "."), lengths[0] - lengths[2]);
	}
	assert_true(lengths[0] > 30);
	assert_true(lengths[1] == lengths[0] / 2 || lengths[1] == (lengths[0] + 1) / 2);
	assert_true(lengths[2] * 4 >= lengths[0] - 2 && lengths[2] * 4 <= lengths[0] + 2);
	free(text);
	free(made);
}

static void who_has_ended_with_nothing_leaves_the_screen(void **state)
{
	struct pmx_gpu_live live = live_of(80, 24, true);
	struct gpu_made *made = gpu_case_imports();
	char *text = draw(&live, made);

	(void)state;
	assert_non_null(strstr(text, "glxgears"));
	free(text);
	next_interval(made);
	text = draw(&live, made);
	assert_null(strstr(text, "glxgears"));
	free(text);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_intervals_are_exact),
		cmocka_unit_test(an_interval_without_updates_says_so),
		cmocka_unit_test(lines_of_others_are_left_out),
		cmocka_unit_test(lines_hold_no_control_characters),
		cmocka_unit_test(lines_stand_below_their_titles),
		cmocka_unit_test(screens_are_exact),
		cmocka_unit_test(a_screen_is_what_it_would_be_alone),
		cmocka_unit_test(what_stood_above_stays),
		cmocka_unit_test(the_cursor_and_wrapping_come_back),
		cmocka_unit_test(nothing_is_hidden_where_lines_are_written),
		cmocka_unit_test(a_terminal_of_another_size_is_cleared),
		cmocka_unit_test(bars_are_as_long_as_their_share),
		cmocka_unit_test(who_has_ended_with_nothing_leaves_the_screen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
