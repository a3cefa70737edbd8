// SPDX-License-Identifier: GPL-2.0-only
/*
 * count.c - the model's counts: what work, the end of tasks, resets and reads do to them
 */
#include "storm/model.h"

/*
 * Smaller periods may be throttled, which is the kernel's right, and overflows are then not told.
 */
enum { STEADY_PERIOD = 32 };

static void add(struct storm_event *event, unsigned task, uint64_t low, uint64_t high)
{
	event->value.low = storm_add(event->value.low, low);
	event->value.high = storm_add(event->value.high, high);
	event->done[task] += low;
	event->fresh = storm_add(event->fresh, high);
}

static bool counts(const struct storm_model *model, const struct storm_event *event, unsigned task,
		   unsigned what)
{
	if (event->what != what || storm_power_of(model, event) == STORM_OFF)
		return false;
	if (event->cpu != STORM_NONE && event->cpu != model->task[task].cpu)
		return false;
	return event->task == STORM_NONE || event->tasks & storm_task_bit(task);
}

/* Events to come until samples turn the event off; UINT32_MAX: they will not. */
static uint32_t until_off(const struct storm_event *event)
{
	uint64_t rest;

	if (!event->limit)
		return UINT32_MAX;
	rest = event->left + (uint64_t)(event->limit - 1) * event->period;
	return rest < UINT32_MAX ? (uint32_t)rest : UINT32_MAX;
}

/* So many of @times are counted before its samples turn it off. */
static uint32_t advance(struct storm_event *event, uint32_t times)
{
	uint32_t rest = until_off(event), past;

	if (!event->period)
		return times;
	if (times >= rest) {
		event->spent = true;
		event->limit = 0;
		event->left = event->period;
		event->power = STORM_OFF;
		return rest;
	}
	if (times < event->left) {
		event->left -= times;
		return times;
	}
	past = times - event->left;
	if (event->limit)
		event->limit -= 1 + past / event->period;
	event->left = event->period - past % event->period;
	return times;
}

/*
 * Kernels since 6.16 stop an event whose samples are spent in a way that, but for software events,
 * enabling it does not undo.
 */
static bool is_forgotten(const struct storm_model *model, const struct storm_event *event)
{
	return event->spent && event->what != KIT_FAULTS && !model->scene->strict;
}

/* At any moment. Page faults come unasked, too. */
static bool may_go_off(const struct storm_event *event)
{
	return event->limit &&
	       (!event->phase_known || event->period < STEADY_PERIOD || event->what == KIT_FAULTS);
}

/* Returns how many of @times the event was on for. */
static uint32_t count_one(struct storm_model *model, struct storm_event *event, unsigned task,
			  uint32_t times)
{
	bool sure = storm_power_of(model, event) == STORM_ON && !may_go_off(event) &&
		    !may_go_off(&model->event[event->leader]) && !is_forgotten(model, event);
	uint32_t counted = times;

	if (sure) {
		counted = advance(event, times);
		add(event, task, counted, counted);
	} else {
		event->phase_known = false;
		if (may_go_off(event)) {
			event->power = STORM_PERHAPS;
			event->spent = true;
		}
		add(event, task, 0, times);
	}
	return counted;
}

void storm_count(struct storm_model *model, unsigned task, unsigned what, uint32_t times)
{
	uint64_t counting = 0;
	uint32_t led[STORM_EVENTS]; /* by leaders: for how many they were on */

	storm_for_each_event(model, i) {
		led[i] = times;
		if (counts(model, &model->event[i], task, what))
			counting |= 1ull << i;
	}
	/*
	 * Leaders come last, since siblings are on as long as they are; how long is known before.
	 */
	storm_for_each_event(model, i) {
		const struct storm_event *event = &model->event[i];
		uint32_t rest = until_off(event);

		if (counting >> i & 1 && event->leader == i && !may_go_off(event) && rest < times)
			led[i] = rest;
	}
	for (int leaders = 0; leaders < 2; leaders++)
		storm_for_each_event(model, i) {
			struct storm_event *event = &model->event[i];

			if (counting >> i & 1 && (event->leader == i) == leaders)
				count_one(model, event, task, leaders ? times : led[event->leader]);
		}
}

/* Takes what the tasks have done away from them. */
static uint64_t take_done(struct storm_event *event, uint8_t tasks)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < STORM_TASKS; i++)
		if (tasks & storm_task_bit(i)) {
			sum += event->done[i];
			event->done[i] = 0;
		}
	return sum;
}

void storm_count_ended(struct storm_event *event, unsigned task)
{
	uint64_t unsure = event->value.high - event->value.low;
	uint8_t circle = storm_circle(event, event->circle[task]);
	bool home = event->circle[task] == event->home, last = circle == storm_task_bit(task);
	uint64_t done = take_done(event, circle);

	if (home && last && !event->lost) { /* the instance that was opened stays, and its count */
		event->lost = true;
		return;
	}
	if (last && !home)
		event->ended.low = storm_add(event->ended.low, done);
	event->ended.high =
		storm_add(event->ended.high, storm_add(done, storm_add(event->unplaced, unsure)));
	if (event->ended.high > event->value.high)
		event->ended.high = event->value.high;
	if (!last)
		event->unplaced = storm_add(event->unplaced, done);
	event->lost = event->lost || home;
}

void storm_count_slack(struct storm_event *event, uint64_t slack)
{
	event->value.high = storm_add(event->value.high, slack);
	event->fresh = storm_add(event->fresh, slack);
}

void storm_count_reset(struct storm_event *event)
{
	event->value = event->ended;
	event->unplaced = event->fresh = 0;
	event->was_read = false;
	for (unsigned i = 0; i < STORM_TASKS; i++)
		event->done[i] = 0;
	if (event->task == STORM_NONE && event->was_on)
		event->value.high = UINT64_MAX; /* others' work */
}

void storm_count_learn(struct storm_event *event, uint64_t value)
{
	event->unplaced = storm_add(event->unplaced, value - event->value.low);
	event->value.low = event->value.high = event->read = value;
	event->was_read = true;
	if (event->ended.high > value)
		event->ended.high = value;
	if (value > event->fresh && event->ended.low < value - event->fresh)
		event->ended.low = value - event->fresh;
}
