// SPDX-License-Identifier: GPL-2.0-only
/*
 * apply.c - what operations do
 */
#include <string.h>

#include "storm/model.h"

/* --- opening and closing -------------------------------------------------------------------- */

/* Which PMU an event is on, for those that count in software. */
static unsigned pmu_of(unsigned what)
{
	if (storm_is_breakpoint(what))
		return KIT_WRITES;
	return what == STORM_DUMMY ? KIT_FAULTS : what;
}

/*
 * A sibling is on before its task is next switched in only if somebody puts the group on its PMU
 * anew. Kernels since 6.12 forget to where it is not on its leader's PMU.
 */
static void notice(const struct storm_model *model, struct storm_event *event)
{
	const struct storm_event *leader = &model->event[event->leader];

	if (model->scene->strict || event == leader || pmu_of(event->what) == pmu_of(leader->what))
		return;
	if (storm_power_of(model, leader) != STORM_OFF && storm_event_may_run(model, event))
		event->waits = true;
}

/*
 * A group of software events that gets a hardware one moves to that one's context, and kernels then
 * enable or disable each member anew, as it was opened.
 */
static void move_group(struct storm_model *model, uint8_t leader)
{
	model->event[leader].hard = true;
	if (model->scene->strict)
		return;
	storm_for_each_event(model, i) {
		struct storm_event *event = &model->event[i];
		bool disabled = event->flags & STORM_DISABLED;

		if (event->leader == leader && (event->power == STORM_OFF) != disabled)
			event->power = STORM_PERHAPS;
	}
}

static void open_event(struct storm_model *model, const struct storm_op *op, uint64_t now)
{
	struct storm_event *event = &model->event[op->event];
	bool led = op->other != STORM_NONE && !(op->flags & STORM_NO_GROUP);

	*event = (struct storm_event){
		.open = true,
		.what = op->what,
		.task = op->task,
		.cpu = op->cpu,
		.leader = led ? op->other : op->event,
		.flags = op->flags,
		.power = op->flags & STORM_DISABLED ? STORM_OFF : STORM_ON,
		.place = ++model->serial,
		.born = op->task == STORM_NONE ? 0 : model->task[op->task].born,
		.tasks = storm_task_bit(op->task),
		.families = 1,
		.period = op->number,
		.left = op->number,
		.phase_known = true,
		.hard = storm_is_hardware(op->what),
		.ring = STORM_NONE,
		.opened_at = now,
	};
	model->open |= 1ull << op->event;
	event->home = ++model->serial;
	if (op->task != STORM_NONE)
		event->circle[op->task] = event->home;
	if (led && op->task != STORM_NONE) {
		struct storm_event *leader = &model->event[op->other];

		leader->seen[op->task] = ++leader->generation;
	}
	notice(model, event);
	if (led && storm_is_hardware(op->what))
		move_group(model, op->other);
}

/* A sibling goes: the instances that have it change as the one that was opened does. */
static void leave_group(struct storm_event *leader, const struct storm_event *event)
{
	leader->generation++;
	for (unsigned i = 0; i < STORM_TASKS; i++)
		if (event->tasks & storm_task_bit(i))
			leader->seen[i]++;
}

/* A leader goes: its siblings are on their own. */
static void free_siblings(struct storm_model *model, unsigned leader)
{
	enum storm_power power = storm_power_of(model, &model->event[leader]);

	storm_for_each_event(model, i) {
		struct storm_event *event = &model->event[i];

		if (event->leader != leader || i == leader)
			continue;
		event->leader = (uint8_t)i;
		event->hard = event->hard || model->event[leader].hard;
		event->generation = 0;
		memset(event->seen, 0, sizeof(event->seen));
		if (power == STORM_ON || event->power == STORM_OFF)
			continue;
		event->apart = true;
		if (!model->scene->strict) /* its time is counted from before it was opened */
			event->opened_at = 0;
		if (storm_event_may_run(model, event))
			event->waits = true;
	}
}

static void unmap(struct storm_model *model, unsigned slot)
{
	model->event[slot].mapped = false;
	storm_for_each_event(model, i)
		if (model->event[i].ring == slot)
			model->event[i].ring = STORM_NONE;
}

static void close_event(struct storm_model *model, unsigned slot)
{
	struct storm_event *event = &model->event[slot];

	if (event->leader == slot)
		free_siblings(model, slot);
	else
		leave_group(&model->event[event->leader], event);
	unmap(model, slot);
	event->open = false;
	model->open &= ~(1ull << slot);
}

typedef void storm_change_fn(struct storm_model *model, struct storm_event *event);

static void enable(struct storm_model *model, struct storm_event *event)
{
	bool was_off = event->power == STORM_OFF;

	event->power = STORM_ON;
	if (!was_off)
		return;
	notice(model, event);
	storm_for_each_event(model, i)
		if (&model->event[event->leader] == event &&
		    model->event[i].leader == event->leader)
			model->event[i].waits = false; /* all of the group is put on */
}

static void disable(struct storm_model *model, struct storm_event *event)
{
	(void)model;
	event->power = STORM_OFF;
	event->waits = false; /* when it is enabled again it is noticed */
}

/* Calls @how for the event, or for all of its group. */
static void change(struct storm_model *model, const struct storm_op *op, storm_change_fn *how)
{
	uint8_t leader = model->event[op->event].leader;

	if (!(op->flags & STORM_GROUP)) {
		how(model, &model->event[op->event]);
		return;
	}
	how(model, &model->event[leader]); /* as the kernel does, before the others */
	storm_for_each_event(model, i)
		if (model->event[i].leader == leader && i != leader)
			how(model, &model->event[i]);
}

static void change_all(struct storm_model *model, const struct storm_op *op)
{
	storm_change_fn *how = op->number ? enable : disable;

	if (op->task) /* the driver opened all of them */
		return;
	for (int siblings = 0; siblings < 2; siblings++)
		storm_for_each_event(model, i)
			if ((model->event[i].leader != i) == siblings)
				how(model, &model->event[i]);
}

static void reset(struct storm_model *model, struct storm_event *event)
{
	(void)model;
	storm_count_reset(event);
}

static void refresh(struct storm_model *model, struct storm_event *event, uint32_t times)
{
	uint64_t limit = (uint64_t)event->limit + times;

	event->limit = limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
	enable(model, event);
}

static void set_period(struct storm_model *model, struct storm_event *event, uint32_t period)
{
	event->period = event->left = period;
	/* An event on its PMU has an overflow at once, another when a whole period is over. */
	if (storm_power_of(model, event) != STORM_OFF && storm_event_may_run(model, event))
		event->phase_known = false;
}

static void set_output(struct storm_model *model, const struct storm_op *op)
{
	struct storm_event *event = &model->event[op->event];

	event->ring = op->other == STORM_NONE ? STORM_NONE : model->event[op->other].ring;
	event->lossy = event->lossy || event->ring != STORM_NONE;
}

/* --- reading -------------------------------------------------------------------------------- */

static void learn_read(struct storm_model *model, const struct storm_op *op,
		       const struct storm_expect *expect, const struct storm_answer *answer)
{
	struct storm_event *event = &model->event[op->event];
	struct storm_layout at = storm_layout(expect->layout);

	if (!answer->bytes)
		return;
	for (unsigned i = 0; i < expect->members; i++) {
		struct storm_event *member = &model->event[expect->member[i]];
		const uint64_t *word = answer->word + i * at.step;

		storm_count_learn(member, word[at.value]);
		if (expect->layout & STORM_READ_ID)
			member->id = word[at.id];
	}
	if (expect->layout & STORM_READ_GROUP)
		event = &model->event[event->leader]; /* whose times they are */
	if (expect->layout & STORM_READ_TIMES) {
		event->enabled = answer->word[at.enabled];
		event->running = answer->word[at.running];
		event->quiet = storm_power_of(model, event) == STORM_OFF ||
			       (event->task != STORM_NONE && !event->tasks);
	}
}

/* --- all -------------------------------------------------------------------------------------- */

static void apply(struct storm_model *model, const struct storm_op *op,
		  const struct storm_expect *expect, const struct storm_answer *answer)
{
	bool has_event = storm_uses(op->kind) & STORM_USES_EVENT;
	struct storm_event *event = &model->event[has_event ? op->event : 0];

	switch (op->kind) {
	case STORM_FORK:
	case STORM_THREAD:
		storm_fork_task(model, op);
		break;
	case STORM_END:
		storm_end_task(model, op->task);
		break;
	case STORM_PIN:
		model->task[op->task].cpu = op->cpu;
		break;
	case STORM_WORK:
		storm_count(model, op->task, op->what, op->number);
		break;
	case STORM_SWITCH:
		change_all(model, op);
		break;
	case STORM_OPEN:
		open_event(model, op, answer->at);
		break;
	case STORM_CLOSE:
		close_event(model, op->event);
		break;
	case STORM_ENABLE:
		change(model, op, enable);
		break;
	case STORM_DISABLE:
		change(model, op, disable);
		break;
	case STORM_RESET:
		change(model, op, reset);
		break;
	case STORM_REFRESH:
		refresh(model, event, op->number);
		break;
	case STORM_PERIOD:
		set_period(model, event, op->number);
		break;
	case STORM_OUTPUT:
		set_output(model, op);
		break;
	case STORM_ID:
		event->id = answer->id;
		break;
	case STORM_MAP:
		event->mapped = event->lossy = true;
		event->ring = op->event;
		break;
	case STORM_UNMAP:
		unmap(model, op->event);
		break;
	case STORM_READ:
		learn_read(model, op, expect, answer);
		break;
	}
}

void storm_apply(struct storm_model *model, const struct storm_op *op,
		 const struct storm_expect *expect, const struct storm_answer *answer)
{
	if (expect->skip)
		return;
	if (!answer->result)
		apply(model, op, expect, answer);
	storm_settle(model);
}
