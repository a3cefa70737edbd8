// SPDX-License-Identifier: GPL-2.0-only
/*
 * settle.c - what follows from the state of things while it lasts, after each operation
 */
#include "storm/model.h"

static void settle_one(const struct storm_model *model, struct storm_event *event)
{
	enum storm_power power = storm_power_of(model, event);
	bool counts_cpu = event->task == STORM_NONE;

	if (power == STORM_OFF || (!counts_cpu && !event->tasks))
		return;
	event->was_on = true;
	event->quiet = false;
	if (power == STORM_PERHAPS || storm_is_hardware(event->what))
		event->apart = true;
	for (unsigned i = 0; i < STORM_TASKS; i++) {
		bool there = event->cpu == STORM_NONE || event->cpu == model->task[i].cpu;

		if (!(event->tasks & storm_task_bit(i)))
			continue;
		event->ran = event->ran || there;
		event->apart = event->apart || !there;
	}
	event->ran = event->ran || counts_cpu;
	if (event->limit && storm_counts_others(event))
		event->power = STORM_PERHAPS;
	if (event->what == KIT_FAULTS) /* tasks take steps of their own, when they come to it */
		storm_count_slack(event, (uint64_t)__builtin_popcount(event->tasks) *
						 model->scene->slack[KIT_FAULTS]);
	if (storm_is_clock(event->what) || storm_is_hardware(event->what) ||
	    (counts_cpu && storm_is_meter(event->what)))
		storm_count_slack(event, UINT64_MAX);
}

void storm_settle(struct storm_model *model)
{
	storm_for_each_event(model, i)
		settle_one(model, &model->event[i]);
}
