// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_oracle_calls.c - oracles of what calls return and leave behind, and the line every oracle
 * says
 */
#include "oracles.h"

#include <errno.h>
#include <limits.h>

#include "comma_locale.h"

/* --- errno ----------------------------------------------------------------------------------- */

static void what_is_allowed_holds(void **state)
{
	const int refused[] = { EINVAL, EACCES }, works[] = { 0 }, either[] = { ENOENT, 0 };

	(void)state;
	holds(errno, -EINVAL, refused, 2);
	holds(errno, -EACCES, refused, 2);
	holds(errno, 0, works, 1);
	holds(errno, 17, works, 1);
	holds(errno, INT_MAX, either, 2);
	holds(errno, -ENOENT, either, 2);
}

static void another_result_is_a_breach(void **state)
{
	const int refused[] = { EINVAL, EACCES }, works[] = { 0 }, unnamed[] = { 4095 };

	(void)state;
	breaks("errno", "success, expected one of EINVAL, EACCES", errno, 3, refused, 2);
	breaks("errno", "success, expected EINVAL", errno, 0, refused, 1);
	breaks("errno", "ENOSPC, expected success", errno, -ENOSPC, works, 1);
	breaks("errno", "errno 4094, expected errno 4095", errno, -4094, unnamed, 1);
	breaks("errno", "errno 2147483648, expected success", errno, INT_MIN, works, 1);
	breaks("errno", "success, expected nothing at all", errno, 0, NULL, 0);
}

static void a_long_list_of_what_is_allowed_is_cut(void **state)
{
	int allowed[60];

	(void)state;
	for (size_t i = 0; i < COUNT(allowed); i++)
		allowed[i] = 3000 + (int)i;
	assert_false(pmx_oracle_errno(fresh(), "it", -EINVAL, allowed, COUNT(allowed)));
	assert_non_null(strstr(breach.text, "it: EINVAL, expected one of errno 3000, errno 3001,"));
	assert_string_equal(breach.text + strlen(breach.text) - 3, "...");
	holds(errno, -3059, allowed, COUNT(allowed));
}

/* --- left-behind ----------------------------------------------------------------------------- */

static const struct pmx_holdings before = { .fds = 12, .tasks = 1, .events = 100 };

static void what_was_taken_is_given_back(void **state)
{
	(void)state;
	holds(nothing_left, &before, &before, 0);
	holds(nothing_left, &before, &(struct pmx_holdings){ .fds = 11 }, 0);
	holds(nothing_left, &before, &(struct pmx_holdings){ .fds = 12, .tasks = 1, .events = 108 },
	      8);
}

static void what_is_not_known_is_no_breach(void **state)
{
	const struct pmx_holdings unknown = { .fds = -1, .tasks = -1, .events = -1 };

	(void)state;
	holds(nothing_left, &unknown, &before, 0);
	holds(nothing_left, &before, &unknown, 0);
}

static void each_thing_left_behind_is_a_breach(void **state)
{
	(void)state;
	breaks("left-behind", "file descriptors 12 before, 13 after, 1 left behind", nothing_left,
	       &before, &(struct pmx_holdings){ .fds = 13, .tasks = 1, .events = 100 }, 8);
	breaks("left-behind", "tasks 1 before, 3 after, 2 left behind", nothing_left, &before,
	       &(struct pmx_holdings){ .fds = 12, .tasks = 3, .events = 100 }, 8);
	breaks("left-behind", "events in the kernel 100 before, 109 after, 9 left behind",
	       nothing_left, &before,
	       &(struct pmx_holdings){ .fds = 12, .tasks = 1, .events = 109 }, 8);
	breaks("left-behind",
	       "file descriptors 12 before, 14 after, 2 left behind; "
	       "tasks 1 before, 2 after, 1 left behind",
	       nothing_left, &before, &(struct pmx_holdings){ .fds = 14, .tasks = 2, .events = -1 },
	       0);
}

static void all_that_is_left_behind_is_told_as_far_as_it_fits(void **state)
{
	const struct pmx_holdings none = { .fds = 0 };
	const struct pmx_holdings all = { .fds = LONG_MAX, .tasks = LONG_MAX, .events = LONG_MAX };

	(void)state;
	assert_false(pmx_oracle_nothing_left(fresh(), "it", &none, &all, 0));
	assert_non_null(strstr(breach.text, "file descriptors 0 before"));
	assert_non_null(strstr(breach.text, "tasks 0 before"));
	assert_non_null(strstr(breach.text, "events in the kernel 0 before"));
}

/* --- the line -------------------------------------------------------------------------------- */

static void a_subject_of_any_length_leaves_room_for_the_numbers(void **state)
{
	char what[2000];

	(void)state;
	memset(what, 'x', sizeof(what) - 1);
	what[sizeof(what) - 1] = '\0';
	assert_false(pmx_oracle_exact(fresh(), what, 0, UINT64_MAX - 1, UINT64_MAX));
	assert_in_range(strlen(breach.text), 1, sizeof(breach.text) - 1);
	assert_non_null(strstr(breach.text,
			       "xxx...: 0 counted, 18446744073709551614 to 18446744073709551615 "
			       "done, 18446744073709551614 missing"));
}

static void control_characters_and_stray_bytes_are_visible(void **state)
{
	const uint64_t one[] = { 1 }, two[] = { 2 };
	const char *const names[] = { "a\nname" };
	const struct pmx_variant variants[] = {
		{ .name = "\033[31m", .counts = one },
		{ .name = "of 45 bytes and more, and with an e acute \xc3\xa9", .counts = two },
	};

	(void)state;
	assert_false(pmx_oracle_exact(fresh(), "two\nlines \xff", 1, 2, 2));
	assert_string_equal(breach.text, "two\\x0alines \\xff: 1 counted, 2 done, 1 missing");
	breaks("same",
	       "a\\x0aname 1 with \\x1b[31m, 2 with of 45 bytes and more, and with an e ..., "
	       "1 apart",
	       same, variants, 2, names, 1, 0);
}

static void a_cut_leaves_no_half_character(void **state)
{
	char what[600];

	(void)state;
	for (size_t shift = 0; shift < 4; shift++) {
		memset(what, 'x', shift);
		for (size_t i = shift; i + 4 < sizeof(what); i += 3)
			memcpy(what + i, "\xe2\x82\xac", 4);
		assert_false(pmx_oracle_exact(fresh(), what, 1, 2, 2));
		assert_null(strstr(breach.text, "\\x"));
		assert_non_null(strstr(breach.text, "\xe2\x82\xac...: 1 counted"));
	}
}

static void numbers_are_the_same_in_every_locale(void **state)
{
	const double shares[] = { 0.5, 0.25 };
	char dir[512];

	(void)state;
	comma_locale_enter(dir, sizeof(dir));
	breaks("capacity", "shares of 2 events on 2 counters add up to 0.75, not 2, 1.25 missing",
	       capacity, shares, 2, 2, 0);
	comma_locale_leave(dir);
}

static void numbers_beyond_reason_stay_short(void **state)
{
	const struct pmx_reading it = { .value = 1, .running = 1 };

	(void)state;
	breaks("rate", "1 counted in 1 ns, 1e+300 expected (infinite a second), 1e+300 missing",
	       rate, &it, 1e300, 0, 0);
	breaks("rate",
	       "1 counted in 1 ns, 123456789012345 expected (1e+23 a second), "
	       "123456789012344 missing",
	       rate, &it, 123456789012345, 0, 0);
	breaks("rate",
	       "1 counted in 1 ns, 0.999999 expected (999999000 a second), 0.000001 too many", rate,
	       &it, 0.999999, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_allowed_holds),
		cmocka_unit_test(another_result_is_a_breach),
		cmocka_unit_test(a_long_list_of_what_is_allowed_is_cut),
		cmocka_unit_test(what_was_taken_is_given_back),
		cmocka_unit_test(what_is_not_known_is_no_breach),
		cmocka_unit_test(each_thing_left_behind_is_a_breach),
		cmocka_unit_test(all_that_is_left_behind_is_told_as_far_as_it_fits),
		cmocka_unit_test(a_subject_of_any_length_leaves_room_for_the_numbers),
		cmocka_unit_test(control_characters_and_stray_bytes_are_visible),
		cmocka_unit_test(a_cut_leaves_no_half_character),
		cmocka_unit_test(numbers_are_the_same_in_every_locale),
		cmocka_unit_test(numbers_beyond_reason_stay_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
