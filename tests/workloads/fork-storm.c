// SPDX-License-Identifier: GPL-2.0-only
/*
 * fork-storm MS - for MS (300) milliseconds, makes processes as fast as it can, up to eight at a
 * time, that end at once; reaps all and prints how many there were. For whoever follows tasks.
 */
#include <stdio.h>
#include <sys/wait.h>

#include "workload.h"

int main(int argc, char **argv)
{
	uint64_t end = clock_ns(CLOCK_MONOTONIC) + number(argc, argv, 1, 300) * 1000000u;
	unsigned long made = 0, alive = 0;

	while (clock_ns(CLOCK_MONOTONIC) < end) {
		pid_t pid = fork();

		if (pid == 0)
			_exit(0);
		if (pid > 0) {
			made++;
			alive++;
		}
		while (alive >= 8 && waitpid(-1, NULL, 0) > 0)
			alive--;
	}
	while (waitpid(-1, NULL, 0) > 0)
		;
	printf("%lu\n", made);
	return 0;
}
