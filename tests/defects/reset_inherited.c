// SPDX-License-Identifier: GPL-2.0-only
/* RESET after a child has ended: the value must be 0. */
#include "tasks.h"
int main(void)
{
	struct perf_event_attr a = { .size = sizeof a,
				     .type = PERF_TYPE_TRACEPOINT,
				     .config = tracepoint("getpriority"),
				     .inherit = 1 };
	struct perf_event_attr d = { .size = sizeof d,
				     .type = PERF_TYPE_SOFTWARE,
				     .config = PERF_COUNT_SW_DUMMY };
	int fd = sys_open(&a, -1, -1);
	sys_open(&d, -1, -1); /* not inherited: no swap of contexts */
	for (int i = 0; i < 100; i++)
		syscall(SYS_getpriority, 0, 0);
	pid_t pid = fork();
	if (!pid) {
		for (int i = 0; i < 30; i++)
			syscall(SYS_getpriority, 0, 0);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	printf("before RESET %lu", count(fd));
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	printf(", after %lu\n", count(fd));
}
