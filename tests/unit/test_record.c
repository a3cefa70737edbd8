// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_record.c - what is in the rings of all CPUs, as one row of records
 */
#include "recorders.h"

/* --- order -------------------------------------------------------------------------------- */

static void records_of_all_cpus_come_in_order_of_time(void **state)
{
	struct fixture *f = *state;
	static const uint64_t times[] = { 10, 20, 30, 40, 50, 60 };

	begin(f);
	rings_sample(&f->kernel, 0, FIRST, 10, 1, 8);
	rings_sample(&f->kernel, 1, FIRST, 20, 2, 8);
	rings_sample(&f->kernel, 1, FIRST, 30, 3, 8);
	rings_sample(&f->kernel, 0, FIRST, 40, 4, 8);
	rings_sample(&f->kernel, 0, FIRST, 60, 6, 8);
	rings_sample(&f->kernel, 1, FIRST, 50, 5, 8);
	drain(f, false);
	expect_times(f, times, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(f->got.values[i], i + 1);
		assert_false(f->got.records[i].late);
	}
	assert_int_equal(f->got.records[1].cpu, 1);
	assert_int_equal(f->got.records[3].cpu, 0);
	assert_int_equal(f->got.records[0].pid, 1000);
	assert_int_equal(f->got.records[0].tid, 1001);
	assert_int_equal(pmx_recorder_late(f->recorder), 0);
}

static void a_cpu_keeps_its_order_and_older_records_are_marked_late(void **state)
{
	struct fixture *f = *state;
	static const uint64_t times[] = { 30, 20, 40 };

	begin(f);
	rings_sample(&f->kernel, 0, FIRST, 30, 0, 8);
	rings_sample(&f->kernel, 0, FIRST, 20, 0, 8);
	rings_sample(&f->kernel, 0, FIRST, 40, 0, 8);
	drain(f, false);
	expect_times(f, times, 3);
	assert_false(f->got.records[0].late);
	assert_true(f->got.records[1].late);
	assert_false(f->got.records[2].late);
	assert_int_equal(pmx_recorder_late(f->recorder), 1);
}

static void a_record_that_comes_after_the_window_is_late(void **state)
{
	struct fixture *f = *state;

	begin(f);
	rings_sample(&f->kernel, 0, FIRST, 500, 0, 8);
	assert_int_equal(drain(f, false), 1);
	rings_sample(&f->kernel, 1, FIRST, 400, 0, 8);
	assert_int_equal(drain(f, false), 1);
	assert_true(f->got.records[0].late);
}

static void records_wait_for_the_window(void **state)
{
	struct fixture *f = *state;

	f->opts.window_ns = 1000;
	begin(f);
	rings_sample(&f->kernel, 0, FIRST, NOW - 1001, 0, 8);
	rings_sample(&f->kernel, 0, FIRST, NOW - 999, 0, 8);
	assert_int_equal(drain(f, false), 1);
	rings_sample(&f->kernel, 1, FIRST, NOW - 1000, 0, 8);
	f->kernel.now += 1;
	assert_int_equal(drain(f, false), 2);
	assert_int_equal(f->got.records[0].cpu, 1);
	assert_int_equal(pmx_recorder_late(f->recorder), 0);
}

static void draining_all_does_not_wait(void **state)
{
	struct fixture *f = *state;

	begin(f);
	rings_sample(&f->kernel, 0, FIRST, NOW, 0, 8);
	rings_sample(&f->kernel, 1, FIRST, NOW + 5000, 0, 8);
	assert_int_equal(drain(f, false), 0);
	assert_int_equal(drain(f, true), 2);
	assert_int_equal(drain(f, true), 0);
}

static void a_ring_half_full_does_not_wait(void **state)
{
	struct fixture *f = *state;
	size_t count;

	f->opts.ring_bytes = 4 * PAGE;
	begin(f);
	count = fill(f, NOW - 1000, 2 * PAGE);
	assert_int_equal(drain(f, false), 0);
	count += fill(f, NOW - 100, 64);
	assert_int_equal(drain(f, false), count);
}

static void a_stamp_from_the_future_does_not_block_the_ring(void **state)
{
	struct fixture *f = *state;
	size_t count;

	f->opts.ring_bytes = 4 * PAGE;
	begin(f);
	count = fill(f, UINT64_MAX / 2, 2 * PAGE + 64);
	assert_int_equal(drain(f, false), 0);
	count += fill(f, NOW, PAGE);
	assert_int_equal(drain(f, false), count);
}

/* --- room --------------------------------------------------------------------------------- */

static void only_delivered_records_make_room(void **state)
{
	struct fixture *f = *state;
	uint64_t behind_first;

	begin(f);
	rings_sample(&f->kernel, 0, FIRST, 10, 0, 8);
	behind_first = rings_page(&f->kernel, 0)->data_head;
	rings_sample(&f->kernel, 0, FIRST, NOW, 0, 8);
	drain(f, false);
	assert_int_equal(rings_page(&f->kernel, 0)->data_tail, behind_first);
	drain(f, true);
	assert_int_equal(rings_page(&f->kernel, 0)->data_tail,
			 rings_page(&f->kernel, 0)->data_head);
}

static int watch_room(void *ctx, const struct pmx_record *record)
{
	struct fixture *f = ctx;
	const struct perf_event_mmap_page *page = rings_page(&f->kernel, 0);

	(void)record;
	f->got.count++;
	/* of 64 bytes each: what was delivered and what is still held */
	assert_true(f->got.count * 64 - page->data_tail <= rings_bytes(&f->kernel, 0) / 4 + 128);
	return 0;
}

static void room_is_made_while_a_full_ring_is_drained(void **state)
{
	struct fixture *f = *state;
	size_t count;

	f->opts.ring_bytes = 16 * PAGE;
	begin(f);
	count = fill(f, 10, 16 * PAGE);
	assert_int_equal(pmx_recorder_drain(f->recorder, false, watch_room, f), 0);
	assert_int_equal(f->got.count, count);
}

static void a_record_around_the_end_of_the_ring_is_whole(void **state)
{
	struct fixture *f = *state;

	f->opts.ring_bytes = PAGE;
	begin(f);
	for (uint64_t i = 0; i < 1000; i++) {
		rings_sample(&f->kernel, 0, FIRST, i, i * 0x0101010101010101u, 8 + i % 64);
		assert_int_equal(drain(f, false), 1);
		assert_int_equal(f->got.values[0], i * 0x0101010101010101u);
		assert_int_equal(f->got.records[0].time, i);
	}
}

static void a_callback_that_stops_loses_nothing(void **state)
{
	struct fixture *f = *state;

	begin(f);
	for (uint64_t i = 0; i < 5; i++)
		rings_sample(&f->kernel, (int)(i % 2), FIRST, i, i, 8);
	f->got.stop_after = 2;
	assert_int_equal(pmx_recorder_drain(f->recorder, false, take, &f->got), 77);
	f->got.stop_after = 0;
	assert_int_equal(drain(f, false), 3);
	assert_int_equal(f->got.values[0], 2);
	assert_int_equal(f->got.values[2], 4);
}

/* --- what records say --------------------------------------------------------------------- */

static void samples_belong_to_their_events(void **state)
{
	struct fixture *f = *state;

	add_event(f, SECOND, NULL);
	begin(f);
	rings_sample(&f->kernel, 1, SECOND, 10, 5, 8);
	rings_sample(&f->kernel, 0, FIRST, 20, 6, 4);
	assert_int_equal(drain(f, false), 2);
	assert_int_equal(f->got.records[0].event, 1);
	assert_int_equal(f->got.records[1].event, 0);
	assert_int_equal(f->got.records[1].size, 4);
}

static void tasks_begin_are_named_and_end(void **state)
{
	struct fixture *f = *state;
	uint64_t forked[] = { 7 | 6ull << 32, 8 | 6ull << 32, 100 };
	uint64_t ended[] = { 7 | 6ull << 32, 8 | 6ull << 32, 300 };
	uint64_t named[] = { 7 | 8ull << 32, 0, 0 };

	memcpy(&named[1], "a name", 7);
	f->opts.tasks = true;
	begin(f);
	rings_other(&f->kernel, 1, PERF_RECORD_EXIT, ended, 3, 300, 0);
	rings_other(&f->kernel, 0, PERF_RECORD_FORK, forked, 3, 100, 0);
	rings_other(&f->kernel, 0, PERF_RECORD_COMM, named, 3, 200, 0);
	assert_int_equal(drain(f, false), 3);
	assert_int_equal(f->got.records[0].kind, PMX_RECORD_FORK);
	assert_int_equal(f->got.records[1].kind, PMX_RECORD_COMM);
	assert_int_equal(f->got.records[2].kind, PMX_RECORD_EXIT);
	assert_string_equal(f->got.comm, "a name");
	for (int i = 0; i < 3; i++) {
		assert_int_equal(f->got.records[i].pid, 7);
		assert_int_equal(f->got.records[i].tid, 8);
		assert_int_equal(f->got.records[i].time, 100 * (i + 1));
	}
	assert_int_equal(f->got.records[0].ppid, 6);
	assert_int_equal(f->got.records[2].cpu, 1);
}

static void losses_are_told_and_counted(void **state)
{
	struct fixture *f = *state;
	struct pmx_recorded recorded;
	uint64_t lost[2];

	begin(f);
	for (int cpu = 0; cpu < 2; cpu++) {
		f->kernel.count[rings_event_fd(&f->kernel, FIRST, cpu)] = 100;
		f->kernel.lost[rings_event_fd(&f->kernel, FIRST, cpu)] = 30;
	}
	lost[0] = rings_id(rings_event_fd(&f->kernel, FIRST, 0));
	lost[1] = 29;
	rings_other(&f->kernel, 0, PERF_RECORD_LOST, lost, 2, 100, lost[0]);
	rings_sample(&f->kernel, 0, FIRST, 110, 0, 8);
	assert_int_equal(drain(f, false), 2);
	assert_int_equal(f->got.records[0].kind, PMX_RECORD_LOST);
	assert_int_equal(f->got.records[0].lost, 29);
	assert_int_equal(f->got.records[0].time, 100);
	assert_int_equal(pmx_recorder_recorded(f->recorder, 0, &recorded), 0);
	assert_int_equal(recorded.counted, 200);
	assert_int_equal(recorded.samples, 1);
	assert_int_equal(recorded.lost, 60);
}

static int no_format_lost(const struct perf_event_attr *attr, int cpu)
{
	(void)cpu;
	return attr->read_format & PERF_FORMAT_LOST ? -EINVAL : 0;
}

static void an_older_kernel_tells_losses_by_records(void **state)
{
	struct fixture *f = *state;
	struct pmx_recorded recorded;
	uint64_t lost[2];

	f->kernel.on_open = no_format_lost;
	begin(f);
	f->kernel.count[rings_event_fd(&f->kernel, FIRST, 1)] = 31;
	lost[0] = rings_id(rings_event_fd(&f->kernel, FIRST, 1));
	lost[1] = 29;
	rings_other(&f->kernel, 1, PERF_RECORD_LOST, lost, 2, NOW, lost[0]);
	/* read, but not delivered twice */
	assert_int_equal(drain(f, false), 0);
	assert_int_equal(drain(f, true), 1);
	assert_int_equal(pmx_recorder_recorded(f->recorder, 0, &recorded), 0);
	assert_int_equal(recorded.counted, 31);
	assert_int_equal(recorded.lost, 29);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(records_of_all_cpus_come_in_order_of_time),
		TEST(a_cpu_keeps_its_order_and_older_records_are_marked_late),
		TEST(a_record_that_comes_after_the_window_is_late),
		TEST(records_wait_for_the_window),
		TEST(draining_all_does_not_wait),
		TEST(a_ring_half_full_does_not_wait),
		TEST(a_stamp_from_the_future_does_not_block_the_ring),
		TEST(only_delivered_records_make_room),
		TEST(room_is_made_while_a_full_ring_is_drained),
		TEST(a_record_around_the_end_of_the_ring_is_whole),
		TEST(a_callback_that_stops_loses_nothing),
		TEST(samples_belong_to_their_events),
		TEST(tasks_begin_are_named_and_end),
		TEST(losses_are_told_and_counted),
		TEST(an_older_kernel_tells_losses_by_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
