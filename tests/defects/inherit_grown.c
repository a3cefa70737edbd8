// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_grown.c [1] - a sibling for an event that a child has inherited
 *
 * The child runs while its parent sleeps, and sleeps when that runs on: the kernel may swap their contexts,
 * and the parent's event is in the child's. A sibling that the parent opens for it must not be refused.
 * With 1 there is an event beside it that is not inherited, which forbids the swap, and it never is.
 */
#include "tasks.h"

enum { TRIES = 50 };

/* Runs for 2 ms, then waits until there is something to read, or nobody left who might write. */
__attribute__((noreturn)) static void be_child(const int *end)
{
	char any;

	close(end[1]);
	spin(2 * MSEC);
	_exit(read(end[0], &any, 1) < 0);
}

/* What opening the sibling comes to. */
static int grow(struct perf_event_attr attr)
{
	int leader = open_event(attr, -1, -1), end[2], sibling;
	pid_t child;

	if (pipe(end) || (child = fork()) < 0)
		cannot("no second task: %s", strerror(errno));
	if (!child)
		be_child(end);
	usleep(10000);
	sibling = try_event(attr, -1, leader);
	close(end[1]);
	waitpid(child, NULL, 0);
	close(end[0]);
	close(leader);
	if (sibling >= 0)
		close(sibling);
	return sibling < 0 ? sibling : 0;
}

int main(int argc, char **argv)
{
	struct perf_event_attr attr = event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
	bool apart = argc > 1 && !strcmp(argv[1], "1");
	int err = 0, tries = 0;

	attr.inherit = 1;
	pin(0);
	if (apart)
		open_event(event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), -1, -1);
	while (!err && tries < TRIES) {
		err = grow(attr);
		tries++;
	}
	printf("%d siblings opened, the last one: %s\n", tries, err ? strerror(-err) : "accepted");
	return verdict(err);
}
