// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rotation_intervals.c - medians of intervals that are only counted by length
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mux/intervals.h"

static void equal_intervals_have_an_exact_median(void **state)
{
	static const uint64_t lengths[] = {
		1024, 3999999, 4000000, 4000001, 1000000007, 1ull << 37
	};
	struct pmx_intervals intervals;

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		memset(&intervals, 0, sizeof(intervals));
		for (int n = 0; n < 1000; n++)
			pmx_intervals_add(&intervals, lengths[i]);
		assert_int_equal(pmx_intervals_median(&intervals), lengths[i]);
		assert_int_equal(intervals.shortest, lengths[i]);
		assert_int_equal(intervals.longest, lengths[i]);
	}
}

static int compare(const void *a, const void *b)
{
	const uint64_t *one = a, *other = b;

	return *one < *other ? -1 : *one > *other;
}

/* Against the true median of what was added: log-uniform over 2^11 to 2^36 ns. */
static void any_median_is_right_to_two_in_a_hundred(void **state)
{
	enum { COUNT = 10001 };
	struct pmx_intervals intervals;
	uint64_t x = 88172645463325252u, *all = malloc(COUNT * sizeof(*all));

	(void)state;
	for (int round = 0; round < 50; round++) {
		memset(&intervals, 0, sizeof(intervals));
		for (int i = 0; i < COUNT; i++) {
			x ^= x << 13, x ^= x >> 7, x ^= x << 17;
			all[i] = (1ull << (11 + x % (1 + (unsigned)round % 25))) + (x >> 53);
			pmx_intervals_add(&intervals, all[i]);
		}
		qsort(all, COUNT, sizeof(*all), compare);
		assert_in_range(pmx_intervals_median(&intervals), all[COUNT / 2] * 98 / 100,
				all[COUNT / 2] * 102 / 100);
		assert_int_equal(intervals.count, COUNT);
		assert_int_equal(intervals.shortest, all[0]);
		assert_int_equal(intervals.longest, all[COUNT - 1]);
	}
	free(all);
}

static void a_few_long_ones_do_not_move_the_median(void **state)
{
	struct pmx_intervals intervals = { .count = 0 };

	(void)state;
	for (int i = 0; i < 1000; i++)
		pmx_intervals_add(&intervals, i % 3 ? 4000000 : 700000000);
	assert_int_equal(pmx_intervals_median(&intervals), 4000000);
}

static void merging_is_adding(void **state)
{
	struct pmx_intervals one = { .count = 0 }, other = { .count = 0 }, all = { .count = 0 };

	(void)state;
	pmx_intervals_merge(&one, &other);
	assert_int_equal(one.shortest, 0);
	for (uint64_t i = 1; i <= 300; i++) {
		pmx_intervals_add(i % 2 ? &one : &other, i * 100000);
		pmx_intervals_add(&all, i * 100000);
	}
	pmx_intervals_merge(&one, &other);
	assert_memory_equal(&one, &all, sizeof(all));
}

static void the_shortest_and_the_longest_there_can_be_are_counted(void **state)
{
	struct pmx_intervals intervals = { .count = 0 };

	(void)state;
	assert_int_equal(pmx_intervals_median(&intervals), 0);
	pmx_intervals_add(&intervals, 0);
	pmx_intervals_add(&intervals, UINT64_MAX);
	pmx_intervals_add(&intervals, UINT64_MAX);
	assert_int_equal(intervals.count, 3);
	assert_int_equal(intervals.shortest, 0);
	assert_int_equal(intervals.longest, UINT64_MAX);
	assert_true(pmx_intervals_median(&intervals) >= UINT64_MAX / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_intervals_have_an_exact_median),
		cmocka_unit_test(any_median_is_right_to_two_in_a_hundred),
		cmocka_unit_test(a_few_long_ones_do_not_move_the_median),
		cmocka_unit_test(merging_is_adding),
		cmocka_unit_test(the_shortest_and_the_longest_there_can_be_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
