// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_two_pmus.c - events of two hardware PMUs in one group
 */
#include <errno.h>
#include <unistd.h>

#include "scenario/group.h"
#include "scenario/mux.h"

#define TIME (4 * KIT_MSEC)

/* Where such a group is taken, it is on as a whole, or not at all. */
static void check_whole(struct kit *kit, const struct kit_pmu *const *pmu, int leader,
			const int *fd)
{
	struct pmx_reading it[3];

	kit_spin(TIME);
	kit_ioctl(kit, leader, PERF_EVENT_IOC_DISABLE, 0);
	it[0] = kit_read(kit, leader);
	for (size_t i = 0; i < 2; i++) {
		it[i + 1] = kit_read(kit, fd[i]);
		if (it[i + 1].running)
			mux_check_rate(kit, pmu[i], i, "beside one of another PMU", &it[i + 1], 1);
		else
			kit_check(kit, pmx_oracle_exact(kit->breach, "a group that never was on",
							it[i + 1].value, 0, 0));
	}
	kit_check(kit, pmx_oracle_group(kit->breach, "a group of two hardware PMUs", it, 3, 0));
}

static void run(struct kit *kit)
{
	struct perf_event_attr software = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY),
			       attr[2];
	const struct kit_pmu *pmu[2];
	int leader, fd[2], sibling;

	kit_pmus(kit, pmu, 2);
	mux_place(kit, pmu[0]);
	for (size_t i = 0; i < 2; i++) {
		attr[i] = mux_attr(pmu[i], i);
		fd[i] = kit_must_open(kit, &attr[i], 0, -1, -1);
	}
	for (size_t i = 0; i < 2; i++) {
		sibling = kit_open(kit, &attr[!i], 0, -1, fd[i]);
		kit_check(kit,
			  pmx_oracle_errno(kit->breach,
					   "a hardware event led by one of another "
					   "PMU",
					   sibling < 0 ? sibling : 0, (const int[]){ EINVAL }, 1));
		close(fd[i]);
	}
	software.disabled = 1;
	leader = kit_must_open(kit, &software, 0, -1, -1);
	fd[0] = kit_must_open(kit, &attr[0], 0, -1, leader);
	fd[1] = kit_open(kit, &attr[1], 0, -1, leader);
	kit_check(kit, pmx_oracle_errno(kit->breach, "two hardware PMUs led by a software event",
					fd[1] < 0 ? fd[1] : 0, (const int[]){ EINVAL, 0 }, 2));
	kit_ioctl(kit, leader, PERF_EVENT_IOC_ENABLE, 0);
	if (fd[1] >= 0)
		check_whole(kit, pmu, leader, fd);
}

const struct pmx_scenario scenario_group_two_pmus = {
	.name = "group.two-pmus",
	.summary = "events of two hardware PMUs in a group",
	.about = "which groups the kernel takes",
	.explain =
		"A hardware event that is led by an event of another hardware PMU must be refused "
		"with EINVAL, whichever of the two leads. Behind a software leader the second PMU "
		"must be refused as well, or, where both share a context (before 6.2), be "
		"scheduled with the first: the same times for all members, and counts that fit "
		"them. While contexts were rewritten such a group was let in, which then was on "
		"two PMUs with one list.",
	.needs = PMX_NEED_TWO_CORES,
	.run = run,
};
