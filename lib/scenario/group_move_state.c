// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_move_state.c - who was on before a hardware event joins stays on, and who was off stays off
 */
#include "scenario/group.h"
#include "scenario/mux.h"

enum { TIMES = 100 };

/* A group of one, switched by ioctl after it was opened; then a hardware event joins it. */
static int open_and_move(struct kit *kit, const struct kit_meter *meter, bool on)
{
	struct perf_event_attr attr = meter->attr, hardware = mux_attr(kit_pmu(kit), 0);
	int fd;

	attr.disabled = on;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	kit_ioctl(kit, fd, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
	kit_must_open(kit, &hardware, 0, -1, fd);
	return fd;
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	struct pmx_reading before, after;
	int on, off;

	mux_place(kit, kit_pmu(kit));
	on = open_and_move(kit, meter, true);
	off = open_and_move(kit, meter, false);
	before = kit_read(kit, off);
	kit_work(meter, TIMES);
	after = kit_read(kit, off);
	kit_check(kit, pmx_oracle_held(kit->breach, "a group disabled before it was moved", &before,
				       &after));
	group_check_count(kit, meter,
			  "enabled before it was "
			  "moved",
			  kit_read(kit, on).value, TIMES);
}

const struct pmx_scenario scenario_group_move_state = {
	.name = "group.move-state",
	.summary = "a group that is moved stays on, or off",
	.about = "state of events whose group moves",
	.explain =
		"One event is opened disabled and enabled by ioctl, another opened enabled and "
		"disabled by ioctl. A hardware event joins each as a sibling, which moves the "
		"group. The first must go on counting, the second must not begin. When it moves a "
		"group the kernel sets its events to the state in which they were opened "
		"(perf_event__state_init), and forgets what ioctl said since.",
	.needs = PMX_NEED_CORE | PMX_NEED_CALLS,
	.run = run,
};
