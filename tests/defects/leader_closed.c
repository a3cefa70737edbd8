// SPDX-License-Identifier: GPL-2.0-only
/*
 * leader_closed.c - a leader that is off is closed, and its sibling is alone
 *
 * A group runs, its leader is disabled, which turns its sibling off as well, and is closed 20 ms of work
 * later. The sibling's time enabled must not have these 20 ms in it.
 */
#include "tasks.h"

enum { TRIES = 5 };

#define OFF (20u * MSEC)

/* What the sibling's time enabled grows by when the leader is closed. */
static uint64_t grown(void)
{
	int leader = open_event(event_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY), -1, -1);
	int sibling = open_event(faults_attr(), -1, leader);
	struct reading before, after;

	tell_event(leader, PERF_EVENT_IOC_DISABLE, 0);
	before = read_event(sibling);
	spin(OFF);
	close(leader);
	after = read_event(sibling);
	close(sibling);
	printf("off for %u ns, enabled for %" PRIu64 " ns more, running for %" PRIu64 " ns more\n",
	       OFF, after.enabled - before.enabled, after.running - before.running);
	return after.enabled - before.enabled;
}

int main(void)
{
	bool defect = false;

	for (int i = 0; i < TRIES && !defect; i++)
		defect = grown() >= OFF;
	return verdict(defect);
}
