// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_read_limit.c - a group grows until the kernel takes no more; what it took is read whole
 */
#include "scenario/group.h"

enum { MAX = 1100 };

static void run(struct kit *kit)
{
	group_fill(kit, PERF_FORMAT_GROUP, MAX);
}

const struct pmx_scenario scenario_group_read_limit = {
	.name = "group.read-limit",
	.summary = "a group grows until it is refused",
	.about = "the size of a group read, 16 bits wide",
	.explain =
		"Opens page fault events in one group, all of which would read the whole group, "
		"until the kernel refuses one more or there are 1100. What is refused must be "
		"refused for that reason (E2BIG, or ENOSPC or EINVAL where a group has a largest "
		"number). What was taken must be read: every member, with the id that ioctl tells, "
		"and the same count of the same faults. The size of a read is kept in 16 bits, and "
		"perf_event_validate_size() must see to it that it fits.",
	.needs = PMX_NEED_FAULTS,
	.run = run,
};
