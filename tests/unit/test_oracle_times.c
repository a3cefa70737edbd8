// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_oracle_times.c - oracles of readings: their times, one after another, side by side
 */
#include "oracles.h"

/* --- times ----------------------------------------------------------------------------------- */

static void times_are_within_what_passed(void **state)
{
	(void)state;
	holds(times, &(struct pmx_reading){ .enabled = 1000, .running = 1000 }, 1000, 1, 0);
	holds(times, &(struct pmx_reading){ .enabled = 2010, .running = 7 }, 1000, 2, 10);
	holds(times, &(struct pmx_reading){ .value = 5 }, 0, 0, 0);
}

static void running_longer_than_enabled_is_a_breach(void **state)
{
	(void)state;
	breaks("times", "ran 1001 ns, enabled 1000 ns, 1 ns too many", times,
	       &(struct pmx_reading){ .enabled = 1000, .running = 1001 }, 5000, 1, 0);
}

static void enabled_longer_than_there_was_time_is_a_breach(void **state)
{
	(void)state;
	breaks("times",
	       "enabled 2011 ns, passed at most 2010 ns (1000 ns on 2 CPUs, and 10 ns), "
	       "1 ns too many",
	       times, &(struct pmx_reading){ .enabled = 2011 }, 1000, 2, 10);
	breaks("times",
	       "enabled 1500 ns, passed at most 1000 ns (1000 ns on 1 CPU, and 0 ns), "
	       "500 ns too many",
	       times, &(struct pmx_reading){ .enabled = 1500 }, 1000, 1, 0);
}

static void a_bound_beyond_64_bits_does_not_wrap(void **state)
{
	struct pmx_reading it = { .enabled = UINT64_MAX, .running = UINT64_MAX };

	(void)state;
	holds(times, &it, UINT64_MAX / 2, 3, 0);
	holds(times, &it, UINT64_MAX, 1, 1);
	assert_false(pmx_oracle_times(&breach, "it", &it, UINT64_MAX / 2, 2, 0));
}

static void times_of_nothing_read_are_a_breach(void **state)
{
	(void)state;
	breaks("times", "nothing could be read of it", times, &(struct pmx_reading){ .eof = true },
	       1000, 1, 0);
}

/* --- monotone -------------------------------------------------------------------------------- */

static void readings_grow_or_stay(void **state)
{
	const struct pmx_reading series[] = {
		{ .value = 1, .enabled = 10, .running = 5 },
		{ .value = 1, .enabled = 10, .running = 5 },
		{ .value = 2, .enabled = 10, .running = 6 },
		{ .value = UINT64_MAX, .enabled = UINT64_MAX, .running = UINT64_MAX },
	};

	(void)state;
	holds(monotone, series, COUNT(series));
	holds(monotone, series + 3, 1);
	holds(monotone, NULL, 0);
}

static void what_goes_back_is_a_breach(void **state)
{
	struct pmx_reading series[] = {
		{ .value = 5, .enabled = 10, .running = 5 },
		{ .value = 7, .enabled = 20, .running = 15 },
		{ .value = 6, .enabled = 30, .running = 25 },
	};

	(void)state;
	breaks("monotone", "value 7 in reading 2, 6 in reading 3, 1 back", monotone, series, 3);
	series[2] = (struct pmx_reading){ .value = 7, .enabled = 17, .running = 15 };
	breaks("monotone", "enabled 20 ns in reading 2, 17 ns in reading 3, 3 ns back", monotone,
	       series, 3);
	series[1].running = 4;
	breaks("monotone", "running 5 ns in reading 1, 4 ns in reading 2, 1 ns back", monotone,
	       series, 2);
}

static void a_reading_of_nothing_in_a_series_is_a_breach(void **state)
{
	const struct pmx_reading series[] = { { .value = 5 }, { .eof = true }, { .value = 5 } };

	(void)state;
	breaks("monotone", "nothing could be read in reading 2 of 3", monotone, series, 3);
	breaks("monotone", "nothing could be read in reading 1 of 1", monotone, series + 1, 1);
}

/* --- held ------------------------------------------------------------------------------------ */

static void what_is_disabled_stands_still(void **state)
{
	struct pmx_reading it = { .value = 5, .enabled = 10, .running = 7 };

	(void)state;
	holds(held, &it, &it);
	holds(held, &(struct pmx_reading){ .id = 1 }, &(struct pmx_reading){ .id = 1 });
}

static void what_moves_while_it_is_disabled_is_a_breach(void **state)
{
	struct pmx_reading before = { .value = 5, .enabled = 10, .running = 7 };
	struct pmx_reading after = before;

	(void)state;
	after.value = 6;
	breaks("held", "value 5 before, 6 after, 1 more", held, &before, &after);
	breaks("held", "value 6 before, 5 after, 1 less", held, &after, &before);
	after = before;
	after.enabled = 14;
	breaks("held", "enabled 10 ns before, 14 ns after, 4 ns more", held, &before, &after);
	after = before;
	after.running = 0;
	breaks("held", "running 7 ns before, 0 ns after, 7 ns less", held, &before, &after);
}

static void nothing_read_before_or_after_is_a_breach(void **state)
{
	struct pmx_reading it = { .value = 0 }, gone = { .eof = true };

	(void)state;
	breaks("held", "nothing could be read before", held, &gone, &it);
	breaks("held", "nothing could be read after", held, &it, &gone);
	breaks("held", "nothing could be read before", held, &gone, &gone);
}

/* --- group ----------------------------------------------------------------------------------- */

static void members_agree(void **state)
{
	const struct pmx_reading members[] = {
		{ .value = 1, .enabled = 100, .running = 50, .id = 7 },
		{ .value = 9, .enabled = 103, .running = 47, .id = 8 },
		{ .value = 0, .enabled = 101, .running = 49, .id = UINT64_MAX },
	};

	(void)state;
	holds(group, members, 3, 3);
	holds(group, members, 1, 0);
}

static void members_whose_times_differ_are_a_breach(void **state)
{
	struct pmx_reading members[] = {
		{ .enabled = 102, .running = 50, .id = 7 },
		{ .enabled = 103, .running = 50, .id = 8 },
		{ .enabled = 100, .running = 50, .id = 9 },
	};

	(void)state;
	breaks("group", "member 3 enabled 100 ns, member 2 103 ns, 3 ns apart, 2 ns allowed", group,
	       members, 3, 2);
	members[0].running = 0;
	breaks("group", "member 1 ran 0 ns, member 2 50 ns, 50 ns apart, 49 ns allowed", group,
	       members, 3, 49);
}

static void members_without_an_id_of_their_own_are_a_breach(void **state)
{
	struct pmx_reading members[] = { { .id = 7 }, { .id = 8 }, { .id = 7 } };

	(void)state;
	holds(group, members, 2, 0);
	breaks("group", "members 1 and 3 both have id 7", group, members, 3, 0);
	members[1].id = 0;
	breaks("group", "member 2 has id 0", group, members, 3, 0);
}

static void a_group_of_which_nothing_can_be_read_is_a_breach(void **state)
{
	const struct pmx_reading members[] = { { .id = 7 }, { .id = 8, .eof = true } };

	(void)state;
	breaks("group", "nothing could be read of member 2 of 2", group, members, 2, 0);
	breaks("group", "0 members could be read", group, NULL, 0, 0);
}

/* --- always-on ------------------------------------------------------------------------------- */

static void software_runs_whenever_it_is_enabled(void **state)
{
	(void)state;
	holds(always_on, &(struct pmx_reading){ .enabled = 1, .running = 1 });
	holds(always_on, &(struct pmx_reading){ .enabled = UINT64_MAX, .running = UINT64_MAX });
}

static void software_that_waits_or_was_never_enabled_is_a_breach(void **state)
{
	(void)state;
	breaks("always-on", "ran 999 ns, enabled 1000 ns, 1 ns missing", always_on,
	       &(struct pmx_reading){ .enabled = 1000, .running = 999 });
	breaks("always-on", "ran 1002 ns, enabled 1000 ns, 2 ns too many", always_on,
	       &(struct pmx_reading){ .enabled = 1000, .running = 1002 });
	breaks("always-on", "enabled 0 ns, ran 0 ns", always_on,
	       &(struct pmx_reading){ .value = 3 });
	breaks("always-on", "nothing could be read of it", always_on,
	       &(struct pmx_reading){ .enabled = 1, .running = 1, .eof = true });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_within_what_passed),
		cmocka_unit_test(running_longer_than_enabled_is_a_breach),
		cmocka_unit_test(enabled_longer_than_there_was_time_is_a_breach),
		cmocka_unit_test(a_bound_beyond_64_bits_does_not_wrap),
		cmocka_unit_test(times_of_nothing_read_are_a_breach),
		cmocka_unit_test(readings_grow_or_stay),
		cmocka_unit_test(what_goes_back_is_a_breach),
		cmocka_unit_test(a_reading_of_nothing_in_a_series_is_a_breach),
		cmocka_unit_test(what_is_disabled_stands_still),
		cmocka_unit_test(what_moves_while_it_is_disabled_is_a_breach),
		cmocka_unit_test(nothing_read_before_or_after_is_a_breach),
		cmocka_unit_test(members_agree),
		cmocka_unit_test(members_whose_times_differ_are_a_breach),
		cmocka_unit_test(members_without_an_id_of_their_own_are_a_breach),
		cmocka_unit_test(a_group_of_which_nothing_can_be_read_is_a_breach),
		cmocka_unit_test(software_runs_whenever_it_is_enabled),
		cmocka_unit_test(software_that_waits_or_was_never_enabled_is_a_breach),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
