// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_enable.c - the parent's event is switched off and on while its children run
 */
#include "scenario/inherit.h"

enum { CHILDREN = 4, PHASES = 6, TIMES = 100 };

struct common { /* in shared memory */
	struct kit_gate phase;
	struct kit_gate done;
};

static void work(struct kit *kit, void *arg)
{
	struct common *common = arg;

	for (uint32_t phase = 1; phase <= PHASES; phase++) {
		kit_gate_wait(&common->phase, phase);
		kit_work(kit_meter(kit, KIT_CALLS), TIMES);
		kit_gate_step(&common->done);
	}
}

/* All of them work, and have when this comes back; those that exist from the first phase on. */
static void have_worked(struct common *common, uint32_t phase, uint32_t total)
{
	kit_gate_open(&common->phase, phase);
	kit_gate_wait(&common->done, total);
}

static void run(struct kit *kit)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	struct perf_event_attr attr = kit_meter(kit, KIT_CALLS)->attr;
	pid_t child[CHILDREN];
	struct pmx_reading it, again;
	uint64_t counted = 0;
	int fd;

	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	for (int i = 0; i < CHILDREN; i++) {
		/* half of them inherit a disabled event */
		if (i == CHILDREN / 2)
			kit_ioctl(kit, fd, PERF_EVENT_IOC_DISABLE, 0);
		child[i] = kit_fork(kit, work, common);
	}
	it = kit_read(kit, fd);
	for (uint32_t phase = 1; phase <= PHASES; phase++) {
		bool on = phase % 2 == 0;

		kit_ioctl(kit, fd, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
		it = kit_read(kit, fd);
		have_worked(common, phase, phase * CHILDREN);
		counted += on ? CHILDREN * TIMES : 0;
		again = kit_read(kit, fd);
		if (!on)
			kit_check(kit, pmx_oracle_held(kit->breach, "an event disabled in children",
						       &it, &again));
		kit_check(kit, pmx_oracle_exact(kit->breach, "calls while it was enabled",
						again.value, counted, counted));
	}
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, child[i]);
	again = kit_read(kit, fd);
	kit_check(kit, pmx_oracle_exact(kit->breach, "calls while it was enabled, children ended",
					again.value, counted, counted));
	kit_check(kit, pmx_oracle_always_on(kit->breach, "calls while it was enabled", &again));
}

const struct pmx_scenario scenario_inherit_enable = {
	.name = "inherit.enable",
	.summary = "ENABLE and DISABLE reach the children's events",
	.about = "ioctls applied to inherited events",
	.explain =
		"Four children inherit an event, two of them while it is disabled. The parent "
		"disables and enables its event between phases in which all children make known "
		"numbers of system calls. What is counted must be the calls of the enabled phases, "
		"at once; meanwhile value and times must be held. perf_event_for_each_child() must "
		"reach every child, whichever context its event is in, and a child that inherits a "
		"disabled event begins with it disabled.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
