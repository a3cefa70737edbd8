// SPDX-License-Identifier: GPL-2.0-only
/*
 * uprobe_preempted.c [1] - a switch of tasks while a call is told to the events of a uprobe
 *
 * Threads share a CPU with one another and with a process that has no such event, and all call a function
 * at once. Each thread's event is a consumer of the uprobe of its own. The kernel tells them one after the
 * other, and where it may switch tasks in between, the thread may have the context of another when it comes
 * back: what the events of both are told of one call is then two calls, or none. With 1 there is an event
 * beside it that is not inherited, which keeps the kernel from swapping contexts, and all is right.
 */
#include "probes.h"
#include "tasks.h"

#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>

enum { THREADS = 6, TIMES = 5000, TRIES = 4 };

static pthread_barrier_t all_done;

/* The events of one that has ended are elsewhere. */
static void *work(void *arg)
{
	(void)arg;
	for (int i = 0; i < TIMES; i++)
		probed();
	pthread_barrier_wait(&all_done);
	return NULL;
}

/* Between one thread and the next, so that events are taken off the CPU and put on it. */
static pid_t make_other(void)
{
	pid_t pid = fork();

	if (pid < 0)
		cannot("no second task: %s", strerror(errno));
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (volatile int i = 0;; i++)
		;
}

static void work_together(void)
{
	pthread_t thread[THREADS];

	for (int i = 1; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, work, NULL))
			cannot("no thread");
	work(NULL);
	for (int i = 1; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
	bool apart = argc > 1 && !strcmp(argv[1], "1");
	uint64_t done = (uint64_t)THREADS * TIMES, counted = done;
	pid_t other;

	pin(0);
	pthread_barrier_init(&all_done, NULL, THREADS);
	other = make_other();
	if (apart)
		open_event(event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), -1, -1);
	for (int i = 0; i < TRIES && counted == done; i++) {
		int fd = open_event(probe_attr(), -1, -1);

		work_together();
		counted = read_event(fd).value;
		printf("%" PRIu64 " calls, %" PRIu64 " counted\n", done, counted);
		close(fd);
	}
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	return verdict(counted != done);
}
