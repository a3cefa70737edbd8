// SPDX-License-Identifier: GPL-2.0-only
/*
 * two_pmus.c PMU OTHER - an event of one PMU beside more of another PMU than that has counters
 *
 * It must be on all the time, as it is alone. Both PMUs count on the same CPU; the lab's syn_big and
 * syn_little do where both are on all CPUs.
 */
#include "pmus.h"

#define TIME (100u * MSEC)

static bool is_always_on(const char *what, int fd)
{
	struct reading before = read_event(fd), after;
	uint64_t enabled, running;

	spin(TIME);
	after = read_event(fd);
	enabled = after.enabled - before.enabled;
	running = after.running - before.running;
	printf("%s: enabled %" PRIu64 " ns, running %" PRIu64 " ns\n", what, enabled, running);
	return running >= enabled - enabled / 50;
}

int main(int argc, char **argv)
{
	const char *pmu = argc > 1 ? argv[1] : "syn_big",
		   *other = argc > 2 ? argv[2] : "syn_little";
	struct perf_event_attr attr = pmu_attr(pmu), crowded = pmu_attr(other);
	int fd, crowd[CROWD];

	pmu_pin(other);
	fd = open_event(attr, -1, -1);
	if (!is_always_on("alone", fd))
		cannot("%s does not count where %s does", pmu, other);
	open_crowd(crowded, crowd);
	return verdict(!is_always_on("beside a full PMU", fd));
}
