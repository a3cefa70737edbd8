// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_oversized.c - groups of hardware events: as large as the PMU, and one larger
 */
#include <errno.h>
#include <stdio.h>

#include "scenario/group.h"
#include "scenario/mux.h"

#define TIME (4 * KIT_MSEC)

/* What was on counted what it ran; what never was counted nothing. */
static void check_members(struct kit *kit, const struct kit_pmu *pmu, const int *fd, size_t count,
			  bool fits)
{
	for (size_t i = 0; i < count; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);

		if (fits)
			kit_check(kit, pmx_oracle_always_on(kit->breach,
							    "a group as large as the PMU", &it));
		if (it.running)
			mux_check_rate(kit, pmu, i, "in a large group", &it, 1);
		else
			kit_check(kit, pmx_oracle_exact(kit->breach, "a group that never was on",
							it.value, 0, 0));
	}
}

static void run(struct kit *kit)
{
	const struct kit_pmu *pmu = kit_pmu(kit);
	int fd[MUX_MAX + 1] = { 0 };
	size_t count = pmu->capacity;
	struct perf_event_attr attr;
	char what[80];

	mux_place(kit, pmu);
	for (size_t i = 0; i < count; i++) {
		attr = mux_attr(pmu, i);
		attr.disabled = i == 0;
		fd[i] = kit_must_open(kit, &attr, 0, -1, i ? fd[0] : -1);
	}
	attr = mux_attr(pmu, count);
	fd[count] = kit_open(kit, &attr, 0, -1, fd[0]);
	snprintf(what, sizeof(what), "member %zu of a group on %u counters", count + 1,
		 pmu->capacity);
	kit_check(kit, pmx_oracle_errno(kit->breach, what, fd[count] < 0 ? fd[count] : 0,
					(const int[]){ EINVAL, 0 }, 2));
	kit_ioctl(kit, fd[0], PERF_EVENT_IOC_ENABLE, 0);
	kit_spin(TIME);
	kit_ioctl(kit, fd[0], PERF_EVENT_IOC_DISABLE, 0);
	check_members(kit, pmu, fd, fd[count] < 0 ? count : count + 1, fd[count] < 0);
}

const struct pmx_scenario scenario_group_oversized = {
	.name = "group.oversized",
	.summary = "a group larger than the PMU",
	.about = "groups that cannot be scheduled",
	.explain =
		"Opens a group with as many hardware events as the PMU has counters, and then one "
		"more member. That must be refused with EINVAL, or taken and never be on: with no "
		"running time, and no count. Without it the group must be on whenever it is "
		"enabled, and its members count what they ran. Drivers validate a group when a "
		"member is opened; where they do not see that it cannot fit, group_sched_in() must "
		"fail as a whole, and take off those members that did fit.",
	.needs = PMX_NEED_CORE,
	.run = run,
};
