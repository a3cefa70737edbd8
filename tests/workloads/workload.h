/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * workload.h - what the workloads share: strict arguments, and work of a known amount
 *
 * Workloads are measured, so they do nothing that is not in their description: no stdio unless
 * they print, no allocation behind the back, one source file each.
 */
#ifndef PMX_TESTS_WORKLOAD_H
#define PMX_TESTS_WORKLOAD_H

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Says what is wrong and ends with 2, which no test expects from a workload. */
__attribute__((noreturn)) static inline void die(const char *what)
{
	if (write(STDERR_FILENO, what, strlen(what)) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
		_exit(3);
	_exit(2);
}

/* Argument @index as a number, @fallback where there is none. */
static inline unsigned long number(int argc, char **argv, int index, unsigned long fallback)
{
	char *end;

	if (index >= argc)
		return fallback;
	errno = 0;
	unsigned long value = strtoul(argv[index], &end, 10);

	if (errno || end == argv[index] || *end || argv[index][0] == '-')
		die("workload: an argument is not a number");
	return value;
}

static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Uses @ms milliseconds of this thread's CPU time. */
static inline void spin_ms(unsigned long ms)
{
	uint64_t end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000u;

	while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < end)
		for (volatile int i = 0; i < 1000; i++)
			;
}

/* Sleeps; a signal does not shorten it. */
static inline void sleep_ms(unsigned long ms)
{
	struct timespec left = { .tv_sec = (time_t)(ms / 1000),
				 .tv_nsec = (long)(ms % 1000) * 1000000 };

	while (nanosleep(&left, &left) < 0 && errno == EINTR)
		;
}

/* One system call that nothing else makes: exact counts of sys_enter_getpriority rest on it. */
static inline void call_getpriority(void)
{
	syscall(SYS_getpriority, 0, 0);
}

static inline void start_thread(pthread_t *thread, void *(*body)(void *), void *arg)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 * 1024);
	if (pthread_create(thread, &attr, body, arg) != 0)
		die("workload: no more threads");
	pthread_attr_destroy(&attr);
}

static inline pthread_t *thread_array(unsigned long count)
{
	pthread_t *threads = calloc(count ? count : 1, sizeof(*threads));

	if (!threads)
		die("workload: no memory");
	return threads;
}

/* Writes "ready" to stdout, for whoever waits to attach. */
static inline void say_ready(void)
{
	if (write(STDOUT_FILENO, "ready\n", 6) != 6)
		die("workload: cannot write");
}

/* Waits until stdin has a byte or has ended. */
static inline void wait_stdin(void)
{
	char byte;

	while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR)
		;
}

#endif
