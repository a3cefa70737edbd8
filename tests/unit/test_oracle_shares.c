// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_oracle_shares.c - oracles of who got how much of a PMU
 */
#include "oracles.h"

#include <math.h>

static const double nothing = (double)NAN;

/* --- capacity -------------------------------------------------------------------------------- */

static void shares_add_up_to_what_the_pmu_has(void **state)
{
	const double shares[] = { 0.5, 0.5, 0.5, 0.5 }, full[] = { 1, 1 };

	(void)state;
	holds(capacity, shares, 4, 2, 0);
	holds(capacity, full, 2, 4, 0);
	holds(capacity, shares, 4, 2.5, 0.2);
	holds(capacity, shares, 4, 1.6, 0.25);
	holds(capacity, NULL, 0, 4, 0);
}

static void counters_that_stand_idle_or_are_given_twice_are_a_breach(void **state)
{
	const double shares[] = { 0.5, 0.5, 0.5, 0.5 };

	(void)state;
	breaks("capacity", "shares of 4 events on 3 counters add up to 2, not 3, 1 missing",
	       capacity, shares, 4, 3, 0.25);
	breaks("capacity", "shares of 4 events on 1.5 counters add up to 2, not 1.5, 0.5 too many",
	       capacity, shares, 4, 1.5, 0.25);
	breaks("capacity", "shares of 2 events on 4 counters add up to 1, not 2, 1 missing",
	       capacity, shares, 2, 4, 0);
}

static void what_is_no_share_is_a_breach(void **state)
{
	/* their sum is right */
	const double beyond[] = { 1.5, 0.5 }, below[] = { 2, -1, 1 }, none[] = { 0.5, nothing };

	(void)state;
	breaks("capacity", "share 1 of 2 is 1.5, which is not from 0 to 1", capacity, beyond, 2, 2,
	       0.25);
	breaks("capacity",
	       "share 2 of 3 is -1, which is not from 0 to "
	       "1",
	       capacity, below, 3, 2, 1);
	breaks("capacity", "share 2 of 2 is not a number, which is not from 0 to 1", capacity, none,
	       2, 2, 1);
	assert_false(pmx_oracle_capacity(&breach, "it", below + 2, 1, 1, nothing));
}

/* --- fair ------------------------------------------------------------------------------------ */

static void near(double got, double expected)
{
	if (!(fabs(got - expected) <= 1e-12))
		fail_msg("%g, expected %g", got, expected);
}

static void the_index_is_1_when_equal_and_1_nth_when_one_has_all(void **state)
{
	const double equal[] = { 0.3, 0.3, 0.3, 0.3 }, one[] = { 0, 0.7, 0, 0 };
	const double uneven[] = { 1, 2, 3 };

	(void)state;
	near(pmx_jain(equal, 4), 1);
	near(pmx_jain(equal, 1), 1);
	near(pmx_jain(one, 4), 0.25);
	near(pmx_jain(uneven, 3), 36.0 / 42);
}

static void the_index_does_not_depend_on_the_unit(void **state)
{
	const double huge[] = { 1e300, 2e300, 3e300 }, tiny[] = { 1e-300, 2e-300, 3e-300 };

	(void)state;
	near(pmx_jain(huge, 3), 36.0 / 42);
	near(pmx_jain(tiny, 3), 36.0 / 42);
}

static void there_is_no_index_of_nothing(void **state)
{
	const double zero[] = { 0, 0 }, unknown[] = { 0.5, nothing };

	(void)state;
	assert_true(isnan(pmx_jain(NULL, 0)));
	assert_true(isnan(pmx_jain(zero, 2)));
	assert_true(isnan(pmx_jain(unknown, 2)));
}

static void equal_events_get_equal_shares(void **state)
{
	const double even[] = { 0.5, 0.5 }, one[] = { 0, 1, 0, 0 };

	(void)state;
	holds(fair, even, 2, 1);
	holds(fair, one, 4, 0.25);
}

static void an_event_that_gets_more_is_a_breach(void **state)
{
	const double one[] = { 0, 1, 0, 0 }, zero[] = { 0, 0 };

	(void)state;
	breaks("fair",
	       "Jain's index of 4 shares is 0.25, at least 0.26 expected, 0.01 missing; "
	       "share 1 is 0, share 2 is 1",
	       fair, one, 4, 0.26);
	breaks("fair",
	       "Jain's index of 2 shares is not a number, at least 0.5 expected, "
	       "not a number missing; share 1 is 0, share 1 is 0",
	       fair, zero, 2, 0.5);
	breaks("fair", "0 shares, which are not to be compared", fair, NULL, 0, 0);
	assert_false(pmx_oracle_fair(&breach, "it", one, 4, nothing));
}

/* --- isolation ------------------------------------------------------------------------------- */

static void load_elsewhere_changes_nothing(void **state)
{
	(void)state;
	holds(isolated, 0.5, 0.5, 0);
	holds(isolated, 0.5, 0.25, 0.25);
	holds(isolated, 0.5, 0.75, 0.25);
}

static void a_share_that_load_elsewhere_changes_is_a_breach(void **state)
{
	(void)state;
	breaks("isolation",
	       "share 0.5 alone, 0.25 beside load on another PMU, 0.25 less, 0.125 allowed",
	       isolated, 0.5, 0.25, 0.125);
	breaks("isolation",
	       "share 0.5 alone, 1 beside load on another PMU, 0.5 more, 0.125 "
	       "allowed",
	       isolated, 0.5, 1, 0.125);
	breaks("isolation",
	       "share 1 alone, not a number beside load on another PMU, not a number less, 1 "
	       "allowed",
	       isolated, 1, nothing, 1);
	assert_false(pmx_oracle_isolated(&breach, "it", 1, 1, nothing));
}

/* --- pinned ---------------------------------------------------------------------------------- */

static void the_surplus_is_in_error(void **state)
{
	const bool error[] = { false, true, false, true };

	(void)state;
	holds(pinned, error, 4, 2);
	holds(pinned, error, 1, 4);
	holds(pinned, error + 1, 1, 0);
	holds(pinned, NULL, 0, 0);
	holds(pinned, NULL, 0, 4);
}

static void more_or_fewer_in_error_are_a_breach(void **state)
{
	const bool error[] = { false, true, false, true };

	(void)state;
	breaks("pinned", "4 pinned events, capacity 3: 2 in error, 1 expected, 1 too many", pinned,
	       error, 4, 3);
	breaks("pinned", "4 pinned events, capacity 1: 2 in error, 3 expected, 1 missing", pinned,
	       error, 4, 1);
	breaks("pinned", "4 pinned events, capacity 8: 2 in error, 0 expected, 2 too many", pinned,
	       error, 4, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_add_up_to_what_the_pmu_has),
		cmocka_unit_test(counters_that_stand_idle_or_are_given_twice_are_a_breach),
		cmocka_unit_test(what_is_no_share_is_a_breach),
		cmocka_unit_test(the_index_is_1_when_equal_and_1_nth_when_one_has_all),
		cmocka_unit_test(the_index_does_not_depend_on_the_unit),
		cmocka_unit_test(there_is_no_index_of_nothing),
		cmocka_unit_test(equal_events_get_equal_shares),
		cmocka_unit_test(an_event_that_gets_more_is_a_breach),
		cmocka_unit_test(load_elsewhere_changes_nothing),
		cmocka_unit_test(a_share_that_load_elsewhere_changes_is_a_breach),
		cmocka_unit_test(the_surplus_is_in_error),
		cmocka_unit_test(more_or_fewer_in_error_are_a_breach),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
