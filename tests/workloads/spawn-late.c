// SPDX-License-Identifier: GPL-2.0-only
/*
 * spawn-late N [CALLS] - says "ready" and waits until its stdin has a byte or ends; then makes N
 * (4) threads, one after the other, each of which calls getpriority exactly CALLS (1000) times;
 * then ends with 0. The main thread never calls it: all of the count is from threads that were not
 * there before.
 */
#include "workload.h"

static unsigned long calls;

static void *body(void *arg)
{
	for (unsigned long i = 0; i < calls; i++)
		call_getpriority();
	return arg;
}

int main(int argc, char **argv)
{
	unsigned long count = number(argc, argv, 1, 4);
	pthread_t thread;

	calls = number(argc, argv, 2, 1000);
	say_ready();
	wait_stdin();
	for (unsigned long i = 0; i < count; i++) {
		start_thread(&thread, body, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}
