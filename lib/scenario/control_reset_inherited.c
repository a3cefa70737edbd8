// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_reset_inherited.c - RESET of an event whose children have ended
 */
#include "scenario/control.h"

enum { TIMES = 100, CHILD_TIMES = 30 };

static void work(struct kit *kit, void *arg)
{
	(void)kit;
	kit_work(arg, CHILD_TIMES);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	struct perf_event_attr attr = meter->attr;
	struct perf_event_attr dummy = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	int fd;

	/* not inherited: else contexts may be swapped, and it is the parent's event that ends */
	kit_must_open(kit, &dummy, 0, -1, -1);
	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	kit_work(meter, TIMES);
	kit_wait(kit, kit_fork(kit, work, (void *)meter));
	control_check_value(kit, "calls of parent and child", fd, TIMES + CHILD_TIMES);
	kit_ioctl(kit, fd, PERF_EVENT_IOC_RESET, 0);
	/* another name than "exact", since it is this number that kernels are known to get wrong */
	if (kit_read(kit, fd).value)
		kit_breach(kit, "reset",
			   "%llu calls are left after RESET, %d were a child's that has ended",
			   (unsigned long long)kit_read(kit, fd).value, CHILD_TIMES);
}

const struct pmx_scenario scenario_control_reset_inherited = {
	.name = "control.reset-inherited",
	.summary = "RESET forgets children that have ended",
	.about = "_perf_event_reset",
	.explain =
		"A task with an inherited event and its child make known numbers of system calls, "
		"and the child ends; then the task resets the event, which must have the value 0. "
		"What children have counted that have ended is in a field of its own "
		"(child_count), which _perf_event_reset() must not forget.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
