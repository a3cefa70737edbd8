// SPDX-License-Identifier: GPL-2.0-only
/*
 * syscalls N - calls getpriority exactly N (1000) times
 */
#include "workload.h"

int main(int argc, char **argv)
{
	unsigned long count = number(argc, argv, 1, 1000);

	for (unsigned long i = 0; i < count; i++)
		call_getpriority();
	return 0;
}
