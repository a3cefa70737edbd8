// SPDX-License-Identifier: GPL-2.0-only
/* A tracepoint that joins a running group led by a software event is off until the next switch of tasks. */
#include "tasks.h"
int main(void)
{
	struct perf_event_attr l = { .size = sizeof l,
				     .type = PERF_TYPE_SOFTWARE,
				     .config = PERF_COUNT_SW_PAGE_FAULTS };
	struct perf_event_attr t = { .size = sizeof t,
				     .type = PERF_TYPE_TRACEPOINT,
				     .config = tracepoint("getpriority"),
				     .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
						    PERF_FORMAT_TOTAL_TIME_RUNNING };
	for (int same = 0; same < 2; same++)
		for (int i = 0; i < 3; i++) {
			int leader = sys_open(same ? &t : &l, -1, -1),
			    late = sys_open(&t, -1, leader);
			uint64_t v[3];
			for (int k = 0; k < 1000; k++)
				syscall(SYS_getpriority, 0, 0);
			if (read(late, v, sizeof v) != sizeof v)
				return 1;
			printf("leader of %s PMU: 1000 calls, counted %lu, enabled %lu ns, running %lu ns\n",
			       same ? "the same" : "another ", v[0], v[1], v[2]);
			close(late), close(leader);
		}
}
