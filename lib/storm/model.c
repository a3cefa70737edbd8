// SPDX-License-Identifier: GPL-2.0-only
/*
 * model.c - what is asked about the state of things
 */
#include "storm/model.h"

#include <string.h>

void storm_model_start(struct storm_model *model, const struct storm_scene *scene)
{
	memset(model, 0, sizeof(*model));
	model->scene = scene;
	model->task[0] = (struct storm_task){ .alive = true, .cpu = scene->home };
}

static enum storm_power own_power(const struct storm_event *event)
{
	return event->waits && event->power == STORM_ON ? STORM_PERHAPS : event->power;
}

enum storm_power storm_power_of(const struct storm_model *model, const struct storm_event *event)
{
	const struct storm_event *leader = &model->event[event->leader];
	enum storm_power own = own_power(event), led = own_power(leader);
	enum storm_power power = own < led ? own : led;

	return power == STORM_ON && leader->hard ? STORM_PERHAPS : power;
}

bool storm_may_run(const struct storm_model *model, unsigned task)
{
	return task == 0 || model->task[task].cpu != model->task[0].cpu;
}

bool storm_event_may_run(const struct storm_model *model, const struct storm_event *event)
{
	if (event->task == STORM_NONE)
		return true;
	for (unsigned i = 0; i < STORM_TASKS; i++)
		if (event->tasks & storm_task_bit(i) && storm_may_run(model, i))
			return true;
	return false;
}

uint8_t storm_circle(const struct storm_event *event, uint32_t circle)
{
	uint8_t tasks = 0;

	for (unsigned i = 0; i < STORM_TASKS; i++)
		if (event->tasks & storm_task_bit(i) && event->circle[i] == circle)
			tasks |= storm_task_bit(i);
	return tasks;
}

uint8_t storm_holders(const struct storm_event *event)
{
	return storm_circle(event, event->home);
}
