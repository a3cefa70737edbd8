// SPDX-License-Identifier: GPL-2.0-only
/* REFRESH(1), an overflow, REFRESH(1) again: a breakpoint or tracepoint must count again. */
#include "tasks.h"
static volatile long word;
static void run(const char *name, struct perf_event_attr a, int kind)
{
	a.size = sizeof a, a.disabled = 1, a.sample_period = 3;
	int fd = sys_open(&a, -1, -1);
	printf("%-11s", name);
	for (int i = 0; i < 4; i++) {
		if (ioctl(fd, PERF_EVENT_IOC_REFRESH, 1))
			perror("REFRESH");
		for (int k = 0; k < 20; k++) {
			if (kind == 0)
				word = k;
			else if (kind == 1)
				syscall(SYS_getpriority, 0, 0);
			else {
				char *m = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
				*(volatile char *)m = 1;
				munmap(m, 4096);
			}
		}
		printf("  after overflow %d: %lu", i + 1, count(fd));
	}
	printf("\n");
	close(fd);
}
int main(void)
{
	run("breakpoint",
	    (struct perf_event_attr){ .type = PERF_TYPE_BREAKPOINT,
				      .bp_type = HW_BREAKPOINT_W,
				      .bp_addr = (uintptr_t)&word,
				      .bp_len = 8,
				      .exclude_kernel = 1 },
	    0);
	run("tracepoint",
	    (struct perf_event_attr){ .type = PERF_TYPE_TRACEPOINT,
				      .config = tracepoint("getpriority") },
	    1);
	run("page-faults",
	    (struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE,
				      .config = PERF_COUNT_SW_PAGE_FAULTS,
				      .exclude_kernel = 1 },
	    2);
}
