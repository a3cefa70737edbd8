// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_session.c - a session under kernels that fail, lie and forget
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fake_kernel.h"

/* A session on a fake kernel, from its events to its snapshot. */
struct bench {
	struct fake_kernel kernel;
	struct pmx_sys sys;
	struct pmx_events events;
	struct pmx_target target;
	struct pmx_task tasks[3];
	struct pmx_plan *plan;
	struct pmx_session *session;
	struct pmx_snapshot snap;
};

static struct bench *b; /* of the test that runs: the fake kernel's answers look at it */

static int setup(void **state)
{
	(void)state;
	b = calloc(1, sizeof(*b));
	b->sys = fake_sys(&b->kernel);
	b->kernel.now = 1000;
	b->kernel.raw = 5;
	for (int i = 0; i < 3; i++)
		b->tasks[i] = (struct pmx_task){ .tid = 10 + i, .pid = 10 };
	b->target = (struct pmx_target){
		.kind = PMX_TARGET_TASKS, .tasks = b->tasks, .task_count = 1, .inherit = true
	};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pmx_snapshot_free(&b->snap);
	pmx_session_free(b->session);
	pmx_plan_free(b->plan);
	pmx_events_free(&b->events);
	free(b);
	return 0;
}

static void open_bench(void)
{
	struct pmx_session_options opts = { .start = PMX_START_DISABLED, .sys = &b->sys };
	struct pmx_cpus online = { { 0xf } };
	struct pmx_error err;

	if (pmx_plan_new(&b->plan, &b->events, &b->target, &online, &err) ||
	    pmx_session_new(&b->session, b->plan, &opts, &err))
		fail_msg("%s", err.text);
	assert_int_equal(pmx_snapshot_init(&b->snap, b->plan->counter_count), 0);
	b->kernel.reads = 0;
}

static void read_at(uint64_t now, uint64_t raw)
{
	b->kernel.now = now;
	b->kernel.raw = raw;
	pmx_session_read(b->session, &b->snap);
}

static const char *why(size_t i)
{
	const char *text = pmx_session_why(b->session, i, NULL);

	return text ? text : "";
}

static void on_all_cpus(void)
{
	b->target = (struct pmx_target){ .kind = PMX_TARGET_CPUS, .cpus = { { 0xf } } };
}

static void software_events_cost_one_read(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++)
		fake_event(&b->events, &fake_software, i, -1);
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->kernel.reads, 1);
	assert_int_equal(b->snap.values[3].raw, 7);
	assert_int_equal(b->snap.values[3].running, 2000);
	assert_int_equal(b->snap.values[3].status, PMX_COUNTED);
}

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

static ssize_t end_of_file(int fd, uint64_t *buf)
{
	(void)fd, (void)buf;
	return 0;
}

static void end_of_file_is_a_pinned_event_in_error(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_big, 1, -1)->attr.pinned = 1;
	b->kernel.on_read = end_of_file;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->snap.values[0].status, PMX_FAILED);
	assert_non_null(strstr(why(0), "pinned"));
}

/* What Linux 6.12 says of a pinned event in error once its task has ended. */
static ssize_t never_enabled_when_pinned(int fd, uint64_t *buf)
{
	if (!b->kernel.attr[fd].pinned)
		return -1;
	buf[0] = buf[1] = buf[2] = 0;
	return 24;
}

static void a_pinned_event_that_the_kernel_forgot_was_in_error_is_found_out(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_big, 1, -1);
	fake_event(&b->events, &fake_big, 2, -1)->attr.pinned = 1;
	b->kernel.on_read = never_enabled_when_pinned;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->snap.values[0].status, PMX_COUNTED);
	assert_int_equal(b->snap.values[1].status, PMX_FAILED);
	assert_non_null(strstr(why(1), "pinned"));
}

static ssize_t half_a_value(int fd, uint64_t *buf)
{
	(void)fd;
	buf[0] = 3;
	return 12;
}

static void a_short_read_keeps_what_was_read_before(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_big, 1, -1);
	open_bench();
	read_at(2000, 7);
	b->kernel.on_read = half_a_value;
	read_at(3000, 8);
	assert_int_equal(b->snap.values[0].status, PMX_FAILED);
	assert_int_equal(b->snap.values[0].raw, 7);
	assert_int_equal(b->snap.values[0].enabled, 2000);
}

static ssize_t bad_file(int fd, uint64_t *buf)
{
	(void)fd, (void)buf;
	return -EIO;
}

static void a_read_error_is_said_in_words(void **state)
{
	int code = 0;

	(void)state;
	fake_event(&b->events, &fake_big, 1, -1);
	b->kernel.on_read = bad_file;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->snap.values[0].status, PMX_FAILED);
	assert_non_null(strstr(pmx_session_why(b->session, 0, &code), strerror(EIO)));
	assert_int_equal(code, EIO);
}

static void a_count_that_falls_is_a_failure(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_big, 1, -1);
	open_bench();
	read_at(2000, 7);
	read_at(3000, 6);
	assert_int_equal(b->snap.values[0].status, PMX_FAILED);
	assert_int_equal(b->snap.values[0].raw, 7);
	assert_non_null(strstr(why(0), "backwards"));
}

static void a_gauge_may_fall_and_is_what_it_is(void **state)
{
	struct pmx_snapshot before = { 0 };

	(void)state;
	fake_event(&b->events, &fake_big, 1, -1)->gauge = true;
	open_bench();
	read_at(2000, 7);
	pmx_snapshot_init(&before, 1);
	before.values[0] = b->snap.values[0];
	read_at(3000, 6);
	assert_int_equal(b->snap.values[0].status, PMX_COUNTED);
	assert_int_equal(b->snap.values[0].raw, 6);
	pmx_snapshot_delta(&b->snap, &before, &before);
	assert_int_equal(before.values[0].status, PMX_COUNTED);
	assert_int_equal(before.values[0].raw, 6);
	assert_int_equal(before.values[0].enabled, 1000);
	pmx_snapshot_free(&before);
}

static ssize_t never_ran(int fd, uint64_t *buf)
{
	(void)fd;
	buf[0] = 0;
	buf[1] = 5000;
	buf[2] = 0;
	return 24;
}

static void an_event_that_never_ran_is_not_counted(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_big, 1, -1);
	b->kernel.on_read = never_ran;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->snap.values[0].status, PMX_NOT_COUNTED);
}

/* A task forked while its group was half open: the kernel refuses to read the group. */
static ssize_t child_has_half_a_group(int fd, uint64_t *buf)
{
	(void)buf;
	return b->kernel.members[fd] > 1 ? -ECHILD : -1;
}

static void half_inherited_groups_are_opened_one_by_one(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_software, 1, -1);
	fake_event(&b->events, &fake_software, 2, -1);
	b->kernel.on_read = child_has_half_a_group;
	open_bench();
	read_at(2000, 7);
	assert_int_equal(b->kernel.reads, 2);
	assert_int_equal(b->snap.values[0].raw, 7);
	assert_int_equal(b->snap.values[1].raw, 7);
	assert_int_equal(b->snap.values[1].status, PMX_COUNTED);
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

static ssize_t torn_apart(int fd, uint64_t *buf)
{
	(void)fd;
	buf[0] = 1;
	buf[1] = buf[2] = 4000000;
	buf[3] = 70 + (uint64_t)(b->kernel.leader[fd] != fd);
	return 32;
}

static void a_cpu_that_left_keeps_its_counts_and_is_named(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_software, 1, -1);
	fake_event(&b->events, &fake_software, 2, -1);
	on_all_cpus();
	open_bench();
	assert_int_equal(pmx_session_enable(b->session, NULL), 0);
	read_at(2000000, 7);
	b->kernel.on_read = torn_apart;
	read_at(9000000, 8);
	assert_int_equal(b->snap.values[0].status, PMX_FAILED);
	assert_int_equal(b->snap.values[0].raw, 70);
	assert_int_equal(b->snap.values[1].raw, 71);
	assert_int_equal(b->snap.values[1].running, 4000000);
	assert_non_null(strstr(why(0), "CPU 0 went offline"));
}

static uint64_t frozen_at;

static ssize_t time_stands_still(int fd, uint64_t *buf)
{
	(void)fd;
	buf[0] = 7;
	buf[1] = buf[2] = frozen_at;
	return 24;
}

static void an_event_whose_time_stands_still_has_lost_its_cpu(void **state)
{
	(void)state;
	fake_event(&b->events, &fake_software, 1, -1);
	on_all_cpus();
	open_bench();
	assert_int_equal(pmx_session_enable(b->session, NULL), 0);
	read_at(5000000, 7);
	frozen_at = 6000000;
	b->kernel.on_read = time_stands_still;
	read_at(15000000, 7);
	assert_int_equal(b->snap.values[0].status, PMX_FAILED);
	assert_non_null(strstr(why(0), "offline"));
	assert_int_equal(b->snap.values[0].enabled, 6000000);
}

static int busy(int fd, unsigned long request)
{
	(void)fd, (void)request;
	return -EBUSY;
}

static void a_failed_enable_is_an_error(void **state)
{
	struct pmx_error err = { 0 };

	(void)state;
	fake_event(&b->events, &fake_software, 1, -1);
	b->kernel.on_ioctl = busy;
	open_bench();
	assert_int_equal(pmx_session_enable(b->session, &err), -EBUSY);
	assert_non_null(strstr(err.text, "software-1"));
}

static void a_group_is_enabled_through_its_leader(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++)
		fake_event(&b->events, &fake_software, i, -1);
	open_bench();
	assert_int_equal(pmx_session_enable(b->session, NULL), 0);
	assert_int_equal(b->kernel.ioctls, 1);
}

static void a_delta_that_would_be_negative_is_a_failure(void **state)
{
	struct pmx_value now = { 5, 100, 100, PMX_COUNTED, false };
	struct pmx_value before = { 6, 90, 90, PMX_COUNTED, false };
	struct pmx_value out;
	struct pmx_snapshot a = { &now, 1, 0 }, c = { &before, 1, 0 }, delta = { &out, 1, 0 };

	(void)state;
	pmx_snapshot_delta(&a, &c, &delta);
	assert_int_equal(out.status, PMX_FAILED);
	before = (struct pmx_value){ 1, 40, 30, PMX_COUNTED, false };
	pmx_snapshot_delta(&a, &c, &delta);
	assert_int_equal(out.status, PMX_COUNTED);
	assert_int_equal(out.raw, 4);
	assert_int_equal(out.enabled, 60);
	assert_int_equal(out.running, 70);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(software_events_cost_one_read),
		TEST(a_member_that_fails_costs_only_itself),
		TEST(a_leader_that_fails_is_succeeded_by_the_next),
		TEST(an_event_that_does_not_exist_is_asked_for_once),
		TEST(end_of_file_is_a_pinned_event_in_error),
		TEST(a_pinned_event_that_the_kernel_forgot_was_in_error_is_found_out),
		TEST(a_short_read_keeps_what_was_read_before),
		TEST(a_read_error_is_said_in_words),
		TEST(a_count_that_falls_is_a_failure),
		TEST(a_gauge_may_fall_and_is_what_it_is),
		TEST(an_event_that_never_ran_is_not_counted),
		TEST(half_inherited_groups_are_opened_one_by_one),
		TEST(a_group_that_does_not_fit_is_named),
		TEST(a_weak_group_that_does_not_fit_splits),
		TEST(without_rights_user_mode_is_counted_and_named),
		TEST(what_happens_in_the_kernel_only_is_not_counted_as_zero),
		TEST(a_missing_event_is_not_taken_for_a_forbidden_one),
		TEST(a_pmu_that_counts_while_it_samples_is_opened_that_way),
		TEST(a_sampling_pmu_that_refuses_tasks_is_explained),
		TEST(a_cpu_that_left_keeps_its_counts_and_is_named),
		TEST(an_event_whose_time_stands_still_has_lost_its_cpu),
		TEST(a_failed_enable_is_an_error),
		TEST(a_group_is_enabled_through_its_leader),
		TEST(a_delta_that_would_be_negative_is_a_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
