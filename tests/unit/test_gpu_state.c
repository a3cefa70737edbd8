// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_state.c - updates to gauges: how much, since when, and whose
 */
#include "gpu_states.h"

static void each_process_and_gpu_has_its_own_gauge(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 0, 900);
	total(f, 20, 0, 7, 100);
	total(f, 30, 1, 7, 555);
	total(f, 40, 0, 8, 200);
	total(f, 50, 0, 7, 150);
	report(f, 100);
	assert_int_equal(f->report.updates, 5);
	assert_int_equal(f->report.gpu_count, 2);
	assert_int_equal(device(f, 0)->total.last, 900);
	assert_int_equal(device(f, 0)->row_count, 2);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 150);
	assert_int_equal(row(f, 0, 7, 0)->total.updates, 2);
	assert_int_equal(row(f, 0, 7, 0)->line.count, 1); /* within the same microsecond */
	assert_int_equal(row(f, 0, 8, 0)->total.last, 200);
	assert_int_equal(row(f, 1, 7, 0)->total.last, 555);
	/* by GPU, then by peak */
	assert_int_equal(f->report.rows[0].pid, 8);
	assert_int_equal(f->report.rows[device(f, 1)->first_row].gpu, 1);
}

static void what_nobody_reports_is_absent_and_not_zero(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 7, 100);
	both(f, 10, 0, 8, 100, 0);
	report(f, 100);
	assert_int_equal(row(f, 0, 7, 0)->imported.updates, 0);
	assert_false(row(f, 0, 7, 0)->has_private);
	assert_int_equal(row(f, 0, 8, 0)->imported.updates, 1);
	assert_true(row(f, 0, 8, 0)->has_private);
	assert_int_equal(row(f, 0, 8, 0)->private_bytes, 100);
	assert_int_equal(device(f, 0)->total.updates, 0);
}

static void imported_memory_by_an_event_of_its_own_meets_the_total(void **state)
{
	struct fixture *f = *state;

	imported(f, 10, 0, 7, 40);
	report(f, 11);
	assert_false(row(f, 0, 7, 0)->has_private);
	assert_int_equal(row(f, 0, 7, 0)->line.points[0].last, 40);
	assert_int_equal(row(f, 0, 7, 0)->marks & PMX_GPU_GONE, 0);
	total(f, 20, 0, 7, 100);
	report(f, 30);
	assert_int_equal(row(f, 0, 7, 0)->private_bytes, 60);
	assert_int_equal(row(f, 0, 7, 0)->imported.last, 40);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_UNSEEN);
}

static void more_imported_than_there_is_is_marked(void **state)
{
	struct fixture *f = *state;

	both(f, 10, 0, 7, 100, 101);
	both(f, 20, 0, 7, 100, 10); /* it was so once */
	total(f, 10, 0, 8, 100);
	imported(f, 20, 0, 8, 150); /* it is so */
	imported(f, 10, 0, 9, 150);
	total(f, 20, 0, 9, 200); /* the total only came later */
	report(f, 100);
	assert_true(row(f, 0, 7, 0)->marks & PMX_GPU_EXCESS);
	assert_true(row(f, 0, 7, 0)->has_private);
	assert_true(row(f, 0, 8, 0)->marks & PMX_GPU_EXCESS);
	assert_false(row(f, 0, 8, 0)->has_private);
	assert_false(row(f, 0, 9, 0)->marks & PMX_GPU_EXCESS);
	assert_int_equal(row(f, 0, 9, 0)->private_bytes, 50);
}

static void a_count_below_zero_is_marked(void **state)
{
	struct fixture *f = *state;

	total(f, 10, 0, 7, (uint64_t)-4096);
	total(f, 20, 0, 7, 0);
	total(f, 20, 0, 8, INT64_MAX);
	report(f, 100);
	assert_true(row(f, 0, 7, 0)->marks & PMX_GPU_NEGATIVE);
	assert_false(row(f, 0, 8, 0)->marks & PMX_GPU_NEGATIVE);
}

static void size_zero_is_gone_and_ends_the_mean(void **state)
{
	struct fixture *f = *state;

	total(f, 100, 0, 7, 80);
	total(f, 200, 0, 7, 0);
	report(f, 100000);
	assert_true(row(f, 0, 7, 0)->marks & PMX_GPU_GONE);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 0);
	assert_int_equal(row(f, 0, 7, 0)->total.minimum, 0);
	assert_true(fabs(row(f, 0, 7, 0)->total.mean - 80) < 1e-9);
	/* and comes again */
	total(f, 300, 0, 7, 40);
	report(f, 400);
	assert_false(row(f, 0, 7, 0)->marks & PMX_GPU_GONE);
	assert_true(fabs(row(f, 0, 7, 0)->total.mean - 40) < 1e-9);
}

static void values_hold_until_the_next_update(void **state)
{
	struct fixture *f = *state;

	total(f, 100, 0, 7, 80);
	report(f, 200);
	assert_true(fabs(row(f, 0, 7, 0)->total.mean - 80) < 1e-9);
	total(f, 200, 0, 7, 20);
	report(f, 400);
	assert_true(fabs(row(f, 0, 7, 0)->total.mean - 40) < 1e-9);
	assert_int_equal(row(f, 0, 7, 0)->total.change, -60);
}

/* --- order and losses --------------------------------------------------------------------- */

static void an_older_record_of_another_cpu_does_not_move_time_back(void **state)
{
	struct fixture *f = *state;

	total(f, 1000, 0, 7, 100);
	total(f, 3000, 0, 7, 300);
	total(f, 2000, 0, 7, 700); /* late */
	report(f, 4000);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 300);
	assert_int_equal(row(f, 0, 7, 0)->total.last_at, 3000);
	assert_int_equal(row(f, 0, 7, 0)->total.updates, 3);
	assert_int_equal(row(f, 0, 7, 0)->total.peak, 700);
	assert_int_equal(row(f, 0, 7, 0)->total.peak_at, 2000);
	assert_int_equal(row(f, 0, 7, 0)->line.upto, 3000);
	/* late among all records, but news of this process */
	total(f, 2500, 0, 8, 5);
	report(f, 4000);
	assert_int_equal(row(f, 0, 8, 0)->total.last, 5);
}

static void losses_are_counted_and_values_before_them_are_stale(void **state)
{
	struct fixture *f = *state;

	total(f, 100, 0, 7, 100);
	loses(f, 200, 3);
	loses(f, 150, 4);
	total(f, 300, 0, 8, 100);
	report(f, 400);
	assert_int_equal(f->report.lost, 7);
	assert_int_equal(f->report.lost_at, 200);
	assert_true(row(f, 0, 7, 0)->marks & PMX_GPU_STALE);
	assert_false(row(f, 0, 8, 0)->marks & PMX_GPU_STALE);
	total(f, 500, 0, 7, 90);
	report(f, 600);
	assert_false(row(f, 0, 7, 0)->marks & PMX_GPU_STALE);
}

/* --- names and targets ---------------------------------------------------------------------- */

static void a_process_from_before_the_start_is_asked_for_its_name_once(void **state)
{
	struct fixture *f = *state;

	f->world = (struct world){ .pid = 7, .comm = "seen" };
	total(f, 100, 0, 7, 1);
	total(f, 200, 0, 7, 2);
	total(f, 200, 1, 7, 2);
	report(f, 300);
	assert_string_equal(row(f, 0, 7, 0)->comm, "seen");
	assert_string_equal(row(f, 1, 7, 0)->comm, "seen");
	assert_int_equal(row(f, 0, 7, 0)->marks, 0);
	assert_int_equal(f->world.asked, 1);
}

static void a_pid_that_nobody_has_is_kept_and_marked(void **state)
{
	struct fixture *f = *state;

	total(f, 100, 0, 4711, 1);
	total(f, 200, 0, 4711, 2);
	total(f, 100, 0, UINT64_C(1) << 40, 3); /* never a pid */
	report(f, 300);
	assert_int_equal(row(f, 0, 4711, 0)->marks, PMX_GPU_UNSEEN);
	assert_string_equal(row(f, 0, 4711, 0)->comm, "");
	assert_int_equal(row(f, 0, UINT64_C(1) << 40, 0)->marks, PMX_GPU_UNSEEN);
	assert_int_equal(f->world.asked, 1);
	/* then somebody has it */
	forks(f, 400, 1, 4711);
	total(f, 500, 0, 4711, 9);
	report(f, 600);
	assert_int_equal(row(f, 0, 4711, 0)->total.last, 2);
	assert_int_equal(row(f, 0, 4711, 1)->total.last, 9);
}

static void a_child_has_its_parents_name_until_it_gets_its_own(void **state)
{
	struct fixture *f = *state;

	f->world = (struct world){ .pid = 5, .comm = "shell" };
	assert_int_equal(gpu_state_follow(&f->state, 5, 50), 0);
	forks(f, 100, 5, 7);
	total(f, 200, 0, 7, 1);
	report(f, 201);
	assert_string_equal(row(f, 0, 7, 0)->comm, "shell");
	is_called(f, 300, 7, "a name of more than 15");
	report(f, 301);
	assert_string_equal(row(f, 0, 7, 0)->comm, "a name of more ");
}

static void descendants_of_the_target_are_the_target(void **state)
{
	struct fixture *f = *state;

	total(f, 50, 0, 5, 1);
	report(f, 60);
	assert_true(row(f, 0, 5, 0)->is_target); /* while nobody is followed */
	f->world = (struct world){ .pid = 6, .comm = "" };
	assert_int_equal(gpu_state_follow(&f->state, 6, 55), 0);
	total(f, 60, 0, 6, 2);
	forks(f, 100, 6, 7);
	forks(f, 110, 7, 8);
	ends(f, 120, 7);
	total(f, 130, 0, 7, 4);
	total(f, 140, 0, 8, 8);
	forks(f, 150, 1, 9);
	total(f, 160, 0, 9, 16);
	report(f, 200);
	assert_false(row(f, 0, 5, 0)->is_target);
	assert_true(row(f, 0, 6, 0)->is_target);
	assert_true(row(f, 0, 7, 0)->is_target);
	assert_true(row(f, 0, 8, 0)->is_target);
	assert_false(row(f, 0, 9, 0)->is_target);
	assert_int_equal(device(f, 0)->sum, 31);
	assert_int_equal(device(f, 0)->sum_target, 14);
	/* who gets the pid of one of them is somebody else */
	forks(f, 300, 1, 7);
	total(f, 310, 0, 7, 1);
	report(f, 400);
	assert_false(row(f, 0, 7, 1)->is_target);
}

static void a_process_is_followed_though_it_has_reported_already(void **state)
{
	struct fixture *f = *state;

	f->world = (struct world){ .pid = 5, .comm = "" };
	total(f, 50, 0, 5, 1);
	assert_int_equal(gpu_state_follow(&f->state, 5, 50), 0);
	report(f, 60);
	assert_true(row(f, 0, 5, 0)->is_target);
}

static void a_target_may_be_named_before_its_beginning_is_heard_of(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(gpu_state_follow(&f->state, 7, 200), 0);
	forks(f, 100, 1, 7); /* in a ring until now */
	total(f, 210, 0, 7, 1);
	ends(f, 220, 7);
	forks(f, 300, 1, 7);
	total(f, 310, 0, 7, 1);
	report(f, 400);
	assert_true(row(f, 0, 7, 0)->is_target);
	assert_false(row(f, 0, 7, 1)->is_target);
}

/* --- intervals ------------------------------------------------------------------------------ */

static void an_interval_has_its_own_updates_and_peak(void **state)
{
	struct fixture *f = *state;

	total(f, 100, 0, 0, 500);
	total(f, 100, 0, 7, 100);
	total(f, 110, 0, 7, 30);
	gpu_state_next_interval(&f->state);
	total(f, 200, 0, 7, 60);
	report(f, 300);
	assert_int_equal(row(f, 0, 7, 0)->total.interval.updates, 1);
	assert_int_equal(row(f, 0, 7, 0)->total.interval.peak, 60);
	assert_int_equal(row(f, 0, 7, 0)->total.interval.minimum, 30);
	assert_int_equal(device(f, 0)->total.interval.updates, 0);
	assert_int_equal(device(f, 0)->total.interval.peak, 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_process_and_gpu_has_its_own_gauge),
		TEST(what_nobody_reports_is_absent_and_not_zero),
		TEST(imported_memory_by_an_event_of_its_own_meets_the_total),
		TEST(more_imported_than_there_is_is_marked),
		TEST(a_count_below_zero_is_marked),
		TEST(size_zero_is_gone_and_ends_the_mean),
		TEST(values_hold_until_the_next_update),
		TEST(an_older_record_of_another_cpu_does_not_move_time_back),
		TEST(losses_are_counted_and_values_before_them_are_stale),
		TEST(a_process_from_before_the_start_is_asked_for_its_name_once),
		TEST(a_pid_that_nobody_has_is_kept_and_marked),
		TEST(a_child_has_its_parents_name_until_it_gets_its_own),
		TEST(descendants_of_the_target_are_the_target),
		TEST(a_process_is_followed_though_it_has_reported_already),
		TEST(a_target_may_be_named_before_its_beginning_is_heard_of),
		TEST(an_interval_has_its_own_updates_and_peak),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
