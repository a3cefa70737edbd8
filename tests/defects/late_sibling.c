// SPDX-License-Identifier: GPL-2.0-only
/*
 * late_sibling.c - a sibling of another PMU joins a group that runs
 *
 * The task goes on at once with 1000 pieces of work of the sibling's kind; each must be counted, not only
 * those after the next switch of tasks. That is right for a sibling of the leader's own PMU.
 */
#include "tasks.h"

enum { WORK = 1000, TRIES = 20 };

static volatile long word;

static void make_getpriority(void)
{
	make_calls(SYS_getpriority, WORK);
}

static void write_to_word(void)
{
	write_word(&word, WORK);
}

static bool is_off(const char *name, struct perf_event_attr leader, struct perf_event_attr late,
		   void (*work)(void))
{
	int group = open_event(leader, -1, -1), fd = open_event(late, -1, group);
	struct reading it;

	work();
	it = read_event(fd);
	printf("%s: %d done, %" PRIu64 " counted, enabled %" PRIu64 " ns, running %" PRIu64 " ns\n",
	       name, WORK, it.value, it.enabled, it.running);
	close(fd);
	close(group);
	return it.value != WORK;
}

int main(void)
{
	struct perf_event_attr faults = faults_attr(), calls = calls_attr("getpriority");
	bool off = false;

	if (is_off("calls, joining calls", calls, calls, make_getpriority))
		cannot("not even a sibling of the same PMU counts");
	for (int i = 0; i < TRIES && !off; i++) {
		off |= is_off("calls, joining page faults", faults, calls, make_getpriority);
		off |= is_off("writes, joining page faults", faults, writes_attr(&word),
			      write_to_word);
	}
	return verdict(off);
}
