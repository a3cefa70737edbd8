// SPDX-License-Identifier: GPL-2.0-only
/*
 * switches N - gives the CPU up N (100) times: each is a sleep of 1 ms, so at least N context
 * switches; prints how many the kernel saw meanwhile that were of its own accord
 */
#include <stdio.h>
#include <sys/resource.h>

#include "workload.h"

int main(int argc, char **argv)
{
	unsigned long count = number(argc, argv, 1, 100);
	struct rusage before, after;

	getrusage(RUSAGE_SELF, &before);
	for (unsigned long i = 0; i < count; i++)
		sleep_ms(1);
	getrusage(RUSAGE_SELF, &after);
	printf("%ld\n", after.ru_nvcsw - before.ru_nvcsw);
	return 0;
}
