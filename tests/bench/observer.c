// SPDX-License-Identifier: GPL-2.0-only
/*
 * observer - what observing costs, where no PMU is needed to tell
 *
 *	observer polls MS
 *		prints how many pages it looks at in a second without pause, 20 events
 *	observer cost PAIRS US COMMAND...
 *		the command with and without an observer of 20 pages that looks each US
 *		microseconds, in turn: prints with / without, the medians of its CPU time and of
 *		wall time
 *
 * Software events stand in for those of a PMU: their pages are there, but the kernel never writes
 * to them. What is measured is looking, and what looking costs a target on another CPU.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <perfmux/mux.h>

enum { EVENTS = 20, MAX_PAIRS = 1000 };

/* A PMU that the observer takes for one with counters. */
static const struct pmx_pmu stand_in = { .name = "software",
					 .type = PERF_TYPE_SOFTWARE,
					 .kind = PMX_PMU_CORE };

static char clock_name[] = "task-clock";

struct bench {
	struct pmx_events events;
	struct pmx_task task;
	struct pmx_target target;
	struct pmx_plan *plan;
	struct pmx_session *session;
	struct pmx_observer *observer;
};

__attribute__((noreturn)) static void die(const char *what)
{
	fprintf(stderr, "observer: %s\n", what);
	exit(2);
}

static void watch(struct bench *b, pid_t pid, uint64_t period_ns)
{
	struct pmx_session_options how = { .start = PMX_START_ENABLED };
	struct pmx_observer_options observe = { .period_ns = period_ns };
	struct pmx_error err = { 0 };

	*b = (struct bench){ .task = { .tid = pid, .pid = pid } };
	b->target =
		(struct pmx_target){ .kind = PMX_TARGET_TASKS, .tasks = &b->task, .task_count = 1 };
	for (unsigned i = 0; i < EVENTS; i++) {
		struct pmx_event event = {
			.name = clock_name, .pmu = &stand_in, .scale = 1, .group = -1, .spec = i
		};

		event.attr.type = PERF_TYPE_SOFTWARE;
		event.attr.config = PERF_COUNT_SW_TASK_CLOCK;
		if (pmx_events_append(&b->events, &event, &err))
			die(err.text);
	}
	if (pmx_plan_new(&b->plan, &b->events, &b->target, NULL, &err) ||
	    pmx_session_new(&b->session, b->plan, &how, &err) ||
	    pmx_observer_new(&b->observer, b->session, b->plan, &observe, &err) ||
	    pmx_observer_start(b->observer, &err))
		die(err.text);
	if (pmx_observer_observed(b->observer)->method != PMX_METHOD_PAGES)
		die("the kernel gives no pages");
}

static void unwatch(struct bench *b)
{
	pmx_observer_free(b->observer);
	pmx_session_free(b->session);
	pmx_plan_free(b->plan);
	pmx_events_free(&b->events);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int polls(long ms)
{
	struct timespec pause = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
	struct bench b;
	double start, polled;

	watch(&b, getpid(), 0);
	start = seconds();
	nanosleep(&pause, NULL);
	pmx_observer_stop(b.observer);
	polled = (double)pmx_observer_observed(b.observer)->polls / (seconds() - start);
	printf("%.0f\n", polled);
	unwatch(&b);
	return 0;
}

struct cost {
	double cpu, wall;
};

static struct cost run(char **argv, long period_us)
{
	struct bench b;
	struct rusage usage;
	struct cost cost;
	double start;
	int gate[2], status;
	char byte = 0;
	pid_t pid;

	if (pipe(gate))
		die("no pipe");
	pid = fork();
	if (pid < 0)
		die("cannot fork");
	if (pid == 0) {
		close(gate[1]);
		if (read(gate[0], &byte, 1) != 1)
			_exit(3);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (period_us >= 0)
		watch(&b, pid, (uint64_t)period_us * 1000);
	start = seconds();
	if (write(gate[1], &byte, 1) != 1 || wait4(pid, &status, 0, &usage) != pid || status)
		die("the command failed");
	cost.wall = seconds() - start;
	cost.cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		   (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
	if (period_us >= 0)
		unwatch(&b);
	close(gate[0]);
	close(gate[1]);
	return cost;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static int cost(int pairs, long period_us, char **argv)
{
	double cpu[MAX_PAIRS], wall[MAX_PAIRS];

	for (int i = 0; i < pairs; i++) {
		struct cost first = run(argv, i % 2 ? -1 : period_us);
		struct cost second = run(argv, i % 2 ? period_us : -1);
		struct cost with = i % 2 ? second : first, without = i % 2 ? first : second;

		cpu[i] = with.cpu / without.cpu;
		wall[i] = with.wall / without.wall;
	}
	qsort(cpu, (size_t)pairs, sizeof(*cpu), compare);
	qsort(wall, (size_t)pairs, sizeof(*wall), compare);
	printf("%.4f %.4f\n", cpu[pairs / 2], wall[pairs / 2]);
	return 0;
}

/* A whole number from 1 to 1,000,000. */
static long number(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (end == text || *end || value < 1 || value > 1000000)
		die("see the comment at the top");
	return value;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "polls"))
		return polls(number(argv[2]));
	if (argc >= 5 && !strcmp(argv[1], "cost") && number(argv[2]) <= MAX_PAIRS)
		return cost((int)number(argv[2]), number(argv[3]), argv + 4);
	die("see the comment at the top");
}
