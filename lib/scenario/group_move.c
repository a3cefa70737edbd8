// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_move.c - a hardware event joins a group that has counted without one
 */
#include <unistd.h>

#include "scenario/group.h"
#include "scenario/mux.h"

enum { TIMES = 200 };

/*
 * Before and after the move, which is the system call that opened the hardware event: for as long
 * as that took members may have been enabled without being on.
 */
static void check_member(struct kit *kit, const struct group *group, size_t i,
			 const struct pmx_reading *before, uint64_t wall, uint64_t moved)
{
	struct pmx_reading it = kit_read(kit, group->fd[i]);
	struct pmx_reading series[2] = { *before, it };
	const char *name = group->meter[i]->name;

	group_check_count(kit, group->meter[i], "moved", it.value, group->done[i]);
	kit_check(kit, pmx_oracle_exact(kit->breach, "the id of a moved event", it.id, group->id[i],
					group->id[i]));
	kit_check(kit, pmx_oracle_monotone(kit->breach, name, series, 2));
	kit_check(kit, pmx_oracle_times(kit->breach, name, &it, wall, 1, 0));
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "ns that a moved event was enabled and not on",
				   (it.enabled - it.running) - (before->enabled - before->running),
				   0, moved));
}

static void check_group(struct kit *kit, const struct group *group, uint64_t hardware)
{
	struct pmx_reading members[GROUP_MAX + 1];
	int count = kit_read_group(kit, group->fd[0], members, GROUP_MAX + 1);
	size_t all = group->count + 1;

	if (!kit_check(kit, pmx_oracle_exact(kit->breach, "members of a moved group",
					     count < 0 ? 0 : (uint64_t)count, all, all)))
		return;
	for (size_t i = 0; i < all; i++)
		kit_check(kit, pmx_oracle_exact(kit->breach, "the id of a member of a moved group",
						members[i].id,
						i < group->count ? group->id[i] : hardware,
						i < group->count ? group->id[i] : hardware));
	group_check_count(kit, group->meter[0], "leads a moved group", members[0].value,
			  group->done[0]);
}

static void run(struct kit *kit)
{
	struct perf_event_attr attr = mux_attr(kit_pmu(kit), 0);
	struct pmx_reading before[GROUP_MAX] = { 0 }, hardware;
	struct group group;
	uint64_t start, opening, moved;
	int fd;

	mux_place(kit, kit_pmu(kit));
	group_choose(kit, &group);
	start = kit_now();
	group_open(kit, &group, 0, true);
	kit_sleep(KIT_MSEC); /* what joining a group that is on does is not asked here */
	group_work(kit, &group, TIMES);
	for (size_t i = 1; i < group.count; i++)
		before[i] = kit_read(kit, group.fd[i]);
	opening = kit_now();
	fd = kit_must_open(kit, &attr, 0, -1, group.fd[0]);
	moved = kit_now() - opening;
	group_work(kit, &group, TIMES);
	kit_spin(KIT_MSEC);
	for (size_t i = 1; i < group.count; i++)
		check_member(kit, &group, i, &before[i], kit_now() - start, moved);
	hardware = kit_read(kit, fd);
	check_group(kit, &group, hardware.id);
	mux_check_rate(kit, kit_pmu(kit), 0, "that joined a group", &hardware, 1);
	close(fd);
	group_work(kit, &group, TIMES);
	for (size_t i = 1; i < group.count; i++)
		check_member(kit, &group, i, &before[i], kit_now() - start, moved);
}

const struct pmx_scenario scenario_group_move = {
	.name = "group.move",
	.summary = "a hardware event joins a group that counts",
	.about = "groups that move to another context",
	.explain =
		"A group of events that need no counter counts known work; then a hardware event "
		"is opened as their sibling, more work is done, and the hardware event is closed. "
		"The kernel takes such a group out of its context and installs it anew, in the "
		"hardware context (before 6.2) or under the hardware PMU (since), siblings first. "
		"Nothing of the counts may be lost, ids must stay, the group must have one member "
		"more, and no member may be enabled without being on for longer than the system "
		"call took.",
	.needs = PMX_NEED_CORE | PMX_NEED_TWO_METERS,
	.run = run,
};
