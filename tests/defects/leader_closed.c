// SPDX-License-Identifier: GPL-2.0-only
#include "events.h"
int main(void)
{
	struct perf_event_attr a = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY),
			       b = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), c;
	puts("b: read of detached sibling with GROUP format");
	b.read_format |= PERF_FORMAT_GROUP;
	a.read_format |= PERF_FORMAT_GROUP;
	int l = po(&a, 0, -1, -1, 0), s1 = po(&b, 0, -1, l, 0), s2 = po(&b, 0, -1, l, 0);
	uint64_t buf[64];
	ssize_t n = read(s1, buf, sizeof buf);
	printf("  before: %zd bytes nr %llu\n", n, (long long)buf[0]);
	close(l);
	memset(buf, 0xff, sizeof buf);
	n = read(s1, buf, sizeof buf);
	printf("  after: %zd bytes nr %llu\n", n, (long long)buf[0]);
	n = read(s1, buf, 40);
	printf("  after, exact buffer of 40: %zd errno %d\n", n, n < 0 ? errno : 0);
	close(s1);
	close(s2);
	puts("c: disabled leader, enabled sibling; 50 ms off; close leader");
	for (int touch = 0; touch < 3; touch++) {
		a = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
		c = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
		l = po(&a, 0, -1, -1, 0);
		s1 = po(&c, 0, -1, l, 0);
		spin(5000000);
		ioctl(l, PERF_EVENT_IOC_DISABLE, 0);
		show("sibling at disable of leader", rd(s1));
		spin(50000000);
		if (touch == 1)
			show("sibling before close", rd(s1));
		if (touch == 2)
			usleep(1000);
		close(l);
		show("sibling right after close", rd(s1));
		char *m = mmap(0, 4096 * 16, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		for (int i = 0; i < 16; i++)
			m[i * 4096] = 1;
		spin(5000000);
		show("5 ms, 16 faults later", rd(s1));
		usleep(1000);
		spin(5000000);
		show("switch, 5 ms later", rd(s1));
		for (int i = 0; i < 16; i++) {
			madvise(m + i * 4096, 4096, MADV_DONTNEED);
			m[i * 4096] = 1;
		}
		show("16 faults later", rd(s1));
		close(s1);
	}
}
