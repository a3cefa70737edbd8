// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_no_fds.c - descriptors run out in the middle of opening
 */
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include "scenario/race.h"

enum { LIMIT = 48, TIMES = 500 };

static int open_until_refused(struct kit *kit, const struct perf_event_attr *attr, int *fd)
{
	static const int allowed[] = { 0, EMFILE };
	int count = 0;

	for (; count < LIMIT; count++) {
		fd[count] = kit_open(kit, attr, 0, -1, -1);
		kit_check(kit, pmx_oracle_errno(kit->breach, "open with few descriptors left",
						fd[count], allowed, 2));
		if (fd[count] < 0)
			break;
	}
	return count;
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = race_meter(kit);
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	const struct rlimit limit = { LIMIT, LIMIT };
	int fd[LIMIT], exact = kit_must_open(kit, &meter->attr, 0, -1, -1), first, again;
	struct pmx_reading it;

	attr.exclude_kernel = 1;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		kit_error(kit, "setrlimit: errno %d", errno);
	first = open_until_refused(kit, &attr, fd);
	kit_work(meter, TIMES);
	it = kit_read(kit, exact);
	kit_check(kit, pmx_oracle_exact(kit->breach, "work with no descriptor left", it.value,
					TIMES, TIMES));
	for (int i = 0; i < first; i++)
		close(fd[i]);
	again = open_until_refused(kit, &attr, fd);
	kit_check(kit, pmx_oracle_exact(kit->breach, "events that fit once more", (uint64_t)again,
					(uint64_t)first, (uint64_t)first));
	kit_work(meter, TIMES);
	it = kit_read(kit, exact);
	kit_check(kit, pmx_oracle_exact(kit->breach, "work after descriptors ran out twice",
					it.value, 2 * TIMES, 2 * TIMES));
}

const struct pmx_scenario scenario_race_no_fds = {
	.name = "race.no-fds",
	.summary = "descriptors run out while events are opened",
	.about = "error paths of open: what was set up is taken back",
	.explain =
		"With a low limit on descriptors events are opened until one is refused, which "
		"must be with EMFILE; all are closed and the same is done again. As many must fit "
		"the second time, and an event that was open all along must count its known work "
		"exactly. A failed perf_event_open() that forgets to take something back shows "
		"here.",
	.run = run,
};
