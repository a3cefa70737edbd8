// SPDX-License-Identifier: GPL-2.0-only
/*
 * family.c - tasks that begin and end, and which events they have from their parents
 */
#include "storm/model.h"

/* What is inherited with a group is its leader's affair. */
static bool inherits(const struct storm_model *model, const struct storm_event *event, bool thread)
{
	uint16_t flags = model->event[event->leader].flags;

	return flags & STORM_INHERIT && (thread || !(flags & STORM_INHERIT_THREAD));
}

/*
 * All of a task's events are inherited by a child: their contexts may be swapped from then on.
 * Before 6.2 a task has a second context, for hardware events, of which the first says nothing.
 */
static bool may_swap(const struct storm_model *model, uint8_t parent, bool thread)
{
	if (model->scene->usable >> STORM_HARDWARE)
		return true;
	storm_for_each_event(model, i) {
		const struct storm_event *event = &model->event[i];

		if (event->tasks & parent && !inherits(model, event, thread))
			return false;
	}
	return true;
}

void storm_fork_task(struct storm_model *model, const struct storm_op *op)
{
	bool thread = op->kind == STORM_THREAD;
	uint8_t parent = storm_task_bit(op->task), child = storm_task_bit(op->other);
	bool swapped = may_swap(model, parent, thread);

	model->task[op->other] = (struct storm_task){
		.alive = true,
		.process = thread ? model->task[op->task].process : op->other,
		.cpu = model->task[op->task].cpu,
		.born = ++model->serial,
	};
	storm_for_each_event(model, i) {
		struct storm_event *event = &model->event[i];

		if (!(event->tasks & parent) || !inherits(model, event, thread))
			continue;
		event->tasks |= child;
		event->families += event->families < UINT8_MAX;
		event->seen[op->other] = event->seen[op->task];
		event->circle[op->other] = swapped ? event->circle[op->task] : ++model->serial;
	}
}

static void end_one(struct storm_model *model, unsigned task)
{
	model->task[task].alive = false;
	storm_for_each_event(model, i) {
		struct storm_event *event = &model->event[i];

		if (!(event->tasks & storm_task_bit(task)))
			continue;
		storm_count_ended(event, task);
		event->tasks &= (uint8_t)~storm_task_bit(task);
	}
}

void storm_end_task(struct storm_model *model, unsigned task)
{
	bool whole = model->task[task].process == task;

	for (unsigned i = 1; i < STORM_TASKS; i++)
		if (model->task[i].alive &&
		    (i == task || (whole && model->task[i].process == task)))
			end_one(model, i);
}
