// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_judge.c - each number and errno that a kernel answers is judged by the model's
 * prediction
 */
#include "storm_models.h"

/* The answer to a read of e0, which has everything in it: a count of 5, the times and the id. */
static void judged(const uint64_t word[4], size_t bytes, const char *invariant)
{
	struct storm_op op = READ(0);

	storm_predict(&model, &op, &expect);
	answer = (struct storm_answer){ .at = 1000000, .bytes = bytes };
	memcpy(answer.word, word, 4 * sizeof(word[0]));
	if (!invariant) {
		assert_true(storm_judge(&model, &op, &expect, &answer, &breach));
		storm_apply(&model, &op, &expect, &answer);
		return;
	}
	assert_false(storm_judge(&model, &op, &expect, &answer, &breach));
	assert_string_equal(breach.invariant, invariant);
}

static void every_number_of_a_read_is_judged(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_READ_TIMES | STORM_READ_ID));
	done(OPEN(1, WRITE1, .flags = STORM_READ_ID));
	model.event[1].id = 78;
	done(WORK(0, WRITE1, 5));
	judged((uint64_t[]){ 4, 100, 100, 77 }, 32, "storm-count");
	judged((uint64_t[]){ 6, 100, 100, 77 }, 32, "storm-count");
	judged((uint64_t[]){ 5, 100, 101, 77 }, 32, "storm-times");
	judged((uint64_t[]){ 5, 100, 99, 77 }, 32, "storm-times"); /* it is never off its PMU */
	judged((uint64_t[]){ 5, 1000000000, 1000000000, 77 }, 32, "storm-times");
	judged((uint64_t[]){ 5, 100, 100, 0 }, 32, "storm-id");
	judged((uint64_t[]){ 5, 100, 100, 78 }, 32, "storm-id");
	judged((uint64_t[]){ 5, 100, 100, 77 }, 24, "storm-size");
	judged((uint64_t[]){ 5, 100, 100, 77 }, 0, "storm-size");
	judged((uint64_t[]){ 5, 100, 100, 77 }, 32, NULL);
	judged((uint64_t[]){ 5, 99, 99, 77 }, 32, "storm-times"); /* back in time */
	judged((uint64_t[]){ 5, 100, 100, 79 }, 32, "storm-id");
}

static void a_disabled_event_holds_still(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_READ_TIMES | STORM_READ_ID | STORM_DISABLED));
	judged((uint64_t[]){ 0, 1, 1, 77 }, 32, "storm-times"); /* it was never enabled */
	done(EVENT(STORM_ENABLE, 0));
	done(EVENT(STORM_DISABLE, 0));
	judged((uint64_t[]){ 0, 50, 50, 77 }, 32, NULL);
	judged((uint64_t[]){ 0, 51, 51, 77 }, 32, "storm-times");
	judged((uint64_t[]){ 0, 50, 50, 77 }, 32, NULL);
}

static void errors_are_judged_and_named(void **state)
{
	struct storm_op op = EVENT(STORM_PERIOD, 0, .number = 10);

	(void)state;
	done(OPEN(0, STORM_DUMMY));
	storm_predict(&model, &op, &expect);
	answer = (struct storm_answer){ .result = -ENOENT };
	assert_false(storm_judge(&model, &op, &expect, &answer, &breach));
	assert_string_equal(breach.invariant, "storm-errno");
	assert_string_equal(breach.text, "period e0: 10: predicted EINVAL, got ENOENT");
	answer.result = 0;
	assert_false(storm_judge(&model, &op, &expect, &answer, &breach));
	answer.result = -EINVAL;
	assert_true(storm_judge(&model, &op, &expect, &answer, &breach));
}

static void the_members_of_a_group_read_are_counted(void **state)
{
	struct storm_op op = READ(0);

	(void)state;
	done(OPEN(0, STORM_DUMMY, .flags = STORM_READ_GROUP));
	done(JOIN(1, WRITE1, 0));
	storm_predict(&model, &op, &expect);
	answer = (struct storm_answer){ .bytes = 24, .word = { 3, 0, 0 } };
	assert_false(storm_judge(&model, &op, &expect, &answer, &breach));
	assert_string_equal(breach.invariant, "storm-size");
	answer.word[0] = 2;
	assert_true(storm_judge(&model, &op, &expect, &answer, &breach));
	answer.word[2] = 1;
	assert_false(storm_judge(&model, &op, &expect, &answer, &breach));
	assert_string_equal(breach.text, "read e0: the count of e1: predicted 0, got 1");
}

#define TEST(name) cmocka_unit_test_setup(name, start)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_number_of_a_read_is_judged),
		TEST(a_disabled_event_holds_still),
		TEST(errors_are_judged_and_named),
		TEST(the_members_of_a_group_read_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
