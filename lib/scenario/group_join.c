// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_join.c - a sibling joins a group that is on, or is enabled in it
 */
#include <unistd.h>

#include "scenario/group.h"

enum { TIMES = 100 };

/* One group of two: work comes right after the sibling, before the task can be off the CPU. */
static void join(struct kit *kit, const struct kit_meter *leader, const struct kit_meter *meter,
		 bool enabled)
{
	struct perf_event_attr attr = meter->attr;
	int fd = kit_must_open(kit, &leader->attr, 0, -1, -1), sibling;
	struct pmx_reading it;

	attr.disabled = !enabled;
	sibling = kit_must_open(kit, &attr, 0, -1, fd);
	if (!enabled)
		kit_ioctl(kit, sibling, PERF_EVENT_IOC_ENABLE, 0);
	kit_work(meter, TIMES);
	it = kit_read(kit, sibling);
	group_check_count(kit, meter,
			  enabled ? "a sibling of a group that is on" :
				    "enabled in a group that is on",
			  it.value, TIMES);
	kit_check(kit, pmx_oracle_always_on(kit->breach, meter->name, &it));
	close(sibling);
	close(fd);
}

static void run(struct kit *kit)
{
	struct group all;

	group_choose(kit, &all);
	/* kept open, since closing the last of a kind takes long */
	for (size_t i = 0; i < all.count; i++)
		if (all.meter[i]->kind < KIT_WRITES)
			kit_must_open(kit, &all.meter[i]->attr, 0, -1, -1);
	for (size_t i = 0; i < all.count; i++) {
		size_t next = (i + 1) % all.count;

		join(kit, all.meter[i], all.meter[next], true);
		join(kit, all.meter[i], all.meter[next], false);
	}
}

const struct pmx_scenario scenario_group_join = {
	.name = "group.join",
	.summary = "a sibling joins a group that is on",
	.about = "rescheduling one PMU where a group has several",
	.explain =
		"A task opens an event that needs no counter, which is on at once, and then one of another "
		"kind as its sibling, enabled, or enabled right after. The sibling must count all the "
		"work that follows, and be on from the first nanosecond. Kernels since 6.12 reschedule "
		"only the PMU of the event that is installed (ctx_resched), under which there is no "
		"group to be found: the group is under its leader's PMU, and the sibling stays off, "
		"enabled as it is, until the task is off the CPU once.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
