// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_uprobe.c [1] - an inherited uprobe's event
 *
 * A task opens an event of a function of this program, and has a child. Both call the function by turns on
 * one CPU, and when both are done each call must have been counted. With 1 there is an event beside it that
 * is not inherited, which keeps the kernel from swapping the contexts of the two, and all is right.
 */
#include "probes.h"
#include "tasks.h"

enum { TIMES = 20, TRIES = 3 };

static void work(int who, const void *arg)
{
	(void)who;
	(void)arg;
	for (int i = 0; i < TIMES; i++)
		probed();
}

int main(int argc, char **argv)
{
	bool apart = argc > 1 && !strcmp(argv[1], "1");
	uint64_t done = 2 * TURNS * TIMES, counted = done;

	pin(0);
	if (apart)
		open_event(event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), -1, -1);
	for (int i = 0; i < TRIES && counted == done; i++) {
		int fd = open_event(probe_attr(), -1, -1);

		take_turns(work, NULL);
		counted = read_event(fd).value;
		printf("%" PRIu64 " calls, %" PRIu64 " counted\n", done, counted);
		close(fd);
	}
	return verdict(counted != done);
}
