// SPDX-License-Identifier: GPL-2.0-only
/*
 * spin-on CPU:MS... - uses MS milliseconds of CPU time on each of these CPUs in turn
 */
#include <sched.h>

#include "workload.h"

static void move_to(unsigned long cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("spin-on: cannot move to this CPU");
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *ms = strchr(argv[i], ':');

		if (!ms)
			die("spin-on: arguments are CPU:MS");
		*ms++ = '\0';
		move_to(number(argc, argv, i, 0));
		spin_ms(number(2, (char *[]){ NULL, ms }, 1, 0));
	}
	return 0;
}
