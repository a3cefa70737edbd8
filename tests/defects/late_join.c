// SPDX-License-Identifier: GPL-2.0-only
#include "events.h"
/* an enabled group of one runs; a sibling of another software-class PMU joins, by its own task */
static long word;
int main(void)
{
	static const char *nm[] = { "page-faults", "tracepoint-free: breakpoint" };
	for (int order = 0; order < 3; order++) {
		struct perf_event_attr f = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS),
				       bp = at(PERF_TYPE_BREAKPOINT, 0),
				       f2 = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
		bp.bp_type = 2;
		bp.bp_addr = (uintptr_t)&word;
		bp.bp_len = 8;
		bp.exclude_kernel = 1;
		struct perf_event_attr *a = order == 1 ? &bp : &f, *b = order == 0 ? &bp :
									order == 1 ? &f :
										     &f2;
		int l = po(a, 0, -1, -1, 0), s = po(b, 0, -1, l, 0);
		char *m = mmap(0, 4096 * 100, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		madvise(m, 4096 * 100, MADV_NOHUGEPAGE);
		for (int i = 0; i < 100; i++) {
			m[i * 4096] = 1;
			*(volatile long *)&word = i;
		}
		printf("%s\n",
		       order == 0 ? "leader page-faults, sibling breakpoint" :
		       order == 1 ? "leader breakpoint, sibling page-faults" :
				    "leader page-faults, sibling task-clock (same PMU? software)");
		struct rd r = rd(l), q = rd(s);
		show("leader", r);
		show("sibling", q);
		usleep(1000);
		for (int i = 0; i < 100; i++) {
			madvise(m + i * 4096, 4096, MADV_DONTNEED);
			m[i * 4096] = 1;
			*(volatile long *)&word = i;
		}
		r = rd(l);
		q = rd(s);
		show("leader, after a switch", r);
		show("sibling", q);
		close(s);
		close(l);
	}
}
