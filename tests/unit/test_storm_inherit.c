// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_inherit.c - what children inherit in the model: counts, resets, swaps and ends
 */
#include "storm_models.h"

static void children_count_for_their_parents_event(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_INHERIT));
	done(OPEN(1, WRITE2));
	done(OP(STORM_FORK, .other = 1));
	done(OP(STORM_FORK, .task = 1, .other = 2));
	done(WORK(0, WRITE1, 1));
	done(WORK(1, WRITE1, 10));
	done(WORK(2, WRITE1, 100));
	done(WORK(2, WRITE2, 1000));
	counts(0, 111, 111);
	counts(1, 0, 0);
	done(OP(STORM_END, .task = 2));
	counts(0, 111, 111);
}

static void events_opened_later_are_not_inherited(void **state)
{
	(void)state;
	done(OP(STORM_FORK, .other = 1));
	done(OPEN(0, WRITE1, .flags = STORM_INHERIT));
	done(WORK(1, WRITE1, 10));
	counts(0, 0, 0);
}

static void only_threads_have_what_threads_inherit(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_INHERIT | STORM_INHERIT_THREAD));
	done(OP(STORM_FORK, .other = 1));
	done(OP(STORM_THREAD, .other = 2));
	done(WORK(1, WRITE1, 10));
	done(WORK(2, WRITE1, 100));
	counts(0, 100, 100);
}

/* A reset leaves alone what a child that has ended has left to its parent's event. */
static void a_reset_keeps_the_counts_of_children_that_ended(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_INHERIT));
	done(OPEN(1, STORM_DUMMY)); /* not inherited: contexts are not swapped */
	done(OP(STORM_FORK, .other = 1));
	done(WORK(1, WRITE1, 10));
	done(WORK(0, WRITE1, 100));
	done(OP(STORM_END, .task = 1));
	done(EVENT(STORM_RESET, 0));
	counts(0, 10, 10);
}

/* Where contexts may be swapped either may have either's count, until a read tells. */
static void after_a_swap_either_may_have_ended(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_INHERIT));
	done(OP(STORM_FORK, .other = 1));
	done(WORK(1, WRITE1, 10));
	done(WORK(0, WRITE1, 100));
	done(OP(STORM_END, .task = 1));
	counts(0, 110, 110);
	done(EVENT(STORM_RESET, 0));
	counts(0, 0, 110);
	learn(0, 10);
	done(WORK(0, WRITE1, 5));
	counts(0, 15, 15);
}

static void a_group_that_grew_after_a_fork_cannot_be_read(void **state)
{
	(void)state;
	done(OPEN(0, STORM_DUMMY, .flags = STORM_INHERIT | STORM_READ_GROUP));
	done(OPEN(1, STORM_DUMMY));
	done(OP(STORM_FORK, .other = 1));
	done(JOIN(2, STORM_DUMMY, 0, .flags = STORM_INHERIT));
	refused(READ(0), ECHILD);
	counts(2, 0, 0);
	done(OP(STORM_END, .task = 1));
	storm_predict(&model, &READ(0), &expect);
	assert_int_equal(expect.error[0], 0);
}

static void a_leader_that_may_be_elsewhere_may_be_refused(void **state)
{
	(void)state;
	done(OPEN(0, STORM_DUMMY, .flags = STORM_INHERIT));
	done(OP(STORM_FORK, .other = 1));
	may_be_either(JOIN(2, STORM_DUMMY, 0, .flags = STORM_INHERIT), 0, EINVAL);
	may_be_either(JOIN(2, STORM_DUMMY, 0, .task = 1, .flags = STORM_INHERIT), 0, EINVAL);
}

static void threads_end_with_their_process(void **state)
{
	(void)state;
	done(OP(STORM_FORK, .other = 1));
	done(OP(STORM_THREAD, .task = 1, .other = 2));
	done(OP(STORM_FORK, .task = 2, .other = 3));
	done(OP(STORM_END, .task = 1));
	assert_true(is_skipped(WORK(2, WRITE1, 1)));
	assert_false(is_skipped(WORK(3, WRITE1, 1)));
}

#define TEST(name) cmocka_unit_test_setup(name, start)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(children_count_for_their_parents_event),
		TEST(events_opened_later_are_not_inherited),
		TEST(only_threads_have_what_threads_inherit),
		TEST(a_reset_keeps_the_counts_of_children_that_ended),
		TEST(after_a_swap_either_may_have_ended),
		TEST(a_group_that_grew_after_a_fork_cannot_be_read),
		TEST(a_leader_that_may_be_elsewhere_may_be_refused),
		TEST(threads_end_with_their_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
