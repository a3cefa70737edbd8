// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_close_off.c - a leader that is off is closed: what it held back counts from then on
 */
#include <unistd.h>

#include "scenario/group.h"

#define OFF   (20 * KIT_MSEC)
#define SLACK (5 * KIT_MSEC) /* of OFF: the close itself, and who interrupts it */

enum { TIMES = 100 };

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	struct perf_event_attr leader = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	struct pmx_reading first, second;
	uint64_t start;
	int fd, sibling;

	if (!meter)
		meter = kit_meter(kit, KIT_FAULTS);
	leader.disabled = 1;
	fd = kit_must_open(kit, &leader, 0, -1, -1);
	sibling = kit_must_open(kit, &meter->attr, 0, -1, fd);
	kit_spin(OFF);
	start = kit_now();
	close(fd);
	kit_work(meter, TIMES);
	first = kit_read(kit, sibling);
	kit_check(kit, pmx_oracle_times(kit->breach, "an event whose leader was off and is closed",
					&first, kit_now() - start, 1, SLACK));
	group_check_count(kit, meter, "since its leader was closed", first.value, TIMES);
	kit_sleep(KIT_MSEC);
	kit_work(meter, TIMES);
	second = kit_read(kit, sibling);
	group_check_count(kit, meter,
			  "after it was off the "
			  "CPU",
			  second.value - first.value, TIMES);
}

const struct pmx_scenario scenario_group_close_off = {
	.name = "group.close-off",
	.summary = "siblings count when an idle leader is closed",
	.about = "detaching a group that is off",
	.explain =
		"An enabled sibling of a disabled leader does not count. After 20 ms the leader is "
		"closed, which leaves an enabled event that nothing holds back: it must count the "
		"work that follows, and have been enabled since the leader went, no longer. "
		"perf_group_detach() makes the sibling a leader without bringing its times up to "
		"date, so that the time while the group was off becomes time enabled, and counts "
		"are scaled by it; and it does not schedule it in, so that events are missed until "
		"the task's next switch.",
	.needs = PMX_NEED_FAULTS,
	.run = run,
};
