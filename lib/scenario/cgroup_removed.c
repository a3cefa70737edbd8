// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup_removed.c - a cgroup is removed while it is counted
 */
#include <errno.h>
#include <string.h>

#include "scenario/cgroup.h"

enum { TIMES = 200 };

static void work_inside(struct kit *kit, void *arg)
{
	cgroup_enter(kit, arg);
	kit_work(kit_meter(kit, KIT_CALLS), TIMES);
}

/* A task may be on its CPU for a moment yet when its parent hears of its end; not for a second. */
static struct pmx_reading read_at_rest(struct kit *kit, const struct cgroup_event *event)
{
	struct pmx_reading it = cgroup_read(kit, event), last;

	for (int i = 0; i < 1000; i++) {
		last = it;
		kit_sleep(KIT_MSEC);
		it = cgroup_read(kit, event);
		if (it.enabled == last.enabled)
			break;
	}
	return it;
}

static void check_held(struct kit *kit, const struct cgroup_event *event,
		       const struct pmx_reading *before, const char *what)
{
	struct pmx_reading after = cgroup_read(kit, event);

	kit_check(kit, pmx_oracle_held(kit->breach, what, before, &after));
}

/* Until the last task has left, which it does after its parent heard of its end. */
static void remove_cgroup(struct kit *kit, const struct kit_cgroup *cgroup)
{
	int ret = -EBUSY;

	for (int i = 0; i < 1000 && ret == -EBUSY; i++) {
		ret = kit_cgroup_remove(cgroup);
		if (ret)
			kit_sleep(KIT_MSEC);
	}
	kit_check(kit, pmx_oracle_errno(kit->breach, "removing a cgroup that is counted", ret,
					(const int[]){ 0 }, 1));
}

static void run(struct kit *kit)
{
	struct kit_cgroup parent = kit_cgroup_new(kit, NULL), cgroup = kit_cgroup_new(kit, &parent);
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	struct cgroup_event event, above;
	struct pmx_reading before;
	int fd;

	cgroup_place(kit);
	event = cgroup_event(kit, &cgroup, &meter->attr);
	above = cgroup_event(kit, &parent, &meter->attr);
	kit_wait(kit, kit_fork(kit, work_inside, &cgroup));
	before = read_at_rest(kit, &event);
	cgroup_check_count(kit, meter, "a cgroup", &before, TIMES, 0);
	remove_cgroup(kit, &cgroup);
	check_held(kit, &event, &before, "an event of a cgroup that is removed");
	fd = kit_cgroup_open(kit, &cgroup, &meter->attr, kit_cpu(kit, 0), -1);
	kit_check(kit, pmx_oracle_errno(kit->breach, "an event of a removed cgroup, opened", fd,
					(const int[]){ ENOENT, ENODEV, EBADF }, 3));
	/* what goes on around it is no affair of its events, which have yet to be found there */
	kit_wait(kit, kit_fork(kit, work_inside, &parent));
	kit_work(meter, TIMES);
	cgroup_ioctl(kit, &event, PERF_EVENT_IOC_DISABLE);
	cgroup_ioctl(kit, &event, PERF_EVENT_IOC_ENABLE);
	kit_wait(kit, kit_fork(kit, work_inside, &parent));
	check_held(kit, &event, &before, "an event of a cgroup that is gone");
	before = cgroup_read(kit, &above);
	cgroup_check_count(kit, meter, "a cgroup around it", &before, 3 * TIMES, 0);
}

const struct pmx_scenario scenario_cgroup_removed = {
	.name = "cgroup.removed",
	.summary = "a cgroup is removed while it is counted",
	.about = "life time of cgroups with events",
	.explain =
		"A task works in a cgroup and ends; the cgroup is removed while events of it are "
		"open. Its events must keep what they had counted and their times, whatever tasks "
		"around it do, also when they are disabled and enabled; the cgroup around it must "
		"count its work and that of later tasks; and a new event of what is gone must be "
		"refused. Events hold a reference to the cgroup (css), and are compared with the "
		"cgroup of each task that gets the CPU, as long as they are open.",
	.needs = PMX_NEED_CALLS | PMX_NEED_CGROUPS,
	.run = run,
};
