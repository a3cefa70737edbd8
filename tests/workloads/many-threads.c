// SPDX-License-Identifier: GPL-2.0-only
/*
 * many-threads N - has N (100) threads, this one included, that sleep; says "ready" when all are
 * there, and ends with 0 when its stdin has a byte or ends. None of them uses the CPU meanwhile.
 */
#include "workload.h"

static pthread_barrier_t started;

static void *body(void *arg)
{
	pthread_barrier_wait(&started);
	for (;;)
		pause();
	return arg;
}

int main(int argc, char **argv)
{
	unsigned long count = number(argc, argv, 1, 100);
	pthread_t thread;

	if (count == 0)
		die("many-threads: at least one");
	pthread_barrier_init(&started, NULL, (unsigned)count);
	for (unsigned long i = 1; i < count; i++)
		start_thread(&thread, body, NULL);
	pthread_barrier_wait(&started);
	say_ready();
	wait_stdin();
	_exit(0);
}
