// SPDX-License-Identifier: GPL-2.0-only
/*
 * exec-chain N - executes itself N (3) times, one after the other, in one process; the last of
 * them calls getpriority exactly once
 */
#include <stdio.h>

#include "workload.h"

int main(int argc, char **argv)
{
	unsigned long left = number(argc, argv, 1, 3);
	char next[24];

	if (left == 0) {
		call_getpriority();
		return 0;
	}
	snprintf(next, sizeof(next), "%lu", left - 1);
	execl("/proc/self/exe", argv[0], next, (char *)NULL);
	die("exec-chain: cannot execute itself");
}
