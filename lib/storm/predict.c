// SPDX-License-Identifier: GPL-2.0-only
/*
 * predict.c - which answers are right
 */
#include <errno.h>

#include "storm/model.h"
#include "storm/wrong.h"

static void allow(struct storm_expect *out, int error)
{
	if (out->errors < STORM_ERRORS)
		out->error[out->errors++] = error;
}

static bool is_open(const struct storm_model *model, unsigned event)
{
	return event < STORM_EVENTS && model->event[event].open;
}

static bool is_alive(const struct storm_model *model, unsigned task)
{
	return task < STORM_TASKS && model->task[task].alive;
}

/* --- tasks ---------------------------------------------------------------------------------- */

static void predict_fork(const struct storm_model *model, const struct storm_op *op,
			 struct storm_expect *out)
{
	allow(out, 0);
	storm_for_each_event(model, i)
		if (model->event[i].tasks & storm_task_bit(op->task) &&
		    storm_is_breakpoint(model->event[i].what)) {
			allow(out,
			      ENOSPC); /* there are a few on each CPU, for all tasks and users */
			return;
		}
}

static void predict_task(const struct storm_model *model, const struct storm_op *op,
			 struct storm_expect *out)
{
	unsigned uses = storm_uses(op->kind);

	out->skip = !is_alive(model, op->task) || (op->kind == STORM_END && !op->task);
	if (uses & STORM_USES_OTHER_TASK)
		out->skip = out->skip || op->other >= STORM_TASKS || is_alive(model, op->other);
	if (uses & STORM_USES_CPU)
		out->skip = out->skip || op->cpu >= model->scene->cpus;
	if (uses & STORM_USES_WHAT)
		out->skip = out->skip || !storm_is_meter(op->what) || !op->number ||
			    !(model->scene->usable >> op->what & 1);
	if (out->skip)
		return;
	if (uses & STORM_USES_OTHER_TASK)
		predict_fork(model, op, out);
	else
		allow(out, 0);
}

/* --- opening -------------------------------------------------------------------------------- */

static bool is_sensible_open(const struct storm_model *model, const struct storm_op *op)
{
	if (op->event >= STORM_EVENTS || is_open(model, op->event))
		return false;
	if (op->what >= STORM_WHATS || !(model->scene->usable >> op->what & 1))
		return false;
	if (op->other != STORM_NONE && !is_open(model, op->other))
		return false;
	if (op->cpu != STORM_NONE && op->cpu >= model->scene->cpus)
		return false;
	if (op->task == STORM_NONE)
		return op->cpu != STORM_NONE && model->scene->cpu_events;
	return is_alive(model, op->task);
}

static bool is_contradictory(uint16_t flags)
{
	return (flags & STORM_ENABLE_ON_EXEC && flags & STORM_REMOVE_ON_EXEC) ||
	       (flags & STORM_INHERIT_THREAD && !(flags & STORM_INHERIT));
}

/* Whether it may join: STORM_PERHAPS where the leader may have been swapped to another task. */
static enum storm_power may_join(const struct storm_model *model, const struct storm_op *op)
{
	const struct storm_event *leader = &model->event[op->other];
	uint8_t holders = storm_holders(leader);

	if (op->task != STORM_NONE && (leader->flags ^ op->flags) & STORM_INHERIT)
		return STORM_OFF;
	if (leader->leader != op->other || leader->cpu != op->cpu)
		return STORM_OFF;
	if (op->flags & (STORM_PINNED | STORM_EXCLUSIVE))
		return STORM_OFF;
	if (op->task == STORM_NONE || leader->task == STORM_NONE)
		return op->task == leader->task ? STORM_ON : STORM_OFF;
	if (!(holders & storm_task_bit(op->task)))
		return STORM_OFF;
	return holders == storm_task_bit(op->task) && !leader->lost ? STORM_ON : STORM_PERHAPS;
}

static void predict_open(const struct storm_model *model, const struct storm_op *op,
			 struct storm_expect *out)
{
	bool led = op->other != STORM_NONE && !(op->flags & STORM_NO_GROUP);
	enum storm_power join = led ? may_join(model, op) : STORM_ON;

	out->skip = !is_sensible_open(model, op);
	if (is_contradictory(op->flags))
		join = STORM_OFF;
	if (join != STORM_OFF)
		allow(out, 0);
	if (storm_is_hardware(op->what) && led)
		join = STORM_PERHAPS; /* it may not fit beside the others */
	if (join != STORM_ON)
		allow(out, EINVAL);
	if (op->other != STORM_NONE && model->event[op->other].lost)
		allow(out, ENODEV); /* since 6.15, whatever else is wrong with it */
	if (storm_is_breakpoint(op->what))
		allow(out, ENOSPC);
	if (storm_is_hardware(op->what) && op->cpu != STORM_NONE) { /* perhaps not the PMU's */
		allow(out, ENOENT);
		if (join == STORM_ON)
			allow(out, EINVAL);
		allow(out, ENODEV);
	}
}

/* --- what is open --------------------------------------------------------------------------- */

static void predict_output(const struct storm_model *model, const struct storm_op *op,
			   struct storm_expect *out)
{
	const struct storm_event *event = &model->event[op->event];
	const struct storm_event *other;
	bool right = !event->mapped;

	if (op->other != STORM_NONE) {
		out->skip = !is_open(model, op->other);
		if (out->skip)
			return;
		other = &model->event[op->other];
		right = right && other != event && other->cpu == event->cpu &&
			other->ring != STORM_NONE &&
			(event->cpu != STORM_NONE || other->born == event->born);
	}
	allow(out, right ? 0 : EINVAL);
}

static void predict_map(const struct storm_model *model, const struct storm_op *op,
			struct storm_expect *out)
{
	const struct storm_event *event = &model->event[op->event];
	bool right = !(op->number & (op->number - 1)) &&
		     !(event->cpu == STORM_NONE && event->flags & STORM_INHERIT);

	out->skip = event->ring != STORM_NONE;
	allow(out, right ? 0 : EINVAL);
	if (right && !model->scene->may_map)
		allow(out, EPERM);
}

static bool is_stale(const struct storm_event *leader)
{
	for (unsigned i = 0; i < STORM_TASKS; i++)
		if (leader->tasks & storm_task_bit(i) && leader->seen[i] != leader->generation)
			return true;
	return false;
}

static void expect_times(const struct storm_event *event, struct storm_expect *out)
{
	struct storm_range *enabled = &out->enabled, *running = &out->running;

	*enabled = (struct storm_range){ event->enabled, UINT64_MAX };
	*running = (struct storm_range){ event->running, UINT64_MAX };
	if (!event->was_on || event->quiet) {
		enabled->high = event->enabled;
		running->high = event->running;
	}
	if (!event->ran)
		running->high = event->running;
	out->equal = !event->apart;
	out->since = event->opened_at;
	out->multiplier = event->families;
}

/* The leader, and the others in the order in which they were opened. */
static void expect_group(const struct storm_model *model, uint8_t leader, struct storm_expect *out)
{
	out->member[out->members++] = leader;
	storm_for_each_event(model, i) {
		unsigned place = out->members;

		if (model->event[i].leader != leader || i == leader)
			continue;
		while (place > 1 &&
		       model->event[out->member[place - 1]].place > model->event[i].place) {
			out->member[place] = out->member[place - 1];
			place--;
		}
		out->member[place] = (uint8_t)i;
		out->members++;
	}
}

static void predict_read(const struct storm_model *model, const struct storm_op *op,
			 struct storm_expect *out)
{
	const struct storm_event *event = &model->event[op->event];
	const struct storm_event *timed = event;

	out->layout = event->flags;
	if (event->flags & STORM_READ_GROUP) {
		timed = &model->event[event->leader];
		expect_group(model, event->leader, out);
	} else {
		out->member[out->members++] = op->event;
	}
	out->eof = event->flags & STORM_PINNED && event->hard;
	if (op->number)
		allow(out, ENOSPC);
	else if (event->flags & STORM_READ_GROUP && is_stale(timed))
		allow(out, ECHILD);
	else
		allow(out, 0);
	if (out->eof && out->error[0])
		allow(out, 0); /* end of file comes before all else */
	for (unsigned i = 0; i < out->members; i++)
		out->value[i] = model->event[out->member[i]].value;
	expect_times(timed, out);
}

static void predict_event(const struct storm_model *model, const struct storm_op *op,
			  struct storm_expect *out)
{
	const struct storm_event *event = &model->event[op->event];

	switch (op->kind) {
	case STORM_REFRESH:
		allow(out, event->flags & STORM_INHERIT || !event->period ? EINVAL : 0);
		break;
	case STORM_PERIOD:
		allow(out, event->period && op->number ? 0 : EINVAL);
		break;
	case STORM_OUTPUT:
		predict_output(model, op, out);
		break;
	case STORM_MAP:
		predict_map(model, op, out);
		break;
	case STORM_UNMAP:
		out->skip = !event->mapped;
		allow(out, 0);
		break;
	case STORM_READ:
		predict_read(model, op, out);
		break;
	case STORM_WRONG_CALL:
		allow(out, storm_wrong_calls[op->what].error);
		break;
	default:
		allow(out, 0);
	}
}

void storm_predict(const struct storm_model *model, const struct storm_op *op,
		   struct storm_expect *out)
{
	out->skip = out->eof = false;
	out->errors = out->members = 0;
	if (op->kind == STORM_OPEN) {
		predict_open(model, op, out);
	} else if (op->kind == STORM_WRONG_OPEN) {
		allow(out, storm_wrong_opens[op->what].error);
	} else if (storm_uses(op->kind) & STORM_USES_EVENT) {
		out->skip = !is_open(model, op->event);
		if (!out->skip)
			predict_event(model, op, out);
	} else {
		predict_task(model, op, out);
	}
}
