// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_meter_passes.c - events divided into passes, by trying what fits
 */
#include "counted_kernel.h"

/* "0 0 1 1": the pass of each event. */
static const char *passes_with(unsigned limit)
{
	static char text[512];
	unsigned pass[128], most = 0;
	struct pmx_error err = { 0 };
	size_t used = 0;
	int passes = pmx_meter_passes(m->meter, &m->events, limit, pass, &err);

	if (passes < 0)
		fail_msg("%s", err.text);
	assert_in_range(m->events.count, 1, 128);
	for (size_t i = 0; i < m->events.count; i++) {
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%u", i ? " " : "",
					 pass[i]);
		most = pass[i] > most ? pass[i] : most;
	}
	assert_int_equal(passes, most + 1);
	return text;
}

static void what_fits_is_one_pass_and_one_trial(void **state)
{
	(void)state;
	add_singles(&fake_big, 4);
	assert_string_equal(passes_with(0), "0 0 0 0");
	assert_int_equal(m->kernel.opens, 4);
}

static void more_events_than_counters_take_more_passes(void **state)
{
	(void)state;
	add_singles(&fake_big, 10);
	assert_string_equal(passes_with(0), "0 0 0 0 1 1 1 1 2 2");
}

static void an_event_many_times_is_divided_too(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 9; i++)
		fake_event(&m->events, &fake_big, 7, -1);
	assert_string_equal(passes_with(0), "0 0 0 0 1 1 1 1 2");
}

static void groups_stay_whole_and_the_largest_are_first(void **state)
{
	static const unsigned sizes[] = { 1, 4, 2, 4, 3, 1 };

	(void)state;
	m->counters = 7;
	add_sizes(&fake_big, sizes, 6);
	assert_string_equal(passes_with(0), "1 0 0 0 0 1 1 1 1 1 1 0 0 0 2");
}

static void a_pass_that_is_full_for_large_ones_takes_small_ones(void **state)
{
	static const unsigned sizes[] = { 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1 };

	(void)state;
	add_sizes(&fake_big, sizes, 12);
	assert_non_null(strstr(passes_with(0), "10 10 10 0"));
}

static void an_event_for_one_counter_only_is_told_apart(void **state)
{
	(void)state;
	fake_event(&m->events, &fake_big, ONLY_ONE, -1);
	fake_event(&m->events, &fake_big, ONLY_ONE, -1);
	fake_event(&m->events, &fake_big, 5, -1);
	assert_string_equal(passes_with(0), "0 1 0");
}

static void software_events_take_no_counter(void **state)
{
	(void)state;
	add_singles(&fake_software, 6);
	assert_string_equal(passes_with(0), "0 0 0 0 0 0");
	assert_int_equal(m->kernel.opens, 0);
}

static void software_members_take_no_counter(void **state)
{
	(void)state;
	m->counters = 1;
	fake_event(&m->events, &fake_software, 0, m->events.groups);
	fake_event(&m->events, &fake_big, 1, m->events.groups++);
	assert_string_equal(passes_with(0), "0 0");
}

static void what_cannot_be_opened_takes_no_room(void **state)
{
	(void)state;
	m->counters = 2;
	add_singles(&fake_big, 2);
	fake_event(&m->events, &fake_big, ABSENT, -1);
	fake_event(&m->events, &fake_big, 9, -1);
	assert_string_equal(passes_with(0), "0 0 0 1");
}

static void what_fits_nowhere_holds_nobody_up(void **state)
{
	(void)state;
	fake_event(&m->events, &fake_big, NOWHERE, -1);
	add_singles(&fake_big, 5);
	fake_event(&m->events, &fake_big, NOWHERE, -1);
	assert_string_equal(passes_with(0), "2 0 0 0 0 1 2");
}

static void nothing_that_fits_is_one_pass(void **state)
{
	(void)state;
	m->counters = 0;
	add_singles(&fake_big, 3);
	assert_string_equal(passes_with(0), "0 0 0");
}

static void at_the_limit_the_rest_shares_the_last_pass(void **state)
{
	(void)state;
	add_singles(&fake_big, 12);
	assert_string_equal(passes_with(2), "0 0 0 0 1 1 1 1 1 1 1 1");
	assert_string_equal(passes_with(1), "0 0 0 0 0 0 0 0 0 0 0 0");
}

static void each_pmu_is_packed_by_itself(void **state)
{
	(void)state;
	m->counters = 2;
	add_singles(&fake_big, 3);
	add_singles(&fake_little, 5);
	assert_string_equal(passes_with(0), "0 0 1 0 0 1 1 2");
}

static void a_pinned_event_in_error_is_off(void **state)
{
	(void)state;
	m->pinned_fail = true;
	m->counters = 2;
	for (unsigned i = 0; i < 3; i++)
		fake_event(&m->events, &fake_big, i, -1)->attr.pinned = 1;
	assert_string_equal(passes_with(0), "0 0 1");
}

static void many_events_cost_few_trials(void **state)
{
	unsigned pass[400];
	struct pmx_error err;

	(void)state;
	add_singles(&fake_big, 400);
	assert_int_equal(pmx_meter_passes(m->meter, &m->events, 0, pass, &err), 100);
	/* a pass is a guess of four, and eight that do not fit beside them */
	assert_in_range(m->kernel.opens, 400, 100 * (4 + 8 * 5) + 2 * 64);
}

/* --- passes of random lists ---------------------------------------------------------------- */

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16 & 0x7fff;
}

/* First-fit decreasing over sizes alone; the number of passes. */
static unsigned pack_sizes(const unsigned *sizes, size_t count, unsigned room)
{
	unsigned used[64] = { 0 }, passes = 0;

	for (unsigned size = room; size > 0; size--)
		for (size_t i = 0; i < count; i++) {
			unsigned pass = 0;

			if (sizes[i] != size)
				continue;
			while (used[pass] + size > room)
				pass++;
			used[pass] += size;
			passes = pass + 1 > passes ? pass + 1 : passes;
		}
	return passes;
}

static void random_lists_are_packed_as_first_fit_decreasing_does(void **state)
{
	unsigned seed = 42;

	(void)state;
	for (unsigned round = 0; round < 30; round++) {
		unsigned sizes[24], pass[24 * 8], used[64] = { 0 };
		size_t count = 1 + next_random(&seed) % 24;
		struct pmx_error err = { 0 };
		int passes;

		m->counters = 2 + next_random(&seed) % 7;
		for (size_t i = 0; i < count; i++)
			sizes[i] = 1 + next_random(&seed) % m->counters;
		pmx_events_free(&m->events);
		m->events = (struct pmx_events){ 0 };
		add_sizes(&fake_big, sizes, count);
		passes = pmx_meter_passes(m->meter, &m->events, 0, pass, &err);
		assert_int_equal(passes, pack_sizes(sizes, count, m->counters));
		for (size_t i = 0; i < m->events.count; i++)
			used[pass[i]]++;
		for (int i = 0; i < passes; i++)
			assert_in_range(used[i], 1, m->counters);
	}
}

#define with_kernel(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_kernel(what_fits_is_one_pass_and_one_trial),
		with_kernel(more_events_than_counters_take_more_passes),
		with_kernel(an_event_many_times_is_divided_too),
		with_kernel(groups_stay_whole_and_the_largest_are_first),
		with_kernel(a_pass_that_is_full_for_large_ones_takes_small_ones),
		with_kernel(an_event_for_one_counter_only_is_told_apart),
		with_kernel(software_events_take_no_counter),
		with_kernel(software_members_take_no_counter),
		with_kernel(what_cannot_be_opened_takes_no_room),
		with_kernel(what_fits_nowhere_holds_nobody_up),
		with_kernel(nothing_that_fits_is_one_pass),
		with_kernel(at_the_limit_the_rest_shares_the_last_pass),
		with_kernel(each_pmu_is_packed_by_itself),
		with_kernel(a_pinned_event_in_error_is_off),
		with_kernel(many_events_cost_few_trials),
		with_kernel(random_lists_are_packed_as_first_fit_decreasing_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
