// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_meter_task.c - the task that events are tried on: it runs, and where it is told to
 */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include <perfmux/cpus.h>

#include "mux/meter_task.h"

static uint64_t cpu_time_of(pid_t tid)
{
	struct timespec time = { 0 };

	/* the kernel's number for the CPU time of a thread */
	assert_int_equal(clock_gettime((clockid_t)(~(unsigned)tid << 3 | 6), &time), 0);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void the_meters_task_runs_when_it_is_told_to(void **state)
{
	struct pmx_meter_task *task;
	struct pmx_error err = { 0 };
	uint64_t before;

	(void)state;
	assert_int_equal(pmx_meter_task_new(&task, &err), 0);
	before = cpu_time_of(pmx_meter_task_tid(task));
	assert_int_equal(pmx_meter_task_run(task, &err), 0);
	assert_true(cpu_time_of(pmx_meter_task_tid(task)) > before);
	pmx_meter_task_free(task);
}

static void the_meters_task_goes_where_it_may(void **state)
{
	struct pmx_cpus allowed = { { 0 } }, now = { { 0 } };
	struct pmx_meter_task *task;
	struct pmx_error err = { 0 };

	(void)state;
	sched_getaffinity(0, sizeof(allowed), (cpu_set_t *)&allowed);
	assert_int_equal(pmx_meter_task_new(&task, &err), 0);
	pmx_cpus_for_each(cpu, &allowed) {
		assert_int_equal(pmx_meter_task_move(task, cpu, &err), 0);
		sched_getaffinity(pmx_meter_task_tid(task), sizeof(now), (cpu_set_t *)&now);
		assert_int_equal(pmx_cpus_count(&now), 1);
		assert_true(pmx_cpus_has(&now, cpu));
	}
	assert_int_equal(pmx_meter_task_move(task, PMX_MAX_CPUS - 1, &err), -EINVAL);
	assert_int_equal(pmx_meter_task_run(task, &err), 0);
	pmx_meter_task_free(task);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_meters_task_runs_when_it_is_told_to),
		cmocka_unit_test(the_meters_task_goes_where_it_may),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
