// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_software.c - kinds of events that are never multiplexed, in one group, any of them its
 * leader
 */
#include "scenario/group.h"

enum { ROUNDS = 4, TIMES = 300 };

static void run(struct kit *kit)
{
	struct group group;

	group_choose(kit, &group);
	group_open(kit, &group, 0, false);
	group_work(kit, &group, TIMES); /* before it is enabled: counted by none */
	for (size_t i = 0; i < group.count; i++)
		group.done[i] = 0;
	for (int i = 0; i < ROUNDS; i++) {
		kit_ioctl(kit, group.fd[0], PERF_EVENT_IOC_ENABLE, 0);
		group_work(kit, &group, TIMES);
		kit_sleep(KIT_MSEC / 10); /* off the CPU and on again */
		group_work(kit, &group, TIMES);
		group_check(kit, &group, "the group");
	}
}

const struct pmx_scenario scenario_group_software = {
	.name = "group.software",
	.summary = "software, probe and breakpoint events in a group",
	.about = "groups over several software-class PMUs",
	.explain =
		"Opens one group with an event of each kind that counts known work exactly, in an "
		"order and with a leader that the seed determines. The leader is enabled and "
		"disabled round after round, with work while it is on, and before it is on for the "
		"first time. All members must count exactly the work while the leader was on, for "
		"the same time to a nanosecond and without a gap; the group read must list them in "
		"the order of their opening with the ids that ioctl tells, and each sibling read "
		"alone must say the same. A leader's state is that of its siblings "
		"(__perf_effective_state), and their times are brought up to date when it changes; "
		"before 6.2 such a group is in the software context, afterwards each member has a "
		"PMU context of its own.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
