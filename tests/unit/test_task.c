// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_task.c - tasks by name, and their end
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <perfmux/target.h>

#define THREADS 40

static void *wait_for_end(void *arg)
{
	pthread_mutex_lock(arg);
	pthread_mutex_unlock(arg);
	return NULL;
}

static void all_threads_of_a_process_are_found_in_order(void **state)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	struct pmx_target target = { .kind = PMX_TARGET_TASKS };
	pthread_t threads[THREADS];
	size_t called = 0;

	(void)state;
	pthread_mutex_lock(&mutex);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, wait_for_end, &mutex);
	pthread_setname_np(threads[0], "a\"b,c\\d");
	assert_int_equal(pmx_target_add_process(&target, getpid(), NULL), 0);
	/* named twice, and by a thread of it: still once */
	assert_int_equal(pmx_target_add_process(&target, getpid(), NULL), 0);
	assert_int_equal(pmx_target_add_thread(&target, target.tasks[1].tid, NULL), 0);
	assert_true(target.task_count >= THREADS + 1); /* sanitizers may have threads */
	for (size_t i = 1; i < target.task_count; i++)
		assert_true(target.tasks[i - 1].tid < target.tasks[i].tid);
	pmx_target_read_names(&target);
	/* whose number may be the first one, where numbers have begun anew meanwhile */
	for (size_t i = 0; i < target.task_count; i++) {
		called += !strcmp(target.tasks[i].comm, "a\"b,c\\d");
		assert_int_equal(target.tasks[i].pid, getpid());
	}
	assert_int_equal(called, 1);
	pthread_mutex_unlock(&mutex);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pmx_target_free(&target);
}

static void tasks_that_do_not_exist_are_named(void **state)
{
	struct pmx_target target = { .kind = PMX_TARGET_TASKS };
	struct pmx_error err;

	(void)state;
	assert_int_equal(pmx_target_add_process(&target, 99999999, &err), -ESRCH);
	assert_non_null(strstr(err.text, "99999999: no such process"));
	assert_int_equal(pmx_target_add_thread(&target, 99999999, &err), -ESRCH);
	assert_non_null(strstr(err.text, "99999999: no such thread"));
	pmx_target_free(&target);
}

static void lists_are_read_strictly(void **state)
{
	static const char *const bad[] = { "",	  ",",	 "1,",	 "x",  "-1",
					   "0",	  "1;2", "0x10", " 1", "99999999999999999999",
					   "1,,2" };
	struct pmx_target target = { .kind = PMX_TARGET_TASKS };
	struct pmx_error err;
	char self[40];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(pmx_target_add_list(&target, bad[i], false, &err), -EINVAL);
		assert_non_null(strstr(err.text, "is not a process id"));
	}
	snprintf(self, sizeof(self), "%d,1", (int)getpid());
	assert_int_equal(pmx_target_add_list(&target, self, true, &err), 0);
	pmx_target_free(&target);
}

static pid_t start_sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		pause();
		_exit(0);
	}
	return pid;
}

static void the_end_of_a_process_is_seen_before_it_is_reaped(void **state)
{
	struct pmx_target target = { .kind = PMX_TARGET_TASKS };
	pid_t pid = start_sleeper();
	struct pmx_watch *watch = NULL;
	struct pollfd fd;

	(void)state;
	assert_int_equal(pmx_target_add_process(&target, pid, NULL), 0);
	assert_int_equal(pmx_watch_new(&watch, &target, NULL), 0);
	fd = (struct pollfd){ pmx_watch_fd(watch), POLLIN, 0 };
	assert_int_equal(poll(&fd, 1, 0), 0);
	assert_false(pmx_watch_is_over(watch));
	kill(pid, SIGKILL);
	assert_int_equal(poll(&fd, 1, 10000), 1);
	assert_true(pmx_watch_is_over(watch));
	waitpid(pid, NULL, 0);
	pmx_watch_free(watch);
	pmx_target_free(&target);
}

static void watching_ends_with_the_last_task(void **state)
{
	struct pmx_target target = { .kind = PMX_TARGET_TASKS };
	pid_t first = start_sleeper(), second = start_sleeper();
	struct pmx_watch *watch = NULL;

	(void)state;
	assert_int_equal(pmx_target_add_process(&target, first, NULL), 0);
	assert_int_equal(pmx_target_add_process(&target, second, NULL), 0);
	assert_int_equal(pmx_watch_new(&watch, &target, NULL), 0);
	kill(first, SIGKILL);
	waitpid(first, NULL, 0);
	assert_false(pmx_watch_is_over(watch));
	kill(second, SIGKILL);
	waitpid(second, NULL, 0);
	assert_true(pmx_watch_is_over(watch));
	pmx_watch_free(watch);
	pmx_target_free(&target);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_threads_of_a_process_are_found_in_order),
		cmocka_unit_test(tasks_that_do_not_exist_are_named),
		cmocka_unit_test(lists_are_read_strictly),
		cmocka_unit_test(the_end_of_a_process_is_seen_before_it_is_reaped),
		cmocka_unit_test(watching_ends_with_the_last_task),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
