// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads-named NAME [MS] - the main thread sleeps while one thread called NAME (any bytes, at
 * most 15) uses MS (200) milliseconds of CPU time
 */
#include "workload.h"

static unsigned long ms;

static void *body(void *name)
{
	if (pthread_setname_np(pthread_self(), name) != 0)
		die("threads-named: the name is too long");
	spin_ms(ms);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	ms = number(argc, argv, 2, 200);
	start_thread(&thread, body, argc > 1 ? argv[1] : "a\"b,c\\d");
	pthread_join(thread, NULL);
	return 0;
}
