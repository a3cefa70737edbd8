// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads N MS - N threads at once; each uses MS milliseconds of CPU time and calls getpriority
 * exactly once, the main thread never
 */
#include "workload.h"

static unsigned long ms;

static void *body(void *arg)
{
	call_getpriority();
	spin_ms(ms);
	return arg;
}

int main(int argc, char **argv)
{
	unsigned long count = number(argc, argv, 1, 4);
	pthread_t *threads = thread_array(count);

	ms = number(argc, argv, 2, 10);
	for (unsigned long i = 0; i < count; i++)
		start_thread(&threads[i], body, NULL);
	for (unsigned long i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}
