// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_enable.c - ENABLE and DISABLE, of an event and of groups
 */
#include "kit/calls.h"
#include "scenario/control.h"

enum { STEPS = 60, MEMBERS = 3 };

/* The state that a group's members should be in, and what they should have counted. */
struct model {
	int fd[MEMBERS]; /* the leader first */
	bool on[MEMBERS];
	uint64_t counted[MEMBERS];
	struct kit_meter calls[MEMBERS];
};

static void open_group(struct kit *kit, struct model *model)
{
	kit_calls(kit, model->calls, MEMBERS);
	for (int i = 0; i < MEMBERS; i++) {
		struct perf_event_attr attr = model->calls[i].attr;

		attr.disabled = i != 1;
		model->on[i] = i == 1;
		model->fd[i] = kit_must_open(kit, &attr, 0, -1, i ? model->fd[0] : -1);
	}
}

static void step(struct kit *kit, struct model *model)
{
	bool on = kit_random_chance(&kit->random, 2), group = kit_random_chance(&kit->random, 3);
	int which = (int)kit_random_below(&kit->random, MEMBERS);

	control_check(kit, on ? "ENABLE" : "DISABLE", model->fd[which],
		      on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE,
		      group ? PERF_IOC_FLAG_GROUP : 0, 0);
	for (int i = 0; i < MEMBERS; i++)
		if (group || i == which)
			model->on[i] = on;
}

static void check(struct kit *kit, struct model *model)
{
	struct pmx_reading before[MEMBERS], after;
	uint32_t times = 1 + kit_random_below(&kit->random, 50);

	for (int i = 0; i < MEMBERS; i++)
		before[i] = kit_read(kit, model->fd[i]);
	for (int i = 0; i < MEMBERS; i++)
		kit_work(&model->calls[i], times);
	for (int i = 0; i < MEMBERS; i++) {
		/* a member is on when its leader is, too */
		bool on = model->on[i] && model->on[0];

		after = kit_read(kit, model->fd[i]);
		model->counted[i] += on ? times : 0;
		kit_check(kit, pmx_oracle_exact(kit->breach, "calls while enabled", after.value,
						model->counted[i], model->counted[i]));
		if (!model->on[i])
			kit_check(kit, pmx_oracle_held(kit->breach, "a disabled event", &before[i],
						       &after));
		if (on && after.enabled <= before[i].enabled)
			kit_breach(kit, "times",
				   "an enabled event: enabled for %llu ns, then for %llu",
				   (unsigned long long)before[i].enabled,
				   (unsigned long long)after.enabled);
	}
}

static void run(struct kit *kit)
{
	struct model model = { 0 };

	open_group(kit, &model);
	check(kit, &model);
	for (int i = 0; i < STEPS; i++) {
		step(kit, &model);
		check(kit, &model);
	}
}

const struct pmx_scenario scenario_control_enable = {
	.name = "control.enable",
	.summary = "ENABLE and DISABLE, of events and groups",
	.about = "_perf_event_enable, _perf_event_disable",
	.explain =
		"Enables and disables members of a group at random, one or all of them "
		"(PERF_IOC_FLAG_GROUP), often what is so already, and does known work after each "
		"step. A member counts while it and its leader are enabled; a disabled one must "
		"hold its count and its times, an enabled one's time must go on.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
