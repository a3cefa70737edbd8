// SPDX-License-Identifier: GPL-2.0-only
/*
 * forks N [DEPTH] - N times, one after the other: a child, that has a child, and so on, DEPTH (1)
 * generations deep. Exactly N x DEPTH processes are made; each calls getpriority once, this one
 * never.
 */
#include <sys/wait.h>

#include "workload.h"

static void generation(unsigned long depth)
{
	int status;
	pid_t pid;

	if (depth == 0)
		return;
	pid = fork();
	if (pid < 0)
		die("forks: cannot fork");
	if (pid == 0) {
		call_getpriority();
		generation(depth - 1);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid || status != 0)
		die("forks: a child failed");
}

int main(int argc, char **argv)
{
	unsigned long count = number(argc, argv, 1, 10), depth = number(argc, argv, 2, 1);

	for (unsigned long i = 0; i < count; i++)
		generation(depth);
	return 0;
}
