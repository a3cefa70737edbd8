// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_session.c - a session under kernels that fail, lie and forget while it reads
 */
#include "sessions.h"

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
		TEST(end_of_file_is_a_pinned_event_in_error),
		TEST(a_pinned_event_that_the_kernel_forgot_was_in_error_is_found_out),
		TEST(a_short_read_keeps_what_was_read_before),
		TEST(a_read_error_is_said_in_words),
		TEST(a_count_that_falls_is_a_failure),
		TEST(a_gauge_may_fall_and_is_what_it_is),
		TEST(an_event_that_never_ran_is_not_counted),
		TEST(half_inherited_groups_are_opened_one_by_one),
		TEST(a_cpu_that_left_keeps_its_counts_and_is_named),
		TEST(an_event_whose_time_stands_still_has_lost_its_cpu),
		TEST(a_failed_enable_is_an_error),
		TEST(a_group_is_enabled_through_its_leader),
		TEST(a_delta_that_would_be_negative_is_a_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
