// SPDX-License-Identifier: GPL-2.0-only
#include "events.h"
static void load(int t, int *fd, int n)
{
	struct perf_event_attr h = at(t, 1);
	for (int i = 0; i < n; i++)
		fd[i] = po(&h, 0, -1, -1, 0);
}
static void test(const char *w, int t, int mode)
{
	struct perf_event_attr s = at(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS), h = at(t, 1);
	int l, m, fd[8];
	printf("%s\n", w);
	if (mode == 0) {
		l = po(&h, 0, -1, -1, 0);
		m = po(&s, 0, -1, l, 0);
		close(l);
	} else if (mode == 1) {
		m = po(&s, 0, -1, -1, 0);
		l = po(&h, 0, -1, m, 0);
		close(l);
	} else {
		m = po(&s, 0, -1, -1, 0);
	}
	spin(2000000);
	show("software alone", rd(m));
	load(t, fd, 8);
	spin(100000000);
	show("software beside 8 hardware", rd(m));
	for (int i = 0; i < 8; i++)
		close(fd[i]);
	close(m);
}
int main(int argc, char **argv)
{
	int t = pmu_type(argc > 1 ? argv[1] : "syn_big");
	test("plain software", t, 2);
	test("hw leader closed, software sibling stays", t, 0);
	test("software leader, hw sibling closed", t, 1);
}
