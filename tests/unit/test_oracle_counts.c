// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_oracle_counts.c - oracles of counts: each holds up to its boundary, and not beyond
 */
#include "oracles.h"

#include <math.h>

/* --- exact ----------------------------------------------------------------------------------- */

static void what_was_done_is_counted(void **state)
{
	(void)state;
	holds(exact, 8000, 8000, 8000);
	holds(exact, 0, 0, 0);
	holds(exact, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	holds(exact, 10, 10, 20);
	holds(exact, 15, 10, 20);
	holds(exact, 20, 10, 20);
}

static void one_less_or_more_than_was_done_is_a_breach(void **state)
{
	(void)state;
	breaks("exact", "7999 counted, 8000 done, 1 missing", exact, 7999, 8000, 8000);
	breaks("exact", "8001 counted, 8000 done, 1 too many", exact, 8001, 8000, 8000);
	breaks("exact", "9 counted, 10 to 20 done, 1 missing", exact, 9, 10, 20);
	breaks("exact", "23 counted, 10 to 20 done, 3 too many", exact, 23, 10, 20);
	breaks("exact", "0 counted, 18446744073709551615 done, 18446744073709551615 missing", exact,
	       0, UINT64_MAX, UINT64_MAX);
}

/* --- conservation ---------------------------------------------------------------------------- */

static void parts_make_up_the_whole(void **state)
{
	const uint64_t parts[] = { 3000, 4000, 1000 }, large[] = { UINT64_MAX - 1, 1 };

	(void)state;
	holds(conserved, parts, 3, 8000, 0);
	holds(conserved, parts, 3, 8005, 5);
	holds(conserved, parts, 3, 7995, 5);
	holds(conserved, large, 2, UINT64_MAX, 0);
	holds(conserved, NULL, 0, 0, 0);
	holds(conserved, NULL, 0, 7, 7);
}

static void a_lost_or_invented_count_is_a_breach(void **state)
{
	const uint64_t parts[] = { 3000, 4000, 1000 };

	(void)state;
	breaks("conservation", "8000 in 3 parts (3000 + 4000 + 1000), 8001 in the whole, 1 missing",
	       conserved, parts, 3, 8001, 0);
	breaks("conservation", "7000 in 2 parts (3000 + 4000), 6998 in the whole, 2 too many",
	       conserved, parts, 2, 6998, 1);
	breaks("conservation", "0 in 0 parts, 8 in the whole, 8 missing", conserved, NULL, 0, 8, 7);
}

static void a_sum_beyond_64_bits_is_a_breach_whatever_it_wraps_to(void **state)
{
	const uint64_t parts[] = { UINT64_MAX, 6 };

	(void)state;
	breaks("conservation",
	       "the sum of 2 parts (18446744073709551615 + 6) does not fit 64 bits, 5 in the whole",
	       conserved, parts, 2, 5, 0);
	assert_false(pmx_oracle_conserved(&breach, "it", parts, 2, 5, UINT64_MAX));
}

static void many_parts_are_not_told_one_by_one(void **state)
{
	uint64_t parts[64];

	(void)state;
	for (size_t i = 0; i < COUNT(parts); i++)
		parts[i] = UINT64_MAX / COUNT(parts);
	breaks("conservation",
	       "18446744073709551552 in 64 parts, 1 in the whole, 18446744073709551551 too many",
	       conserved, parts, COUNT(parts), 1, 0);
	assert_false(pmx_oracle_conserved(&breach, "it", parts, 6, 1, 0));
	assert_non_null(strstr(breach.text, "288230376151711743 + 288230376151711743)"));
	assert_non_null(strstr(breach.text, "too many"));
}

/* --- same ------------------------------------------------------------------------------------ */

static const char *const names[] = { "page-faults", "calls", "writes" };

static void every_way_gives_the_same_counts(void **state)
{
	const uint64_t one[] = { 10, 20, 30 }, two[] = { 10, 20, 30 }, near[] = { 12, 18, 31 };
	const struct pmx_variant variants[] = {
		{ .name = "swap", .counts = one },
		{ .name = "no swap", .counts = two },
		{ .name = "groups", .counts = near },
	};

	(void)state;
	holds(same, variants, 2, names, 3, 0);
	holds(same, variants, 3, names, 3, 2);
	holds(same, variants, 1, names, 3, 0);
	holds(same, variants, 0, names, 3, 0);
	holds(same, variants, 3, names, 0, 0);
}

static void a_way_that_counts_otherwise_is_a_breach(void **state)
{
	const uint64_t one[] = { 10, 20, 30 }, two[] = { 10, 25, 30 }, near[] = { 9, 20, 31 };
	const struct pmx_variant variants[] = {
		{ .name = "swap", .counts = one },
		{ .name = "no swap", .counts = two },
		{ .name = "groups", .counts = near },
	};

	(void)state;
	breaks("same", "calls 20 with swap, 25 with no swap, 5 apart", same, variants, 2, names, 3,
	       4);
	breaks("same", "calls 20 with swap, 25 with no swap, 5 apart; 2 more differ", same,
	       variants, 3, names, 3, 0);
}

static void variants_are_compared_with_one_another_and_not_with_the_first(void **state)
{
	const uint64_t middle[] = { 10 }, low[] = { 8 }, high[] = { 12 };
	const struct pmx_variant variants[] = {
		{ .name = "a", .counts = middle },
		{ .name = "b", .counts = low },
		{ .name = "c", .counts = high },
	};

	(void)state;
	holds(same, variants, 3, names, 1, 4);
	breaks("same", "page-faults 8 with b, 12 with c, 4 apart", same, variants, 3, names, 1, 3);
}

static void one_more_number_that_differs_is_told_in_the_singular(void **state)
{
	const uint64_t one[] = { 1, 0, 0 }, two[] = { 0, 0, UINT64_MAX };
	const struct pmx_variant variants[] = {
		{ .name = "one", .counts = one },
		{ .name = "two", .counts = two },
	};

	(void)state;
	breaks("same",
	       "writes 0 with one, 18446744073709551615 with two, 18446744073709551615 apart; "
	       "1 more differs",
	       same, variants, 2, names, 3, 0);
}

/* --- rate ------------------------------------------------------------------------------------ */

static void an_event_of_time_counts_what_it_ran(void **state)
{
	struct pmx_reading it = { .value = 2000, .enabled = 9000, .running = 1000 };

	(void)state;
	holds(rate, &it, 2, 0, 0);
	holds(rate, &it, 1.75, 0, 250);
	holds(rate, &it, 2.25, 0, 250);
	holds(rate, &it, 1, 0.5, 500);
	holds(rate, &(struct pmx_reading){ .enabled = 5 }, 2, 0, 0);
}

static void a_count_that_is_not_the_time_it_ran_is_a_breach(void **state)
{
	struct pmx_reading it = { .value = 2000, .enabled = 2000, .running = 1000 };

	(void)state;
	breaks("rate",
	       "2000 counted in 1000 ns, 1000 expected (1000000000 a second), 1000 too "
	       "many",
	       rate, &it, 1, 0.5, 499);
	breaks("rate", "2000 counted in 1000 ns, 2250 expected (2250000000 a second), 250 missing",
	       rate, &it, 2.25, 0, 249);
	breaks("rate", "2000 counted in 1000 ns, 0.5 expected (500000 a second), 1999.5 too many",
	       rate, &it, 0.0005, 0.25, 0);
}

static void a_rate_of_nothing_known_or_no_reading_is_a_breach(void **state)
{
	struct pmx_reading it = { .value = 1, .running = 1 }, gone = { .eof = true };

	(void)state;
	breaks("rate",
	       "1 counted in 1 ns, not a number expected (not a number a second), not a number "
	       "too many",
	       rate, &it, (double)NAN, 1, UINT64_MAX);
	assert_false(pmx_oracle_rate(&breach, "it", &it, 1, (double)NAN, 0));
	breaks("rate", "nothing could be read of it", rate, &gone, 0, 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_done_is_counted),
		cmocka_unit_test(one_less_or_more_than_was_done_is_a_breach),
		cmocka_unit_test(parts_make_up_the_whole),
		cmocka_unit_test(a_lost_or_invented_count_is_a_breach),
		cmocka_unit_test(a_sum_beyond_64_bits_is_a_breach_whatever_it_wraps_to),
		cmocka_unit_test(many_parts_are_not_told_one_by_one),
		cmocka_unit_test(every_way_gives_the_same_counts),
		cmocka_unit_test(a_way_that_counts_otherwise_is_a_breach),
		cmocka_unit_test(variants_are_compared_with_one_another_and_not_with_the_first),
		cmocka_unit_test(one_more_number_that_differs_is_told_in_the_singular),
		cmocka_unit_test(an_event_of_time_counts_what_it_ran),
		cmocka_unit_test(a_count_that_is_not_the_time_it_ran_is_a_breach),
		cmocka_unit_test(a_rate_of_nothing_known_or_no_reading_is_a_breach),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
