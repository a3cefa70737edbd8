// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_inherit_order.c - orders of opening are all there are, each once; and who may have been
 * exact
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scenario/inherit.h"

static void every_order_is_another_permutation(void **state)
{
	size_t seen[24][INHERIT_EVENTS];

	(void)state;
	for (size_t count = 1; count <= INHERIT_EVENTS; count++) {
		unsigned orders = inherit_orders(count);

		assert_int_equal(orders, ((const unsigned[]){ 0, 1, 2, 6, 24 })[count]);
		for (unsigned i = 0; i < orders; i++) {
			unsigned places = 0;

			inherit_permute(i, count, seen[i]);
			for (size_t k = 0; k < count; k++)
				places |= 1u << seen[i][k];
			assert_int_equal(places, (1u << count) - 1);
			for (unsigned other = 0; other < i; other++)
				assert_memory_not_equal(seen[other], seen[i],
							count * sizeof(seen[i][0]));
		}
	}
}

static void the_first_order_is_that_of_the_meters(void **state)
{
	const struct kit_meter meter[2] = { { .name = "one" }, { .name = "two" } };
	const struct kit_meter *meters[2] = { &meter[0], &meter[1] };
	char name[80];
	struct inherit_family family = inherit_order(meters, 2, 0, name, sizeof(name));

	(void)state;
	assert_ptr_equal(family.event[0].meter, &meter[0]);
	assert_string_equal(name, "opened in the order one, two");
	family = inherit_order(meters, 2, 1, name, sizeof(name));
	assert_ptr_equal(family.event[0].meter, &meter[1]);
	assert_string_equal(name, "opened in the order two, one");
}

static void a_name_that_is_too_long_is_cut(void **state)
{
	const struct kit_meter meter = { .name = "a meter with a name" };
	const struct kit_meter *meters[2] = { &meter, &meter };
	char name[24];

	(void)state;
	inherit_order(meters, 2, 0, name, sizeof(name));
	assert_string_equal(name, "opened in the order a m");
}

static void counts_are_exact_up_to_their_slack(void **state)
{
	const struct inherit_family family = { .events = 2 };
	struct inherit_counts counts = {
		.done = { 10, 20 },
		.counted = { 10, 25 },
		.slack = { 0, 5 },
	};

	(void)state;
	assert_true(inherit_is_exact(&family, &counts));
	counts.counted[0] = 11;
	assert_false(inherit_is_exact(&family, &counts));
	counts.counted[0] = 10;
	counts.counted[1] = 19;
	assert_false(inherit_is_exact(&family, &counts));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_order_is_another_permutation),
		cmocka_unit_test(the_first_order_is_that_of_the_meters),
		cmocka_unit_test(a_name_that_is_too_long_is_cut),
		cmocka_unit_test(counts_are_exact_up_to_their_slack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
