// SPDX-License-Identifier: GPL-2.0-only
/* PERIOD 10 of a running event with period 1000000: 200 faults must bring 20 samples. */
#include "tasks.h"
static void run(int off)
{
	struct perf_event_attr a = { .size = sizeof a,
				     .type = PERF_TYPE_SOFTWARE,
				     .config = PERF_COUNT_SW_PAGE_FAULTS,
				     .exclude_kernel = 1,
				     .sample_period = 1000000,
				     .sample_type = PERF_SAMPLE_IDENTIFIER };
	int fd = sys_open(&a, -1, -1);
	struct perf_event_mmap_page *p = mmap(0, 5 * 4096, 3, MAP_SHARED, fd, 0);
	uint64_t period = 10;
	if (off)
		ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	if (ioctl(fd, PERF_EVENT_IOC_PERIOD, &period))
		perror("PERIOD");
	if (off)
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (int i = 0; i < 200; i++) {
		char *m = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		*(volatile char *)m = 1;
		munmap(m, 4096);
	}
	printf("PERIOD while %s: %lu faults, %llu samples\n", off ? "disabled" : "running ",
	       count(fd), p->data_head / 16);
}
int main(void)
{
	run(0);
	run(1);
}
