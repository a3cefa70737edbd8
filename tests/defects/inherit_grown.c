// SPDX-License-Identifier: GPL-2.0-only
/*
 * A task whose child has an inherited copy of its event cannot add a sibling to that event any more
 * (EINVAL), once the kernel has swapped their contexts: the leader is then in the child's context.
 * 1 as argument: a non-inherited event beside it forbids the swap.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static int sys_open(struct perf_event_attr *a, int group)
{
	return syscall(SYS_perf_event_open, a, 0, -1, group, 0);
}
int main(int argc, char **argv)
{
	struct perf_event_attr a = { .size = sizeof a,
				     .type = PERF_TYPE_SOFTWARE,
				     .config = PERF_COUNT_SW_TASK_CLOCK,
				     .inherit = 1 };
	struct perf_event_attr d = { .size = sizeof d,
				     .type = PERF_TYPE_SOFTWARE,
				     .config = PERF_COUNT_SW_DUMMY };
	int apart = argc > 1 && atoi(argv[1]), fails = 0, err = 0;
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof set, &set);
	for (int i = 0; i < 20; i++) {
		int end[2];
		char c = 0;
		if (pipe(end))
			return 1;
		int leader = sys_open(&a, -1), other = apart ? sys_open(&d, -1) : -1;
		pid_t pid = fork();
		if (!pid) { /* runs when the parent sleeps, and sleeps when the parent does not run */
			struct timespec t;
			do
				clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
			while (t.tv_nsec < 2000000);
			_exit(read(end[0], &c, 1) != 1);
		}
		usleep(10000);
		int fd = sys_open(&a, leader);
		if (fd < 0)
			fails++, err = errno;
		else
			close(fd);
		if (write(end[1], &c, 1) != 1)
			return 1;
		waitpid(pid, NULL, 0);
		close(leader), close(end[0]), close(end[1]);
		if (other >= 0)
			close(other);
	}
	printf("swap %s: %d of 20 siblings refused%s%s\n", apart ? "forbidden" : "possible", fails,
	       err ? ": " : "", err ? strerror(err) : "");
	return !!fails;
}
