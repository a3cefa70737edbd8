// SPDX-License-Identifier: GPL-2.0-only
/*
 * group.c - what scenarios of groups have in common
 */
#include "scenario/group.h"

#include <stdio.h>
#include <string.h>

void group_choose(struct kit *kit, struct group *group)
{
	const struct kit_meter *second = kit_meter(kit, (enum kit_meter_kind)(KIT_WRITES + 1));

	memset(group, 0, sizeof(*group));
	group->count = kit_meters(kit, group->meter, GROUP_MAX);
	if (second && group->meter[group->count - 1]->kind == KIT_WRITES)
		group->meter[group->count++] = second;
	if (group->count < 2)
		kit_skip(kit, "fewer than two kinds of events count known work exactly");
	for (size_t i = group->count - 1; i; i--) {
		size_t other = kit_random_below(&kit->random, (uint32_t)i + 1);
		const struct kit_meter *it = group->meter[i];

		group->meter[i] = group->meter[other];
		group->meter[other] = it;
	}
}

void group_open(struct kit *kit, struct group *group, pid_t pid, bool enabled)
{
	for (size_t i = 0; i < group->count; i++) {
		struct perf_event_attr attr = group->meter[i]->attr;

		if (!i) {
			attr.disabled = !enabled;
			attr.read_format |= PERF_FORMAT_GROUP;
		}
		group->fd[i] = kit_must_open(kit, &attr, pid, -1, i ? group->fd[0] : -1);
		kit_ioctl(kit, group->fd[i], PERF_EVENT_IOC_ID, (unsigned long)&group->id[i]);
	}
}

void group_work(struct kit *kit, struct group *group, uint32_t most)
{
	for (size_t i = 0; i < group->count; i++) {
		uint64_t times = 1 + kit_random_below(&kit->random, most);

		kit_work(group->meter[i], times);
		group->done[i] += times;
	}
}

void group_check_count(struct kit *kit, const struct kit_meter *meter, const char *how,
		       uint64_t value, uint64_t done)
{
	char what[80];

	snprintf(what, sizeof(what), "%s, %s", meter->name, how);
	kit_check(kit, pmx_oracle_exact(kit->breach, what, value, done, done + meter->slack));
}

/* The members as the group has them: how many, which, and in what order. */
static bool check_members(struct kit *kit, const struct group *group, const char *what,
			  const struct pmx_reading *members, int count)
{
	char place[100];
	bool held;

	snprintf(place, sizeof(place), "members of %s", what);
	if (count < 0) {
		kit_breach(kit, "readable", "%s: read() of the group: %s", what, strerror(-count));
		return false;
	}
	held = kit_check(kit, pmx_oracle_exact(kit->breach, place, (uint64_t)count, group->count,
					       group->count));
	for (size_t i = 0; held && i < group->count; i++) {
		snprintf(place, sizeof(place), "id of member %zu of %s", i + 1, what);
		held = kit_check(kit, pmx_oracle_exact(kit->breach, place, members[i].id,
						       group->id[i], group->id[i]));
	}
	return held &&
	       kit_check(kit, pmx_oracle_group(kit->breach, what, members, group->count, 0));
}

void group_check(struct kit *kit, struct group *group, const char *what)
{
	struct pmx_reading members[GROUP_MAX];
	int count;

	kit_ioctl(kit, group->fd[0], PERF_EVENT_IOC_DISABLE, 0);
	count = kit_read_group(kit, group->fd[0], members, GROUP_MAX);
	if (!check_members(kit, group, what, members, count))
		return;
	kit_check(kit, pmx_oracle_always_on(kit->breach, what, &members[0]));
	for (size_t i = 0; i < group->count; i++)
		group_check_count(kit, group->meter[i], what, members[i].value, group->done[i]);
	for (size_t i = 1; i < group->count; i++) {
		struct pmx_reading alone = kit_read(kit, group->fd[i]);

		kit_check(kit,
			  pmx_oracle_held(kit->breach, group->meter[i]->name, &members[i], &alone));
	}
}
