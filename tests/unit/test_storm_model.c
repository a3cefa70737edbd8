// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm_model.c - what the model predicts, from what perf_event_open(2) promises
 */
#include "storm_models.h"

#include "storms.h"

/* --- single events -------------------------------------------------------------------------- */

static void only_work_of_its_kind_and_task_counts(void **state)
{
	(void)state;
	done(OP(STORM_FORK, .other = 1));
	done(OPEN(5, WRITE1, .task = 1));
	done(WORK(1, WRITE1, 7));
	done(WORK(1, WRITE2, 9));
	done(WORK(0, WRITE1, 11));
	counts(5, 7, 7);
}

static void only_work_while_it_is_enabled_counts(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_DISABLED));
	done(WORK(0, WRITE1, 1));
	done(EVENT(STORM_ENABLE, 0));
	done(WORK(0, WRITE1, 10));
	done(EVENT(STORM_DISABLE, 0));
	done(WORK(0, WRITE1, 100));
	counts(0, 10, 10);
	done(OP(STORM_SWITCH, .number = 1));
	done(WORK(0, WRITE1, 1000));
	counts(0, 1010, 1010);
	done(EVENT(STORM_RESET, 0));
	counts(0, 0, 0);
}

static void a_task_switches_only_what_it_opened(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1));
	done(OP(STORM_FORK, .other = 1));
	done(OP(STORM_SWITCH, .task = 1, .number = 0));
	done(WORK(0, WRITE1, 3));
	counts(0, 3, 3);
}

static void an_event_of_a_cpu_counts_its_task_there_only(void **state)
{
	struct storm_op op = OPEN(0, WRITE1);

	(void)state;
	op.cpu = 1;
	done(op);
	done(WORK(0, WRITE1, 5));
	counts(0, 0, 0);
	done(OP(STORM_PIN, .cpu = 1));
	done(WORK(0, WRITE1, 6));
	counts(0, 6, 6);
}

static void a_cpus_event_counts_at_least_what_we_do(void **state)
{
	struct storm_op op = OPEN(0, WRITE1, .task = STORM_NONE);

	(void)state;
	op.cpu = 0;
	done(op);
	done(WORK(0, WRITE1, 5));
	counts(0, 5, UINT64_MAX);
}

static void page_faults_may_be_more_never_less(void **state)
{
	(void)state;
	done(OPEN(0, KIT_FAULTS));
	done(WORK(0, KIT_FAULTS, 50));
	storm_predict(&model, &READ(0), &expect);
	assert_int_equal(expect.value[0].low, 50);
	assert_true(expect.value[0].high > 50 && expect.value[0].high < 2000);
	learn(0, 53);
	counts(0, 53, 53 + 400);
}

/* Three samples of 40 are 120 events. */
static void refresh_ends_after_so_many_samples(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .flags = STORM_DISABLED, .number = 40));
	done(EVENT(STORM_REFRESH, 0, .number = 3));
	done(WORK(0, WRITE1, 100));
	counts(0, 100, 100);
	done(WORK(0, WRITE1, 100));
	counts(0, 120, 120);
	scene.strict = true;
	done(EVENT(STORM_ENABLE, 0)); /* without a limit now */
	done(WORK(0, WRITE1, 1000));
	counts(0, 1120, 1120);
}

static void what_is_spent_may_stay_so_unless_nothing_is_forgiven(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .number = 40));
	done(EVENT(STORM_REFRESH, 0, .number = 1));
	done(WORK(0, WRITE1, 50));
	done(EVENT(STORM_ENABLE, 0));
	done(WORK(0, WRITE1, 8));
	counts(0, 40, 48);
}

static void a_sampling_leader_takes_its_siblings_along(void **state)
{
	(void)state;
	done(OPEN(0, WRITE1, .number = 40));
	done(JOIN(1, WRITE1, 0));
	done(EVENT(STORM_REFRESH, 0, .number = 1));
	done(WORK(0, WRITE1, 100));
	counts(0, 40, 40);
	counts(1, 40, 40);
}

/* --- groups --------------------------------------------------------------------------------- */

static void a_sibling_counts_while_it_and_its_leader_are_on(void **state)
{
	(void)state;
	done(OPEN(0, WRITE2, .flags = STORM_DISABLED));
	done(JOIN(1, WRITE1, 0));
	done(WORK(0, WRITE1, 1));
	counts(1, 0, 0);
	done(EVENT(STORM_ENABLE, 0));
	done(WORK(0, WRITE1, 10));
	done(EVENT(STORM_DISABLE, 1));
	done(WORK(0, WRITE1, 100));
	counts(1, 10, 10);
}

static void a_group_is_changed_whole_through_any_member(void **state)
{
	(void)state;
	done(OPEN(0, WRITE2, .flags = STORM_DISABLED));
	done(JOIN(1, WRITE1, 0, .flags = STORM_DISABLED));
	done(EVENT(STORM_ENABLE, 1, .flags = STORM_GROUP));
	done(WORK(0, WRITE1, 10));
	done(WORK(0, WRITE2, 20));
	counts(0, 20, 20);
	counts(1, 10, 10);
	done(EVENT(STORM_RESET, 1, .flags = STORM_GROUP));
	counts(0, 0, 0);
	counts(1, 0, 0);
}

static void a_group_read_has_the_leader_first_then_the_others_by_age(void **state)
{
	(void)state;
	done(OPEN(9, STORM_DUMMY, .flags = STORM_READ_GROUP));
	done(JOIN(7, WRITE1, 9));
	done(JOIN(3, WRITE2, 9));
	done(JOIN(8, STORM_DUMMY, 9));
	storm_predict(&model, &READ(9), &expect);
	assert_int_equal(expect.members, 4);
	assert_memory_equal(expect.member, ((uint8_t[]){ 9, 7, 3, 8 }), 4);
	done(EVENT(STORM_CLOSE, 7));
	storm_predict(&model, &READ(9), &expect);
	assert_int_equal(expect.members, 3);
	assert_memory_equal(expect.member, ((uint8_t[]){ 9, 3, 8 }), 3);
}

static void siblings_go_on_when_their_leader_is_closed(void **state)
{
	(void)state;
	done(OPEN(0, STORM_DUMMY));
	done(JOIN(1, WRITE1, 0, .flags = STORM_READ_GROUP));
	scene.strict = true;
	done(EVENT(STORM_DISABLE, 1));
	done(EVENT(STORM_ENABLE, 1));
	done(EVENT(STORM_CLOSE, 0));
	done(WORK(0, WRITE1, 5));
	counts(1, 5, 5);
	done(JOIN(2, WRITE2, 1)); /* it may lead now */
}

static void strangers_do_not_form_groups(void **state)
{
	struct storm_op other_cpu = JOIN(8, STORM_DUMMY, 0);

	(void)state;
	done(OP(STORM_FORK, .other = 1));
	done(OPEN(0, STORM_DUMMY));
	done(JOIN(1, STORM_DUMMY, 0));
	other_cpu.cpu = 1;
	refused(other_cpu, EINVAL);
	refused(JOIN(8, STORM_DUMMY, 0, .task = 1), EINVAL);
	refused(JOIN(8, STORM_DUMMY, 1), EINVAL); /* a sibling leads nobody */
	refused(JOIN(8, STORM_DUMMY, 0, .flags = STORM_PINNED), EINVAL);
	refused(JOIN(8, STORM_DUMMY, 0, .flags = STORM_EXCLUSIVE), EINVAL);
	refused(JOIN(8, STORM_DUMMY, 0, .flags = STORM_INHERIT), EINVAL);
	done(JOIN(8, STORM_DUMMY, 1, .flags = STORM_NO_GROUP));
}

/* --- hardware ------------------------------------------------------------------------------- */

static void a_group_with_hardware_may_be_off(void **state)
{
	(void)state;
	scene.usable |= 1 << STORM_HARDWARE;
	done(OPEN(0, STORM_HARDWARE));
	done(JOIN(1, WRITE1, 0));
	done(OPEN(2, WRITE1));
	done(WORK(0, WRITE1, 7));
	counts(1, 0, 7);
	counts(2, 7, 7);
	scene.strict = true;
	done(EVENT(STORM_CLOSE, 0));
	done(WORK(0, WRITE1, 1));
	counts(1, 0, 8); /* it stays where it was */
}

static void what_may_be_off_for_good_may_read_as_nothing_before_all_else(void **state)
{
	struct storm_op brief = EVENT(STORM_READ, 0, .number = 8), whole = READ(1);

	(void)state;
	scene.usable |= 1 << STORM_HARDWARE;
	done(OPEN(0, STORM_HARDWARE, .flags = STORM_PINNED));
	may_be_either(brief, ENOSPC, 0);
	answer = (struct storm_answer){ .bytes = 0 };
	assert_true(storm_judge(&model, &brief, &expect, &answer, &breach));
	done(OPEN(1, STORM_HARDWARE, .flags = STORM_PINNED | STORM_INHERIT | STORM_READ_GROUP));
	done(OP(STORM_FORK, .other = 1));
	done(JOIN(2, STORM_DUMMY, 1, .flags = STORM_INHERIT));
	may_be_either(whole, ECHILD, 0);
	answer = (struct storm_answer){ .bytes = 24, .word = { 2, 0, 0 } };
	assert_false(storm_judge(&model, &whole, &expect, &answer, &breach));
	assert_string_equal(breach.text, "read e1: predicted nothing, got 24 bytes");
}

/* It moves, and its members are then as they were opened. */
static void a_group_that_gets_hardware_may_be_enabled_again(void **state)
{
	(void)state;
	scene.usable |= 1 << STORM_HARDWARE;
	done(OPEN(0, WRITE1));
	done(EVENT(STORM_DISABLE, 0));
	may_be_either(JOIN(1, STORM_HARDWARE, 0), 0, EINVAL);
	done(JOIN(1, STORM_HARDWARE, 0));
	done(WORK(0, WRITE1, 7));
	counts(0, 0, 7);
}

static void hardware_contexts_may_be_swapped_by_themselves(void **state)
{
	(void)state;
	scene.usable |= 1 << STORM_HARDWARE;
	done(OPEN(0, STORM_DUMMY, .flags = STORM_INHERIT));
	done(OPEN(1, STORM_DUMMY));
	done(OP(STORM_FORK, .other = 1));
	may_be_either(JOIN(2, STORM_DUMMY, 0, .flags = STORM_INHERIT), 0, EINVAL);
}

/* --- requests ------------------------------------------------------------------------------- */

static void what_means_nothing_is_left_out(void **state)
{
	(void)state;
	assert_true(is_skipped(READ(0)));
	assert_true(is_skipped(WORK(1, WRITE1, 1)));
	assert_true(is_skipped(OP(STORM_END, .task = 0)));
	assert_true(is_skipped(JOIN(1, STORM_DUMMY, 0)));
	assert_true(is_skipped(OPEN(1, STORM_DUMMY, .task = 3)));
	assert_true(is_skipped(OPEN(1, STORM_HARDWARE)));
	done(OPEN(1, STORM_DUMMY));
	assert_true(is_skipped(OPEN(1, STORM_DUMMY)));
}

static void requests_that_do_not_fit_the_event_are_refused(void **state)
{
	(void)state;
	done(OPEN(0, STORM_DUMMY, .number = 10));
	done(OPEN(1, STORM_DUMMY, .flags = STORM_INHERIT, .number = 10));
	done(OPEN(2, STORM_DUMMY));
	refused(EVENT(STORM_REFRESH, 1, .number = 1), EINVAL);
	refused(EVENT(STORM_REFRESH, 2, .number = 1), EINVAL);
	refused(EVENT(STORM_PERIOD, 0, .number = 0), EINVAL);
	refused(EVENT(STORM_PERIOD, 2, .number = 10), EINVAL);
	refused(EVENT(STORM_MAP, 0, .number = 3), EINVAL);
	refused(EVENT(STORM_MAP, 1, .number = 1), EINVAL);
	refused(EVENT(STORM_READ, 0, .number = 1), ENOSPC);
}

static void a_ring_is_shared_by_events_of_one_task(void **state)
{
	(void)state;
	done(OP(STORM_FORK, .other = 1));
	done(OPEN(0, STORM_DUMMY));
	done(OPEN(1, STORM_DUMMY));
	done(OPEN(2, STORM_DUMMY, .task = 1));
	refused(EVENT(STORM_OUTPUT, 1, .other = 0), EINVAL); /* there is no ring yet */
	done(EVENT(STORM_MAP, 0, .number = 1));
	refused(EVENT(STORM_OUTPUT, 2, .other = 0), EINVAL);
	refused(EVENT(STORM_OUTPUT, 0, .other = 0), EINVAL);
	done(EVENT(STORM_OUTPUT, 1, .other = 0));
	refused(EVENT(STORM_OUTPUT, 0, .other = 1), EINVAL); /* it is mapped itself */
	done(EVENT(STORM_OUTPUT, 1, .other = STORM_NONE));
}

#define TEST(name) cmocka_unit_test_setup(name, start)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(only_work_of_its_kind_and_task_counts),
		TEST(only_work_while_it_is_enabled_counts),
		TEST(a_task_switches_only_what_it_opened),
		TEST(an_event_of_a_cpu_counts_its_task_there_only),
		TEST(a_cpus_event_counts_at_least_what_we_do),
		TEST(page_faults_may_be_more_never_less),
		TEST(refresh_ends_after_so_many_samples),
		TEST(what_is_spent_may_stay_so_unless_nothing_is_forgiven),
		TEST(a_sampling_leader_takes_its_siblings_along),
		TEST(a_sibling_counts_while_it_and_its_leader_are_on),
		TEST(a_group_is_changed_whole_through_any_member),
		TEST(a_group_read_has_the_leader_first_then_the_others_by_age),
		TEST(siblings_go_on_when_their_leader_is_closed),
		TEST(strangers_do_not_form_groups),
		TEST(a_group_with_hardware_may_be_off),
		TEST(what_may_be_off_for_good_may_read_as_nothing_before_all_else),
		TEST(a_group_that_gets_hardware_may_be_enabled_again),
		TEST(hardware_contexts_may_be_swapped_by_themselves),
		TEST(what_means_nothing_is_left_out),
		TEST(requests_that_do_not_fit_the_event_are_refused),
		TEST(a_ring_is_shared_by_events_of_one_task),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
