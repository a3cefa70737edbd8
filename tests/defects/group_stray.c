// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_stray.c PMU - software events whose group had a hardware event, which was closed
 *
 * One was its sibling, one its leader. They need no counter, and must be on all the time beside more
 * hardware events than the PMU has counters, as one is that never was in a group. The PMU has counters; the
 * lab's syn_big, or one of a core.
 */
#include "pmus.h"

#define TIME (100u * MSEC)

static int open_stray(struct perf_event_attr hardware, bool leads)
{
	int first = open_event(leads ? hardware : faults_attr(), -1, -1);
	int second = open_event(leads ? faults_attr() : hardware, -1, first);

	close(leads ? first : second);
	return leads ? second : first;
}

static bool has_waited(const char *name, int fd, struct reading before)
{
	struct reading after = read_event(fd);
	uint64_t enabled = after.enabled - before.enabled, running = after.running - before.running;

	printf("%s: enabled %" PRIu64 " ns, running %" PRIu64 " ns\n", name, enabled, running);
	return running < enabled - enabled / 50;
}

int main(int argc, char **argv)
{
	static const char *const names[] = { "was a sibling", "was a leader",
					     "never was in a group" };
	const char *pmu = argc > 1 ? argv[1] : "syn_big";
	struct perf_event_attr hardware = pmu_attr(pmu);
	int fd[3], crowd[CROWD];
	struct reading before[3];
	bool waited[3];

	pmu_pin(pmu);
	fd[0] = open_stray(hardware, true);
	fd[1] = open_stray(hardware, false);
	fd[2] = open_event(faults_attr(), -1, -1);
	usleep(1000); /* a switch, after which all that can be is on */
	for (int i = 0; i < 3; i++)
		before[i] = read_event(fd[i]);
	open_crowd(hardware, crowd);
	spin(TIME);
	for (int i = 0; i < 3; i++)
		waited[i] = has_waited(names[i], fd[i], before[i]);
	if (waited[2])
		cannot("what never was in a group has waited as well");
	return verdict(waited[0] || waited[1]);
}
