// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_lives.c - the lives of processes: to whose life an update belongs, and what outlives it
 */
#include "gpu_states.h"

static void an_update_after_the_end_belongs_to_the_process(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	is_called(f, 110, 7, "render");
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7);
	total(f, 300 + SECOND / 2, 0, 7, 0);
	report(f, 300 + 2 * SECOND);
	assert_int_equal(f->report.row_count, 1);
	assert_string_equal(row(f, 0, 7, 0)->comm, "render");
	assert_int_equal(row(f, 0, 7, 0)->began_at, 100);
	assert_int_equal(row(f, 0, 7, 0)->ended_at, 300);
	assert_int_equal(row(f, 0, 7, 0)->updates_late, 1);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_GONE);
}

static void the_first_update_may_come_after_the_end(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	is_called(f, 110, 7, "short");
	ends(f, 200, 7);
	total(f, 300, 0, 7, 100);
	report(f, 400);
	assert_string_equal(row(f, 0, 7, 0)->comm, "short");
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_ENDING);
	assert_int_equal(f->world.asked, 0);
}

static void memory_that_stays_after_the_grace_period_is_leaked(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7);
	assert_int_equal(gpu_state_grace_over(&f->state, 400), 300 + SECOND);
	report(f, 299 + SECOND);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_ENDING);
	report(f, 300 + SECOND);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_LEAKED);
	assert_int_equal(gpu_state_grace_over(&f->state, 300 + SECOND), 0);
	/* very late, and still the same process, as no fork was seen */
	total(f, 300 + 5 * SECOND, 0, 7, 0);
	report(f, 300 + 6 * SECOND);
	assert_int_equal(f->report.row_count, 1);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_GONE);
}

static void a_process_that_lives_has_leaked_nothing(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	total(f, 200, 0, 7, 100);
	report(f, 100 * SECOND);
	assert_int_equal(row(f, 0, 7, 0)->marks, 0);
	assert_int_equal(gpu_state_grace_over(&f->state, 1000), 0);
}

static void a_reused_pid_is_not_the_old_process(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	is_called(f, 110, 7, "old");
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7);
	forks(f, 400, 1, 7);
	is_called(f, 410, 7, "new");
	total(f, 500, 0, 7, 50);
	report(f, 2 * SECOND);
	assert_int_equal(f->report.row_count, 2);
	assert_string_equal(row(f, 0, 7, 0)->comm, "old");
	assert_int_equal(row(f, 0, 7, 0)->total.last, 100);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_LEAKED);
	assert_string_equal(row(f, 0, 7, 1)->comm, "new");
	assert_int_equal(row(f, 0, 7, 1)->total.first, 50);
	assert_int_equal(row(f, 0, 7, 1)->marks, PMX_GPU_REUSED);
}

static void a_late_record_finds_the_process_of_its_time(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7);
	forks(f, 400, 1, 7);
	total(f, 500, 0, 7, 50);
	total(f, 350, 0, 7, 0); /* of another CPU, before the fork */
	report(f, 2 * SECOND);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 0);
	assert_int_equal(row(f, 0, 7, 0)->updates_late, 1);
	assert_int_equal(row(f, 0, 7, 1)->total.last, 50);
	assert_int_equal(row(f, 0, 7, 1)->total.updates, 1);
	/* and so before the new one has reported anything */
	forks(f, 600, 1, 7);
	total(f, 590, 0, 7, 40);
	report(f, 2 * SECOND);
	assert_int_equal(row(f, 0, 7, 1)->total.last, 40);
	assert_null(find_row(f, 0, 7, 2));
}

static void a_fork_means_that_the_one_before_has_ended(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	total(f, 200, 0, 7, 100);
	loses(f, 300, 1); /* its end among it */
	forks(f, 400, 1, 7);
	report(f, 2 * SECOND);
	assert_int_equal(row(f, 0, 7, 0)->ended_at, 400);
	assert_true(row(f, 0, 7, 0)->marks & PMX_GPU_LEAKED);
	/* its end comes late, and ends nobody else */
	ends(f, 350, 7);
	total(f, 500, 0, 7, 1);
	report(f, 2 * SECOND);
	assert_int_equal(row(f, 0, 7, 1)->ended_at, 0);
}

static void after_a_loss_a_very_late_update_is_taken_for_another_process(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7);
	loses(f, 400, 9);
	total(f, 300 + SECOND / 2, 0, 7, 90); /* within the grace period */
	total(f, 300 + 3 * SECOND, 0, 7, 10);
	total(f, 300 + 4 * SECOND, 0, 7, 20);
	report(f, 5 * SECOND);
	assert_int_equal(f->report.row_count, 2);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 90);
	assert_int_equal(row(f, 0, 7, 1)->total.last, 20);
	assert_int_equal(row(f, 0, 7, 1)->ended_at, 0);
}

static void threads_are_no_processes(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	is_called(f, 110, 7, "name");
	total(f, 200, 0, 7, 100);
	task(f, PMX_RECORD_FORK, 300, 7, 8, 7, NULL);
	task(f, PMX_RECORD_COMM, 310, 7, 8, 0, "thread");
	task(f, PMX_RECORD_EXIT, 320, 7, 8, 7, NULL);
	report(f, 5 * SECOND);
	assert_int_equal(row(f, 0, 7, 0)->marks, 0);
	assert_string_equal(row(f, 0, 7, 0)->comm, "name");
}

static void a_process_goes_on_without_its_first_thread(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7);
	f->world = (struct world){ .pid = 7, .comm = "", .lives = true };
	report(f, 5 * SECOND);
	assert_int_equal(row(f, 0, 7, 0)->marks, 0);
	f->world.lives = false;
	task(f, PMX_RECORD_EXIT, 6 * SECOND, 7, 8, 7, NULL);
	report(f, 6 * SECOND + 1);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_ENDING);
	assert_int_equal(row(f, 0, 7, 0)->ended_at, 6 * SECOND);
	report(f, 8 * SECOND);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_LEAKED);
}

static void the_last_thread_ends_the_process(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7);
	task(f, PMX_RECORD_EXIT, 900, 7, 8, 7, NULL);
	task(f, PMX_RECORD_EXIT, 800, 7, 9, 7, NULL); /* late */
	report(f, 1000);
	assert_int_equal(row(f, 0, 7, 0)->ended_at, 900);
}

static void a_thread_that_calls_exec_is_the_process(void **state)
{
	struct fixture *f = *state;

	forks(f, 100, 1, 7);
	is_called(f, 110, 7, "before");
	total(f, 200, 0, 7, 100);
	ends(f, 300, 7); /* its first thread, for the other to take the number */
	is_called(f, 310, 7, "after");
	report(f, 5 * SECOND);
	assert_int_equal(row(f, 0, 7, 0)->marks, 0);
	assert_string_equal(row(f, 0, 7, 0)->comm, "after");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_update_after_the_end_belongs_to_the_process),
		TEST(the_first_update_may_come_after_the_end),
		TEST(memory_that_stays_after_the_grace_period_is_leaked),
		TEST(a_process_that_lives_has_leaked_nothing),
		TEST(a_reused_pid_is_not_the_old_process),
		TEST(a_late_record_finds_the_process_of_its_time),
		TEST(a_fork_means_that_the_one_before_has_ended),
		TEST(after_a_loss_a_very_late_update_is_taken_for_another_process),
		TEST(threads_are_no_processes),
		TEST(a_process_goes_on_without_its_first_thread),
		TEST(the_last_thread_ends_the_process),
		TEST(a_thread_that_calls_exec_is_the_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
