// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_hardware.c - a hardware event in a group with events that need no counter
 */
#include "scenario/group.h"
#include "scenario/mux.h"

enum { ROUNDS = 4, TIMES = 200 };

/* At the head of the group, or as a sibling of events that need no counter. */
static int open_group(struct kit *kit, struct group *group, bool leads)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	struct perf_event_attr attr = mux_attr(pmu, 0);
	int fd;

	if (!leads) {
		group_open(kit, group, 0, false);
		return kit_must_open(kit, &attr, 0, -1, group->fd[0]);
	}
	attr.disabled = 1;
	attr.read_format |= PERF_FORMAT_GROUP;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	for (size_t i = 0; i < group->count; i++)
		group->fd[i] = kit_must_open(kit, &group->meter[i]->attr, 0, -1, fd);
	return fd;
}

/* Software ones first or last; the hardware event's place is @hardware. */
static void check(struct kit *kit, const struct group *group, const struct pmx_reading *members,
		  int count, size_t hardware)
{
	size_t all = group->count + 1;

	if (!kit_check(kit, pmx_oracle_exact(kit->breach, "members of a mixed group",
					     count < 0 ? 0 : (uint64_t)count, all, all)))
		return;
	kit_check(kit, pmx_oracle_group(kit->breach, "a mixed group", members, all, 0));
	/* alone on its PMU */
	kit_check(kit, pmx_oracle_always_on(kit->breach, "a mixed group", &members[hardware]));
	mux_check_rate(kit, kit_pmu(kit), 0, "in a mixed group", &members[hardware], ROUNDS);
	for (size_t i = 0; i < group->count; i++)
		group_check_count(kit, group->meter[i], "in a mixed group",
				  members[hardware ? i : i + 1].value, group->done[i]);
}

static void run(struct kit *kit)
{
	bool leads = kit_random_chance(&kit->random, 2);
	struct pmx_reading members[GROUP_MAX + 1];
	struct group group;
	int fd, count;

	mux_place(kit, kit_pmu(kit));
	group_choose(kit, &group);
	fd = open_group(kit, &group, leads);
	if (!leads)
		fd = group.fd[0];
	for (int i = 0; i < ROUNDS; i++) {
		kit_ioctl(kit, fd, PERF_EVENT_IOC_ENABLE, 0);
		group_work(kit, &group, TIMES);
		kit_spin(KIT_MSEC);
		kit_ioctl(kit, fd, PERF_EVENT_IOC_DISABLE, 0);
		count = kit_read_group(kit, fd, members, GROUP_MAX + 1);
		check(kit, &group, members, count, leads ? 0 : group.count);
		kit_sleep(KIT_MSEC / 10);
	}
}

const struct pmx_scenario scenario_group_hardware = {
	.name = "group.hardware",
	.summary = "a hardware event among software-class ones",
	.about = "groups over hardware and software contexts",
	.explain =
		"One group has a hardware event and an event of each kind that counts known work "
		"exactly; the seed says who leads. With nothing else on the PMU the group must "
		"always be on: each member counts exactly the work while it is enabled, all of "
		"them for the same time, and the hardware event, where it counts time, this time. "
		"A group is scheduled whole (group_sched_in), and software members follow a "
		"hardware leader into its context.",
	.needs = PMX_NEED_CORE | PMX_NEED_TWO_METERS,
	.run = run,
};
