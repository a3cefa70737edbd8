// SPDX-License-Identifier: GPL-2.0-only
/*
 * reset_inherited.c - RESET of an event whose copy a child had that has ended
 *
 * Nothing is counted after it, so the event must read 0.
 */
#include "tasks.h"

enum { OWN = 100, CHILDS = 30 };

int main(void)
{
	struct perf_event_attr attr = calls_attr("getpriority");
	uint64_t before, after;
	pid_t child;
	int fd;

	attr.inherit = 1;
	fd = open_event(attr, -1, -1);
	/* not inherited: the two tasks' contexts are not swapped, which would be another question */
	open_event(event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), -1, -1);
	make_calls(SYS_getpriority, OWN);
	child = fork();
	if (!child) {
		make_calls(SYS_getpriority, CHILDS);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	before = read_event(fd).value;
	tell_event(fd, PERF_EVENT_IOC_RESET, 0);
	after = read_event(fd).value;
	printf("%d done, %d of them by a child; %" PRIu64 " counted, %" PRIu64 " after RESET\n",
	       OWN + CHILDS, CHILDS, before, after);
	if (before != OWN + CHILDS)
		cannot("the child was not counted");
	return verdict(after);
}
