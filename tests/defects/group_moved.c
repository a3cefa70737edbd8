// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_moved.c PMU - a hardware event joins a group of software events, which moves to its context
 *
 * One group was opened disabled and enabled later: it must go on counting. The other was opened enabled and
 * disabled later: it must not count. The PMU has counters; the lab's syn_big, or one of a core.
 */
#include "pmus.h"

enum { FAULTS = 16 };

/* A group of one, told something after it was opened, and then moved. */
static int open_and_move(struct perf_event_attr hardware, bool on)
{
	struct perf_event_attr attr = faults_attr();
	int fd;

	attr.disabled = on;
	fd = open_event(attr, -1, -1);
	tell_event(fd, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
	open_event(hardware, -1, fd);
	return fd;
}

int main(int argc, char **argv)
{
	const char *pmu = argc > 1 ? argv[1] : "syn_big";
	struct perf_event_attr hardware = pmu_attr(pmu);
	struct reading on[2], off[2];
	int fd_on, fd_off;
	bool forgotten;

	pmu_pin(pmu);
	fd_on = open_and_move(hardware, true);
	fd_off = open_and_move(hardware, false);
	on[0] = read_event(fd_on);
	off[0] = read_event(fd_off);
	touch_pages(FAULTS);
	on[1] = read_event(fd_on);
	off[1] = read_event(fd_off);
	printf("%d faults; enabled before it was moved: %" PRIu64 " counted; disabled: %" PRIu64
	       " counted\n",
	       FAULTS, on[1].value - on[0].value, off[1].value - off[0].value);
	forgotten = on[1].value - on[0].value < FAULTS || off[1].value != off[0].value;
	return verdict(forgotten);
}
