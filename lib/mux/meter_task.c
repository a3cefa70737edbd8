// SPDX-License-Identifier: GPL-2.0-only
/*
 * meter_task.c - the thread that events are tried on
 *
 * An event finds its counter, or does not, at the instant at which its task is put on a CPU: so a
 * moment is enough, as long as the task slept when the event was enabled.
 */
#include "mux/meter_task.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <perfmux/cpus.h>

/*
 * A moment: much longer than it takes the kernel to start a task, much shorter than a turn of
 * events.
 */
#define MOMENT_NS 200000

/* A CPU that real-time tasks keep for longer is none to measure on. */
#define PATIENCE_S 3

struct pmx_meter_task {
	pthread_t thread;
	pid_t tid;
	sem_t go, done;
	bool over;  /* written before go is posted */
	bool stuck; /* it was told to go, and did not */
	int cpu;    /* -1: wherever */
	struct pmx_cpus before;
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void wait_for(sem_t *sem)
{
	while (sem_wait(sem) < 0 && errno == EINTR)
		;
}

static void *task_main(void *arg)
{
	struct pmx_meter_task *task = arg;

	task->tid = gettid();
	sem_post(&task->done);
	for (;;) {
		uint64_t start;

		wait_for(&task->go);
		if (task->over)
			return NULL;
		start = now_ns();
		while (now_ns() - start < MOMENT_NS)
			;
		sem_post(&task->done);
	}
}

/* No signal of the program is for this thread. */
static int start_thread(struct pmx_meter_task *task)
{
	sigset_t all, old;
	int code;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	code = pthread_create(&task->thread, NULL, task_main, task);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -code;
}

int pmx_meter_task_new(struct pmx_meter_task **out, struct pmx_error *err)
{
	struct pmx_meter_task *task = calloc(1, sizeof(*task));
	int ret;

	if (!task)
		return pmx_error_nomem(err);
	task->cpu = -1;
	sem_init(&task->go, 0, 0);
	sem_init(&task->done, 0, 0);
	ret = start_thread(task);
	if (ret) {
		free(task);
		return pmx_error_set(err, ret, "cannot start a thread to try events on: %s",
				     strerror(-ret));
	}
	wait_for(&task->done);
	sched_getaffinity(task->tid, sizeof(task->before), (cpu_set_t *)&task->before);
	*out = task;
	return 0;
}

/* Where it was allowed before: a CPU that has no time for it must not keep us, either. */
void pmx_meter_task_free(struct pmx_meter_task *task)
{
	if (!task)
		return;
	sched_setaffinity(task->tid, sizeof(task->before), (const cpu_set_t *)&task->before);
	task->over = true;
	sem_post(&task->go);
	pthread_join(task->thread, NULL);
	sem_destroy(&task->go);
	sem_destroy(&task->done);
	free(task);
}

pid_t pmx_meter_task_tid(const struct pmx_meter_task *task)
{
	return task->tid;
}

int pmx_meter_task_run(struct pmx_meter_task *task, struct pmx_error *err)
{
	struct timespec until;
	int ret = 0;

	if (!task->stuck) {
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += PATIENCE_S;
		sem_post(&task->go);
		do
			ret = sem_clockwait(&task->done, CLOCK_MONOTONIC, &until);
		while (ret < 0 && errno == EINTR);
		task->stuck = ret < 0;
	}
	if (!task->stuck)
		return 0;
	pmx_error_set(err, -ETIME, "CPU %d had no time to try events on it for %d s", task->cpu,
		      PATIENCE_S);
	return pmx_error_hint(err, "a real-time task may keep it");
}

/* It runs there once at once: an event that is enabled later shall not see it anywhere else. */
int pmx_meter_task_move(struct pmx_meter_task *task, int cpu, struct pmx_error *err)
{
	struct pmx_cpus one = { { 0 } };

	if (cpu == task->cpu)
		return 0;
	pmx_cpus_add(&one, cpu);
	if (sched_setaffinity(task->tid, sizeof(one), (const cpu_set_t *)&one) < 0)
		return pmx_error_set(err, -errno, "cannot try events on CPU %d: %s", cpu,
				     strerror(errno));
	task->cpu = cpu;
	return pmx_meter_task_run(task, err);
}
