// SPDX-License-Identifier: GPL-2.0-only
#include "events.h"
int main(int argc, char **argv)
{
	int t = pmu_type(argc > 1 ? argv[1] : "syn_big");
	for (int dis = 0; dis < 2; dis++) {
		printf("group opened %s\n", dis ? "disabled, enabled by ioctl" : "enabled");
		struct perf_event_attr a = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS), b = a,
				       h = at(t, 1);
		a.disabled = dis;
		int l = po(&a, 0, -1, -1, 0), s = po(&b, 0, -1, l, 0);
		if (dis)
			ioctl(l, PERF_EVENT_IOC_ENABLE, 0);
		char *m = mmap(0, 4096 * 16, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		for (int i = 0; i < 16; i++)
			m[i * 4096] = 1;
		spin(5000000);
		show("leader before", rd(l));
		show("sibling before", rd(s));
		uint64_t t0 = now();
		int hw = po(&h, 0, -1, l, 0);
		printf("  hardware sibling: %d, took %llu ns\n", hw, (long long)(now() - t0));
		show("leader after", rd(l));
		show("sibling after", rd(s));
		spin(5000000);
		for (int i = 0; i < 16; i++) {
			madvise(m + i * 4096, 4096, MADV_DONTNEED);
			m[i * 4096] = 1;
		}
		show("leader 5 ms, 16 faults later", rd(l));
		show("sibling", rd(s));
		if (hw >= 0)
			show("hardware", rd(hw));
		usleep(1000);
		spin(5000000);
		show("leader switch, 5ms later", rd(l));
		close(hw);
		close(s);
		close(l);
	}
	puts("opened enabled, disabled by ioctl, then moved");
	struct perf_event_attr a = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS), h = at(t, 1);
	int l = po(&a, 0, -1, -1, 0);
	ioctl(l, PERF_EVENT_IOC_DISABLE, 0);
	show("leader disabled", rd(l));
	spin(3000000);
	int hw = po(&h, 0, -1, l, 0);
	spin(3000000);
	show("leader after", rd(l));
	if (hw >= 0)
		show("hw", rd(hw));
	close(hw);
	close(l);
	puts("two hardware PMUs behind a software leader");
	int t2 = pmu_type(argc > 2 ? argv[2] : "syn_little");
	struct perf_event_attr h2 = at(t2, 2);
	l = po(&a, 0, -1, -1, 0);
	hw = po(&h, 0, -1, l, 0);
	int hw2 = po(&h2, 0, -1, l, 0);
	printf("  %d %d %d\n", l, hw, hw2);
	spin(5000000);
	show("leader", rd(l));
	if (hw >= 0)
		show("hw", rd(hw));
	if (hw2 >= 0)
		show("hw2", rd(hw2));
	int x = po(&h, 0, -1, -1, 0), y = po(&h2, 0, -1, x, 0);
	printf("hw leader, other hw sibling: %d %d\n", x, y);
}
