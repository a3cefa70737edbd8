// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gpu_pids.c - inside a pid namespace: which reported process is which of ours
 */
#include "gpu_states.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

/* Thread @task (in the initial namespace; ours: @own) says that @pid has @size. */
static void says(struct fixture *f, uint64_t time, uint64_t task, pid_t own, uint64_t pid,
		 uint64_t size)
{
	struct pmx_gpu_update update = { .time = time,
					 .pid = pid,
					 .has_total = true,
					 .total = size,
					 .task = task,
					 .task_pid = own,
					 .task_tid = own };

	assert_int_equal(gpu_state_update(&f->state, &update), 0);
}

static int set_up_inside(void **state)
{
	int ret = set_up(state);

	((struct fixture *)*state)->state.pids.is_initial = false;
	return ret;
}

static void the_initial_namespace_needs_no_translation(void **state)
{
	struct fixture *f = *state;

	f->state.pids.is_initial = true;
	says(f, 10, 5000, 7, 5000, 1);
	report(f, 100);
	assert_int_equal(row(f, 0, 5000, 0)->marks, PMX_GPU_UNSEEN);
}

static void a_process_outside_keeps_its_number_and_a_mark(void **state)
{
	struct fixture *f = *state;

	/* process 7 of ours is somebody else */
	f->world = (struct world){ .pid = 7, .comm = "ours" };
	says(f, 10, 9000, 0, 7, 1);
	says(f, 20, 9001, 12, 7, 2); /* reported by one of ours on its behalf */
	report(f, 100);
	assert_int_equal(f->report.row_count, 1);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_OUTSIDE);
	assert_string_equal(row(f, 0, 7, 0)->comm, "");
	assert_int_equal(f->world.asked, 0);
	/* the end of ours is not its end */
	ends(f, 30, 7);
	report(f, 100);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_OUTSIDE);
}

static void a_thread_that_reports_for_its_own_process_tells_its_number(void **state)
{
	struct fixture *f = *state;

	f->world = (struct world){ .pid = 7, .comm = "ours" };
	says(f, 10, 5000, 7, 5000, 1);
	says(f, 20, 9000, 0, 5000, 2); /* a worker of the kernel's */
	ends(f, 30, 7);
	says(f, 40, 9000, 0, 5000, 0); /* late */
	report(f, 100);
	assert_int_equal(f->report.row_count, 1);
	assert_string_equal(row(f, 0, 7, 0)->comm, "ours");
	assert_int_equal(row(f, 0, 7, 0)->total.updates, 3);
	assert_int_equal(row(f, 0, 7, 0)->marks, PMX_GPU_ENDED | PMX_GPU_GONE);
}

static void what_came_before_the_number_was_known_is_the_same_process(void **state)
{
	struct fixture *f = *state;

	f->world = (struct world){ .pid = 7, .comm = "ours" };
	says(f, 10, 9000, 0, 5000, 1);
	report(f, 15);
	assert_int_equal(row(f, 0, 5000, 0)->marks, PMX_GPU_OUTSIDE);
	says(f, 20, 5000, 7, 5000, 2);
	report(f, 100);
	assert_int_equal(f->report.row_count, 1);
	assert_int_equal(row(f, 0, 7, 0)->total.first, 1);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 2);
	assert_int_equal(row(f, 0, 7, 0)->marks, 0);
	assert_string_equal(row(f, 0, 7, 0)->comm, "ours");
}

static void a_number_is_forgotten_when_its_pid_is_used_again(void **state)
{
	struct fixture *f = *state;

	f->world = (struct world){ .pid = 7, .comm = "ours" };
	says(f, 10, 5000, 7, 5000, 1);
	ends(f, 20, 7);
	forks(f, 30, 1, 7); /* 6000 in the initial namespace */
	says(f, 40, 6000, 7, 6000, 10);
	report(f, 100);
	assert_int_equal(row(f, 0, 7, 0)->total.last, 1);
	assert_int_equal(row(f, 0, 7, 1)->total.last, 10);
	says(f, 50, 9000, 0, 5000, 0);
	report(f, 100);
	assert_int_equal(row(f, 0, 7, 1)->total.last, 10);
	assert_int_equal(row(f, 0, 5000, 0)->marks, PMX_GPU_OUTSIDE | PMX_GPU_GONE);
}

static void a_driver_may_say_our_numbers(void **state)
{
	struct fixture *f = *state;

	f->world = (struct world){ .pid = 7, .comm = "ours" };
	says(f, 10, 5000, 7, 7, 1);
	report(f, 100);
	assert_int_equal(row(f, 0, 7, 0)->marks, 0);
	assert_string_equal(row(f, 0, 7, 0)->comm, "ours");
}

static void the_whole_gpu_is_no_process(void **state)
{
	struct fixture *f = *state;

	says(f, 10, 9000, 0, 0, 1);
	report(f, 100);
	assert_int_equal(f->report.row_count, 0);
	assert_int_equal(device(f, 0)->total.last, 1);
}

static bool is_initial(void)
{
	struct pmx_machine *machine = NULL;
	bool initial;

	if (pmx_machine_new(&machine, NULL, NULL))
		_exit(3);
	initial = gpu_pids_are_initial(machine);
	pmx_machine_free(machine);
	return initial;
}

/* In a process of its own: who unshares cannot come back. */
static int ask_inside(void)
{
	pid_t outer = fork(), inner;
	int status = 0;

	if (outer == 0) {
		if (unshare(CLONE_NEWPID))
			_exit(2);
		inner = fork();
		if (inner == 0)
			_exit(is_initial());
		waitpid(inner, &status, 0);
		_exit(WEXITSTATUS(status));
	}
	assert_int_equal(waitpid(outer, &status, 0), outer);
	return WEXITSTATUS(status);
}

static void a_namespace_of_its_own_is_not_the_initial_one(void **state)
{
	int inside = ask_inside();
	char link[64] = "";

	(void)state;
	if (inside == 2) {
		print_message("no pid namespace can be made here\n");
		skip();
	}
	assert_int_equal(inside, false);
	assert_true(readlink("/proc/self/ns/pid", link, sizeof(link) - 1) > 0);
	assert_int_equal(is_initial(), strcmp(link, "pid:[4026531836]") == 0);
}

#define INSIDE(name) cmocka_unit_test_setup_teardown(name, set_up_inside, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		INSIDE(the_initial_namespace_needs_no_translation),
		INSIDE(a_process_outside_keeps_its_number_and_a_mark),
		INSIDE(a_thread_that_reports_for_its_own_process_tells_its_number),
		INSIDE(what_came_before_the_number_was_known_is_the_same_process),
		INSIDE(a_number_is_forgotten_when_its_pid_is_used_again),
		INSIDE(a_driver_may_say_our_numbers),
		INSIDE(the_whole_gpu_is_no_process),
		cmocka_unit_test(a_namespace_of_its_own_is_not_the_initial_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
