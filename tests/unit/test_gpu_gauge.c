// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_gauge.c - a value over time, its course in points, and the table that finds it
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "gpu/gauge.h"
#include "gpu/line.h"
#include "gpu/map.h"

#define UNKNOWN PMX_GPU_UNKNOWN

static void assert_near(double is, double wanted, double tolerance)
{
	if (!(fabs(is - wanted) <= tolerance))
		fail_msg("%.17g and not %.17g", is, wanted);
}

/* --- gauges ------------------------------------------------------------------------------- */

static void a_gauge_knows_first_last_peak_minimum_and_change(void **state)
{
	struct gauge gauge = { .area = 0 };
	struct pmx_gpu_gauge read;

	(void)state;
	gpu_gauge_add(&gauge, 100, 50);
	gpu_gauge_add(&gauge, 200, 80);
	gpu_gauge_add(&gauge, 300, 20);
	gpu_gauge_add(&gauge, 400, 30);
	read = gpu_gauge_read(&gauge, 500);
	assert_int_equal(read.updates, 4);
	assert_int_equal(read.first, 50);
	assert_int_equal(read.first_at, 100);
	assert_int_equal(read.last, 30);
	assert_int_equal(read.last_at, 400);
	assert_int_equal(read.peak, 80);
	assert_int_equal(read.peak_at, 200);
	assert_int_equal(read.minimum, 20);
	assert_int_equal(read.change, -20);
}

static void a_mean_is_weighted_by_time(void **state)
{
	struct gauge gauge = { .area = 0 };

	(void)state;
	assert_int_equal(gpu_gauge_read(&gauge, 500).updates, 0);
	gpu_gauge_add(&gauge, 100, 10);
	/* nothing has passed: it is what it is */
	assert_near(gpu_gauge_read(&gauge, 100).mean, 10, 0);
	gpu_gauge_add(&gauge, 190, 1000);
	gpu_gauge_add(&gauge, 200, 0);
	assert_near(gpu_gauge_read(&gauge, 200).mean, (90 * 10 + 10 * 1000) / 100.0, 1e-9);
	assert_near(gpu_gauge_read(&gauge, 300).mean, (90 * 10 + 10 * 1000) / 200.0, 1e-9);
	/* not before the last update */
	assert_near(gpu_gauge_read(&gauge, 0).mean, (90 * 10 + 10 * 1000) / 100.0, 1e-9);
}

static void a_mean_of_huge_values_over_years_is_exact(void **state)
{
	struct gauge gauge = { .area = 0 };
	uint64_t years = UINT64_C(10) * 365 * 86400 * 1000000000, value = UINT64_C(1) << 62;

	(void)state;
	for (uint64_t i = 0; i < 100; i++)
		gpu_gauge_add(&gauge, i * (years / 100), value);
	assert_near(gpu_gauge_read(&gauge, years).mean, (double)value, 1);
}

static void an_older_value_is_no_news(void **state)
{
	struct gauge gauge = { .area = 0 };
	struct pmx_gpu_gauge read;

	(void)state;
	gpu_gauge_add(&gauge, 100, 10);
	gpu_gauge_add(&gauge, 300, 20);
	gpu_gauge_add(&gauge, 200, 500);
	read = gpu_gauge_read(&gauge, 300);
	assert_int_equal(read.last, 20);
	assert_int_equal(read.last_at, 300);
	assert_int_equal(read.updates, 3);
	/* but it was that high */
	assert_int_equal(read.peak, 500);
	assert_int_equal(read.peak_at, 200);
	gpu_gauge_add(&gauge, 50, 5);
	read = gpu_gauge_read(&gauge, 300);
	assert_int_equal(read.first, 5);
	assert_int_equal(read.first_at, 50);
	assert_int_equal(read.last, 20);
	assert_near(read.mean, (50 * 5 + 200 * 10) / 250.0, 1e-9);
}

static void an_interval_begins_with_what_is(void **state)
{
	struct gauge gauge = { .area = 0 };
	struct pmx_gpu_gauge read;

	(void)state;
	gpu_gauge_add(&gauge, 100, 90);
	gpu_gauge_add(&gauge, 110, 40);
	gpu_gauge_next_interval(&gauge);
	read = gpu_gauge_read(&gauge, 200);
	assert_int_equal(read.interval.updates, 0);
	assert_int_equal(read.interval.peak, 40);
	assert_int_equal(read.interval.minimum, 40);
	gpu_gauge_add(&gauge, 300, 10);
	gpu_gauge_add(&gauge, 310, 30);
	read = gpu_gauge_read(&gauge, 320);
	assert_int_equal(read.interval.updates, 2);
	assert_int_equal(read.interval.peak, 40);
	assert_int_equal(read.interval.minimum, 10);
	assert_int_equal(read.peak, 90);
}

static void a_change_that_no_number_can_hold_is_clipped(void **state)
{
	struct gauge up = { .area = 0 }, down = { .area = 0 };

	(void)state;
	gpu_gauge_add(&up, 1, 0);
	gpu_gauge_add(&up, 2, UINT64_MAX);
	assert_true(gpu_gauge_read(&up, 2).change == INT64_MAX);
	gpu_gauge_add(&down, 1, UINT64_MAX);
	gpu_gauge_add(&down, 2, 0);
	assert_true(gpu_gauge_read(&down, 2).change == -INT64_MAX);
}

/* --- lines -------------------------------------------------------------------------------- */

static void few_updates_are_points_of_their_own(void **state)
{
	struct line_budget budget = { .lines = 0 };
	struct line line = { .points = NULL };
	struct pmx_gpu_line read;

	(void)state;
	gpu_line_add(&line, &budget, 1000000, 10, UNKNOWN);
	gpu_line_add(&line, &budget, 2000000, 30, 5);
	gpu_line_add(&line, &budget, 1500000, 99, UNKNOWN); /* too late to be drawn */
	gpu_line_add(&line, &budget, 4000000, 20, UNKNOWN);
	read = gpu_line_read(&line);
	assert_int_equal(read.count, 3);
	assert_int_equal(read.points[0].at, 1000000);
	assert_int_equal(read.points[0].last, 10);
	assert_near(read.points[0].area, 10 * 1e6, 1);
	assert_int_equal(read.points[1].last, 30);
	assert_int_equal(read.points[1].imported, 5);
	assert_near(read.points[1].area, 30 * 2e6, 1);
	assert_int_equal(read.upto, 4000000);
	assert_int_equal(budget.points, 3);
	assert_int_equal(budget.lines, 1);
	gpu_line_free(&line, &budget);
	assert_int_equal(budget.points, 0);
	assert_int_equal(budget.lines, 0);
}

static double area_of(const struct pmx_gpu_line *line)
{
	double area = 0;

	for (size_t i = 0; i < line->count; i++)
		area += line->points[i].area;
	return area;
}

static void many_updates_keep_their_area_peak_and_end(void **state)
{
	struct line_budget budget = { .lines = 0 };
	struct line line = { .points = NULL };
	struct pmx_gpu_line read;
	double area = 0;
	uint64_t peak = 0;

	(void)state;
	for (uint64_t i = 0; i < 100000; i++) {
		gpu_line_add(&line, &budget, 5000 + i * 10000, i == 77777 ? 1000000 : i % 1000,
			     UNKNOWN);
		area += i == 99999 ? 0 : 10000.0 * (i == 77777 ? 1000000 : (double)(i % 1000));
		assert_true(line.count <= PMX_GPU_POINTS);
	}
	read = gpu_line_read(&line);
	assert_true(read.count >= PMX_GPU_POINTS / 4);
	assert_int_equal(budget.points, read.count);
	assert_near(area_of(&read) / area, 1, 1e-9);
	for (size_t i = 0; i < read.count; i++)
		peak = read.points[i].peak > peak ? read.points[i].peak : peak;
	assert_int_equal(peak, 1000000);
	assert_int_equal(read.points[read.count - 1].last, 999);
	for (size_t i = 1; i < read.count; i++)
		assert_true(read.points[i].at / read.width > read.points[i - 1].at / read.width);
	gpu_line_free(&line, &budget);
}

static void all_lines_together_have_a_bounded_number_of_points(void **state)
{
	enum { LINES = 10000 };
	struct line_budget budget = { .lines = 0 };
	struct line *lines = calloc(LINES, sizeof(*lines));

	(void)state;
	for (uint64_t t = 1; t <= 100; t++)
		for (size_t i = 0; i < LINES; i++) {
			gpu_line_add(&lines[i], &budget, t * 1000000, t, UNKNOWN);
			if (budget.points <= PMX_GPU_LINE_POINTS)
				continue;
			for (size_t j = 0; j < LINES; j++)
				gpu_line_shrink(&lines[j], &budget, gpu_line_share(&budget));
			assert_true(budget.points <= PMX_GPU_LINE_POINTS);
		}
	assert_int_equal(budget.lines, LINES);
	assert_true(budget.points > LINES * 8);
	for (size_t i = 0; i < LINES; i++)
		gpu_line_free(&lines[i], &budget);
	assert_int_equal(budget.points, 0);
	free(lines);
}

static void a_shrunken_line_gives_memory_back(void **state)
{
	struct line_budget budget = { .lines = 0 };
	struct line line = { .points = NULL };
	double area;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++)
		gpu_line_add(&line, &budget, i * 10000, i, UNKNOWN);
	area = area_of(&(struct pmx_gpu_line){ .points = line.points, .count = line.count });
	gpu_line_shrink(&line, &budget, 16);
	assert_true(line.count <= 16 && line.count >= 4);
	assert_int_equal(line.room, 16);
	assert_near(area_of(&(struct pmx_gpu_line){ .points = line.points, .count = line.count }),
		    area, 1);
	gpu_line_free(&line, &budget);
}

static void columns_have_means_and_peaks_from_the_first_update_on(void **state)
{
	struct line_budget budget = { .lines = 0 };
	struct line line = { .points = NULL };
	struct pmx_gpu_line read;
	double mean[5], peak[5];

	(void)state;
	gpu_line_add(&line, &budget, 1500000, 100, UNKNOWN);
	gpu_line_add(&line, &budget, 2500000, 300, UNKNOWN);
	gpu_line_add(&line, &budget, 3500000, 0, UNKNOWN);
	read = gpu_line_read(&line);
	pmx_gpu_line_columns(&read, 0, 5000000, 5, mean, peak);
	assert_true(isnan(mean[0]) && isnan(peak[0]));
	assert_near(mean[1], 100, 1e-9);
	assert_near(mean[2], 200, 1e-9);
	assert_near(mean[3], 150, 1e-9);
	assert_near(mean[4], 0, 1e-9);
	assert_near(peak[1], 100, 0);
	assert_near(peak[2], 300, 0);
	assert_near(peak[3], 300, 0);
	/* a part of it, without peaks */
	pmx_gpu_line_columns(&read, 2000000, 3000000, 1, mean, NULL);
	assert_near(mean[0], 200, 1e-9);
	/* what is goes on */
	pmx_gpu_line_columns(&read, 9000000, 9000010, 2, mean, peak);
	assert_near(mean[1], 0, 0);
	gpu_line_free(&line, &budget);
}

static void columns_of_nothing_are_unknown(void **state)
{
	struct pmx_gpu_line nothing = { .points = NULL };
	double mean[2] = { 1, 1 };

	(void)state;
	pmx_gpu_line_columns(&nothing, 0, 10, 2, mean, NULL);
	assert_true(isnan(mean[0]) && isnan(mean[1]));
	pmx_gpu_line_columns(&nothing, 10, 10, 2, mean, NULL);
	pmx_gpu_line_columns(&nothing, 10, 0, 2, mean, NULL);
	assert_true(isnan(mean[0]) && isnan(mean[1]));
	pmx_gpu_line_columns(&nothing, 0, 10, 0, mean, NULL);
}

/* --- the table ------------------------------------------------------------------------------ */

/* A sequence that looks random and is the same each time. */
static uint64_t next_number(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

static void a_table_finds_what_is_in_it_and_nothing_else(void **state)
{
	enum { KEYS = 512, ROUNDS = 200000 };
	struct pmx_map map = { .slots = NULL };
	static int values[KEYS];
	static bool is_in[KEYS];
	uint64_t seed = 1;
	size_t count = 0;

	(void)state;
	assert_null(pmx_map_get(&map, 1, 2));
	assert_null(pmx_map_remove(&map, 1, 2));
	for (int i = 0; i < ROUNDS; i++) {
		size_t key = next_number(&seed) % KEYS;
		void *wanted = is_in[key] ? &values[key] : NULL;

		assert_ptr_equal(pmx_map_get(&map, key / 7, key), wanted);
		assert_int_equal(map.count, count);
		if (next_number(&seed) % 2) {
			assert_int_equal(pmx_map_put(&map, key / 7, key, &values[key]), 0);
			count += !is_in[key];
			is_in[key] = true;
		} else {
			assert_ptr_equal(pmx_map_remove(&map, key / 7, key), wanted);
			count -= is_in[key];
			is_in[key] = false;
		}
	}
	assert_true(map.room <= 4 * KEYS);
	pmx_map_free(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gauge_knows_first_last_peak_minimum_and_change),
		cmocka_unit_test(a_mean_is_weighted_by_time),
		cmocka_unit_test(a_mean_of_huge_values_over_years_is_exact),
		cmocka_unit_test(an_older_value_is_no_news),
		cmocka_unit_test(an_interval_begins_with_what_is),
		cmocka_unit_test(a_change_that_no_number_can_hold_is_clipped),
		cmocka_unit_test(few_updates_are_points_of_their_own),
		cmocka_unit_test(many_updates_keep_their_area_peak_and_end),
		cmocka_unit_test(all_lines_together_have_a_bounded_number_of_points),
		cmocka_unit_test(a_shrunken_line_gives_memory_back),
		cmocka_unit_test(columns_have_means_and_peaks_from_the_first_update_on),
		cmocka_unit_test(columns_of_nothing_are_unknown),
		cmocka_unit_test(a_table_finds_what_is_in_it_and_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
