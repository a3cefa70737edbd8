// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_period_running.c - PERIOD of an event that runs
 */
#include "kit/ring.h"
#include "scenario/control.h"

enum { ROUNDS = 6 };

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_FAULTS);
	struct kit_ring ring;
	int fd = control_sampled(kit, meter, &ring);

	for (int i = 0; i < ROUNDS; i++)
		control_check_period(kit, meter, fd, &ring, false);
}

const struct pmx_scenario scenario_control_period_running = {
	.name = "control.period-running",
	.summary = "PERIOD takes effect at once while running",
	.about = "__perf_event_period, last_period",
	.explain =
		"What control.period does, but while the event runs: \"the new period takes effect "
		"immediately\" (perf_event_open(2)), so that there must be a sample for each new "
		"period from then on. perf_swevent_set_period() starts with the length of the last "
		"period, which is still the old one.",
	.needs = PMX_NEED_FAULTS,
	.run = run,
};
