// SPDX-License-Identifier: GPL-2.0-only
/*
 * refresh_again.c - REFRESH 1, an overflow, REFRESH 1 again
 *
 * The first overflow turns the event off, the second REFRESH turns it on: it must count again.
 */
#include "tasks.h"

enum { WORK = 20, PERIOD = 3 };

static volatile long word;

static void write_to_word(void)
{
	write_word(&word, WORK);
}

static void make_getpriority(void)
{
	make_calls(SYS_getpriority, WORK);
}

/* Whether it counts nothing after the second REFRESH. */
static bool stays_off(const char *name, struct perf_event_attr attr, void (*work)(void))
{
	uint64_t counted[2];
	int fd;

	attr.disabled = 1;
	attr.sample_period = PERIOD;
	fd = open_event(attr, -1, -1);
	for (int i = 0; i < 2; i++) {
		tell_event(fd, PERF_EVENT_IOC_REFRESH, 1);
		work();
		counted[i] = read_event(fd).value;
	}
	close(fd);
	if (!counted[0])
		cannot("%s are not counted", name);
	printf("%s: twice %d done, %" PRIu64 " and then %" PRIu64 " counted\n", name, WORK,
	       counted[0], counted[1] - counted[0]);
	return counted[1] == counted[0];
}

int main(void)
{
	bool off = stays_off("writes", writes_attr(&word), write_to_word);

	off |= stays_off("system calls", calls_attr("getpriority"), make_getpriority);
	return verdict(off);
}
