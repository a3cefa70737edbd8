// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_session_open.c - what a kernel refuses to open: what is opened instead, and what is said
 */
#include "sessions.h"

static int refuse_config_one(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)cpu, (void)group_fd;
	return attr->config == 1 ? -ENOENT : 0;
}

static void a_member_that_fails_costs_only_itself(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++)
		fake_event(&b->events, &fake_software, i, -1);
	b->kernel.on_open = refuse_config_one;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->snap.values[0].raw, 7);
	assert_int_equal(b->snap.values[1].status, PMX_NOT_SUPPORTED);
	assert_string_not_equal(why(1), "");
	assert_int_equal(b->snap.values[2].raw, 7);
	assert_int_equal(pmx_session_open_count(b->session), 3);
}

static void a_leader_that_fails_is_succeeded_by_the_next(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_software, 1, -1);
	fake_event(&b->events, &fake_software, 2, -1);
	b->kernel.on_open = refuse_config_one;
	open_bench();
	read_at(2000, 9);
	assert_int_equal(b->snap.values[0].status, PMX_NOT_SUPPORTED);
	assert_int_equal(b->snap.values[1].raw, 9);
}

static void an_event_that_does_not_exist_is_asked_for_once(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_software, 1, -1);
	on_all_cpus();
	b->kernel.on_open = refuse_config_one;
	open_bench();
	assert_int_equal(b->kernel.opens, 1);
	assert_int_equal(b->plan->counter_count, 4);
	read_at(2000, 7);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(b->snap.values[i].status, PMX_NOT_SUPPORTED);
}

static int two_counters_only(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)cpu;
	return group_fd >= 0 && b->kernel.members[group_fd] >= 2 ? -EINVAL : 0;
}

static void a_group_that_does_not_fit_is_named(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 3; i++)
		fake_event(&b->events, &fake_big, i, 0);
	b->kernel.on_open = two_counters_only;
	open_bench();
	read_at(2000, 7);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(b->snap.values[i].status, PMX_NOT_SUPPORTED);
		assert_non_null(strstr(why(i), "{cpu_core-0,cpu_core-1,cpu_core-2}"));
	}
	assert_int_equal(pmx_session_open_count(b->session), 0);
}

static void a_weak_group_that_does_not_fit_splits(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 3; i++)
		fake_event(&b->events, &fake_big, i, 0)->weak = true;
	b->kernel.on_open = two_counters_only;
	open_bench();
	read_at(2000, 7);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(b->snap.values[i].raw, 7);
	assert_int_equal(pmx_session_open_count(b->session), 3);
	assert_int_equal(b->kernel.reads, 3);
}

static int no_right_to_the_kernel(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)cpu, (void)group_fd;
	return attr->exclude_kernel ? 0 : -EACCES;
}

static void without_rights_user_mode_is_counted_and_named(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_big, 1, -1);
	b->kernel.on_open = no_right_to_the_kernel;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->snap.values[0].status, PMX_COUNTED);
	assert_true(pmx_session_is_user_only(b->session, 0));
	assert_string_equal(pmx_session_event_name(b->session, &b->events, 0), "cpu_core-1:u");
}

static void what_happens_in_the_kernel_only_is_not_counted_as_zero(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_software, PERF_COUNT_SW_CONTEXT_SWITCHES, -1);
	b->kernel.on_open = no_right_to_the_kernel;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->snap.values[0].status, PMX_NOT_SUPPORTED);
	assert_non_null(strstr(why(0), "perf_event_paranoid"));
}

static int no_right_to_the_task(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)cpu, (void)group_fd;
	return -EACCES;
}

/* No paranoid level would help, unless the event has no part in user mode. */
static void a_task_of_somebody_else_is_no_matter_of_the_paranoid_level(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_software, PERF_COUNT_SW_TASK_CLOCK, -1);
	fake_event(&b->events, &fake_big, 1, -1)->attr.exclude_kernel = 1;
	fake_event(&b->events, &fake_software, PERF_COUNT_SW_CONTEXT_SWITCHES, -1);
	fake_event(&b->events, &fake_big, 2, -1)->attr.exclude_user = 1;
	b->kernel.on_open = no_right_to_the_task;
	open_bench();
	for (size_t i = 0; i < 4; i++) {
		bool has_user_part = b->plan->counters[i].event < 2;

		assert_true(has_user_part == !!strstr(why(i), "somebody else"));
		assert_true(has_user_part == !strstr(why(i), "perf_event_paranoid"));
	}
}

static void whole_cpus_belong_to_nobody(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_big, 1, -1)->attr.exclude_kernel = 1;
	on_all_cpus();
	b->kernel.on_open = no_right_to_the_task;
	open_bench();
	assert_non_null(strstr(why(0), "whole CPUs"));
}

static int no_rights_and_no_pmu(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)cpu, (void)group_fd;
	return attr->exclude_kernel ? -ENOENT : -EACCES;
}

static void a_missing_event_is_not_taken_for_a_forbidden_one(void **state)
{
	int code;

	(void)state;
	fake_event(&b->events, &fake_big, 1, -1);
	b->kernel.on_open = no_rights_and_no_pmu;
	open_bench();
	assert_non_null(pmx_session_why(b->session, 0, &code));
	assert_int_equal(code, ENOENT);
}

static int must_sample_precisely(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)cpu, (void)group_fd;
	return attr->sample_period && attr->precise_ip ? 0 : -EINVAL;
}

static void a_pmu_that_counts_while_it_samples_is_opened_that_way(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_ibs, 0, -1);
	on_all_cpus();
	b->kernel.on_open = must_sample_precisely;
	open_bench();
	assert_int_equal(pmx_session_open_count(b->session), 4);
	/* three tries for the first CPU, one for each of the others */
	assert_int_equal(b->kernel.opens, 3 + 3);
}

static int takes_no_tasks(const struct perf_event_attr *attr, int cpu, int group_fd)
{
	(void)attr, (void)group_fd;
	return cpu < 0 ? -EINVAL : 0;
}

static void a_sampling_pmu_that_refuses_tasks_is_explained(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_ibs, 0, -1);
	b->kernel.on_open = takes_no_tasks;
	open_bench();
	assert_non_null(strstr(why(0), "before Linux 6.2"));
	assert_non_null(strstr(why(0), "-a"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_member_that_fails_costs_only_itself),
		TEST(a_leader_that_fails_is_succeeded_by_the_next),
		TEST(an_event_that_does_not_exist_is_asked_for_once),
		TEST(a_group_that_does_not_fit_is_named),
		TEST(a_weak_group_that_does_not_fit_splits),
		TEST(without_rights_user_mode_is_counted_and_named),
		TEST(what_happens_in_the_kernel_only_is_not_counted_as_zero),
		TEST(a_task_of_somebody_else_is_no_matter_of_the_paranoid_level),
		TEST(whole_cpus_belong_to_nobody),
		TEST(a_missing_event_is_not_taken_for_a_forbidden_one),
		TEST(a_pmu_that_counts_while_it_samples_is_opened_that_way),
		TEST(a_sampling_pmu_that_refuses_tasks_is_explained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
