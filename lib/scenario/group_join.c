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

/* No uprobe: to open one puts the task to sleep, and to close it takes long. */
static size_t choose(struct kit *kit, const struct kit_meter **out)
{
	static const enum kit_meter_kind kinds[] = { KIT_FAULTS, KIT_CALLS, KIT_WRITES };
	size_t count = 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kit_meter(kit, kinds[i]))
			out[count++] = kit_meter(kit, kinds[i]);
	if (count < 2)
		kit_skip(kit, "fewer than two kinds of events count known work exactly");
	return count;
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = choose(kit, meters), first = kit_random_below(&kit->random, (uint32_t)count);

	/* kept open, since to close the last of a tracepoint takes long */
	if (kit_meter(kit, KIT_CALLS))
		kit_must_open(kit, &kit_meter(kit, KIT_CALLS)->attr, 0, -1, -1);
	for (size_t i = 0; i < count; i++) {
		const struct kit_meter *leader = meters[(first + i) % count];
		const struct kit_meter *sibling = meters[(first + i + 1) % count];

		join(kit, leader, sibling, true);
		join(kit, leader, sibling, false);
	}
}

const struct pmx_scenario scenario_group_join = {
	.name = "group.join",
	.summary = "a sibling joins a group that is on",
	.about = "rescheduling one PMU where a group has several",
	.explain =
		"A task opens an event that needs no counter, which is on at once, and then one of "
		"another kind as its sibling, enabled, or enabled right after. The sibling must "
		"count all the work that follows, and be on from the first nanosecond. Kernels "
		"since 6.12 reschedule only the PMU of the event that is installed (ctx_resched), "
		"under which there is no group to be found: the group is under its leader's PMU, "
		"and the sibling stays off, enabled as it is, until the task is off the CPU once.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
