// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_stray.c - software events that a hardware event has left need no counter any more
 */
#include <unistd.h>

#include "scenario/group.h"
#include "scenario/mux.h"

/* A software event whose group had a hardware event, at its head or not, that is closed. */
static int open_stray(struct kit *kit, const struct kit_meter *meter, bool leads)
{
	struct perf_event_attr hardware = mux_attr(kit_pmu(kit), 0);
	int first, second;

	first = kit_must_open(kit, leads ? &hardware : &meter->attr, 0, -1, -1);
	second = kit_must_open(kit, leads ? &meter->attr : &hardware, 0, -1, first);
	close(leads ? first : second);
	return leads ? second : first;
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_FAULTS);
	const struct kit_pmu *pmu = kit_pmu(kit);
	int never = kit_must_open(kit, &meter->attr, 0, -1, -1), led, leader;
	struct pmx_reading before[2], it[2];
	struct mux_set load;

	mux_place(kit, pmu);
	led = open_stray(kit, meter, true);
	leader = open_stray(kit, meter, false);
	kit_sleep(KIT_MSEC / 10);
	before[0] = kit_read(kit, led);
	before[1] = kit_read(kit, leader);
	mux_open(kit, &load, pmu, 2 * pmu->capacity);
	kit_spin(8 * mux_interval(kit, pmu));
	it[0] = kit_read(kit, led);
	it[1] = kit_read(kit, leader);
	for (int i = 0; i < 2; i++) {
		it[i].enabled -= before[i].enabled;
		it[i].running -= before[i].running;
		kit_check(kit, pmx_oracle_always_on(kit->breach,
						    i ? "an event that led a hardware event" :
							"an event that a hardware event led",
						    &it[i]));
	}
	it[0] = kit_read(kit, never);
	kit_check(kit, pmx_oracle_always_on(kit->breach, "an event that was in no group", &it[0]));
}

const struct pmx_scenario scenario_group_stray = {
	.name = "group.stray",
	.summary = "software events outlive a hardware member",
	.about = "what a group leaves behind at its events",
	.explain =
		"A page fault event is the sibling of a hardware event, and another one its "
		"leader. The hardware events are closed, and twice as many others opened as the "
		"PMU has counters. Those that stayed need no counter, and must be on whenever they "
		"are enabled, as a third that never was in a group. A group that had a hardware "
		"member is no software group to the kernel (PERF_EV_CAP_SOFTWARE), and "
		"perf_group_detach() hands this on instead of looking at who is left: then it "
		"waits in line with hardware events.",
	.needs = PMX_NEED_CORE | PMX_NEED_FAULTS,
	.run = run,
};
