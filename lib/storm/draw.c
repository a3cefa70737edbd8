// SPDX-License-Identifier: GPL-2.0-only
/*
 * draw.c - programs, drawn by lot
 *
 * The author has a model of its own, which assumes that whatever may succeed does, so that most
 * operations mean something. It never sees an answer: a seed determines the program.
 */
#include <errno.h>
#include <string.h>

#include "storm/profile.h"
#include "storm/wrong.h"

enum {
	TRIES = 8,	     /* for an operation that means something */
	PROBES_ONE_IN = 200, /* opens that may be probes: closing one waits for milliseconds */
};

struct author {
	const struct storm_profile *profile;
	const struct storm_scene *scene;
	struct storm_model *model;
	struct kit_random random;
};

static uint32_t below(struct author *author, uint32_t limit)
{
	return kit_random_below(&author->random, limit);
}

static bool percent(struct author *author, unsigned percent)
{
	return below(author, 100) < percent;
}

/* --- slots ---------------------------------------------------------------------------------- */

/*
 * A slot below @slots for which @is says @wanted; the next one from a random one on, or STORM_NONE.
 */
static uint8_t pick(struct author *author, unsigned slots, bool wanted,
		    bool (*is)(const struct storm_model *model, unsigned slot))
{
	unsigned from = below(author, slots);

	for (unsigned i = 0; i < slots; i++) {
		unsigned slot = (from + i) % slots;

		if (is(author->model, slot) == wanted)
			return (uint8_t)slot;
	}
	return STORM_NONE;
}

static bool is_alive(const struct storm_model *model, unsigned slot)
{
	return model->task[slot].alive;
}

static bool is_open(const struct storm_model *model, unsigned slot)
{
	return model->event[slot].open;
}

static uint8_t task(struct author *author)
{
	return pick(author, author->profile->tasks, true, is_alive);
}

static uint8_t event(struct author *author)
{
	return pick(author, author->profile->events, true, is_open);
}

static uint8_t cpu(struct author *author)
{
	return (uint8_t)below(author, author->scene->cpus);
}

/* One of the bits. */
static uint8_t bit_of(struct author *author, uint16_t bits)
{
	unsigned nth = below(author, (uint32_t)__builtin_popcount(bits));

	while (nth--)
		bits &= (uint16_t)(bits - 1);
	return (uint8_t)__builtin_ctz(bits);
}

/* --- operations ----------------------------------------------------------------------------- */

static uint16_t some_flags(struct author *author)
{
	/* of each hundred, in the order of the bits */
	static const uint8_t often[STORM_FLAGS] = { 40, 40, 15, 8, 8, 8, 8, 40, 50, 25, 85, 3, 0 };
	uint16_t flags = 0;

	for (unsigned bit = 0; bit < STORM_FLAGS; bit++)
		if (author->profile->flags >> bit & 1 && percent(author, often[bit]))
			flags |= (uint16_t)(1u << bit);
	if (!(flags & STORM_INHERIT) && !percent(author, author->profile->odd))
		flags &= (uint16_t)~STORM_INHERIT_THREAD;
	if (flags & STORM_ENABLE_ON_EXEC && !percent(author, author->profile->odd))
		flags &= (uint16_t)~STORM_REMOVE_ON_EXEC;
	return flags;
}

/* As the group wants its members. */
static void fit_in(const struct storm_model *model, struct storm_op *op)
{
	const struct storm_event *leader;

	op->other = model->event[op->other].leader;
	leader = &model->event[op->other];
	op->task = leader->task;
	op->cpu = leader->cpu;
	op->flags &=
		(uint16_t) ~(STORM_INHERIT | STORM_INHERIT_THREAD | STORM_PINNED | STORM_EXCLUSIVE);
	op->flags |= leader->flags & (STORM_INHERIT | STORM_INHERIT_THREAD);
}

static uint32_t some_period(struct author *author)
{
	return percent(author, 30) ? 2 + below(author, 30) : 32 + below(author, 200);
}

static uint8_t something(struct author *author)
{
	uint16_t whats = author->profile->whats & author->scene->usable;

	if (!kit_random_chance(&author->random, PROBES_ONE_IN))
		whats &= (uint16_t) ~(1u << KIT_PROBE);
	return bit_of(author, whats);
}

/* Flags that kernels are known not to bear with some events. */
static uint16_t unwanted(const struct storm_profile *profile, unsigned what)
{
	uint16_t inherit = STORM_INHERIT | STORM_INHERIT_THREAD;

	if (what == KIT_PROBE) /* it is in the code of tasks only that it is opened for */
		return inherit | STORM_ENABLE_ON_EXEC;
	/*
	 * Where contexts are swapped it is forgotten whose slots are in use: there may be too many.
	 */
	if (storm_is_breakpoint(what) && !profile->strict)
		return inherit;
	return 0;
}

static void draw_open(struct author *author, struct storm_op *op)
{
	const struct storm_profile *profile = author->profile;

	op->event = pick(author, profile->events, false, is_open);
	if (op->event == STORM_NONE) { /* all are in use */
		op->kind = STORM_CLOSE;
		op->event = event(author);
		return;
	}
	op->task = task(author);
	op->what = something(author);
	op->flags = some_flags(author);
	if (percent(author, profile->on_cpu))
		op->cpu = percent(author, 70) ? author->model->task[op->task].cpu : cpu(author);
	if (author->scene->cpu_events && percent(author, profile->cpus)) {
		op->task = STORM_NONE;
		op->cpu = cpu(author);
	}
	if (percent(author, profile->led))
		op->other = event(author);
	if (op->other != STORM_NONE && !percent(author, profile->odd))
		fit_in(author->model, op);
	op->flags &= (uint16_t)~unwanted(profile, op->what);
	if (op->what <= STORM_DUMMY && percent(author, profile->sampled))
		op->number = some_period(author);
}

/* Mostly what somebody counts. */
static void draw_work(struct author *author, struct storm_op *op)
{
	uint16_t whats = author->profile->whats & author->scene->usable & STORM_METERS;
	uint8_t slot = event(author);

	op->task = task(author);
	if (!whats)
		return;
	op->what = bit_of(author, whats);
	if (slot != STORM_NONE && storm_is_meter(author->model->event[slot].what) &&
	    percent(author, 85)) {
		op->what = author->model->event[slot].what;
		if (author->model->event[slot].task != STORM_NONE && percent(author, 60))
			op->task = author->model->event[slot].task;
	}
	op->number = 1 + below(author, percent(author, 80) ? 12 : 100);
}

static void draw_event(struct author *author, struct storm_op *op)
{
	op->event = event(author);
	if (author->profile->flags & STORM_GROUP && percent(author, 35))
		op->flags = STORM_GROUP;
	switch (op->kind) {
	case STORM_REFRESH:
		op->number = below(author, 6);
		break;
	case STORM_PERIOD:
		op->number = percent(author, 90) ? some_period(author) : 0;
		break;
	case STORM_OUTPUT:
		if (percent(author, 75))
			op->other = event(author);
		break;
	case STORM_MAP:
		op->number = percent(author, 90) ? 1u << below(author, 4) >> 1 : 3;
		break;
	case STORM_READ:
		if (percent(author, author->profile->odd))
			op->number = percent(author, 50) ? 1 + below(author, 8) : 1u << 16;
		break;
	case STORM_WRONG_CALL:
		op->what = (uint8_t)below(author, (uint32_t)storm_wrong_call_count);
		break;
	}
}

static void draw_task(struct author *author, struct storm_op *op)
{
	op->task = task(author);
	switch (op->kind) {
	case STORM_FORK:
	case STORM_THREAD:
		op->other = pick(author, author->profile->tasks, false, is_alive);
		if (op->other == STORM_NONE) { /* all are in use */
			op->kind = STORM_END;
			op->task = pick(author, author->profile->tasks - 1u, true, is_alive);
		}
		break;
	case STORM_PIN:
		op->cpu = cpu(author);
		break;
	case STORM_SWITCH:
		if (percent(author, 70))
			op->task = 0;
		op->number = below(author, 2);
		break;
	}
}

static uint8_t draw_kind(struct author *author)
{
	const uint8_t *weight = author->profile->weight;
	uint32_t sum = 0, rest;
	uint8_t kind = 0;

	for (unsigned i = 0; i < STORM_KINDS; i++)
		sum += weight[i];
	rest = below(author, sum);
	while (rest >= weight[kind])
		rest -= weight[kind++];
	return kind;
}

static struct storm_op draw_one(struct author *author)
{
	struct storm_op op = {
		.kind = draw_kind(author),
		.event = STORM_NONE,
		.task = STORM_NONE,
		.other = STORM_NONE,
		.cpu = STORM_NONE,
	};

	if (op.kind == STORM_OPEN)
		draw_open(author, &op);
	else if (op.kind == STORM_WORK)
		draw_work(author, &op);
	else if (op.kind == STORM_WRONG_OPEN)
		op.what = (uint8_t)below(author, (uint32_t)storm_wrong_open_count);
	else if (storm_uses(op.kind) & STORM_USES_EVENT)
		draw_event(author, &op);
	else
		draw_task(author, &op);
	return op;
}

/* --- programs ------------------------------------------------------------------------------- */

/* What may succeed does, and a read tells nothing. */
static bool assume(struct storm_model *model, const struct storm_op *op)
{
	struct storm_expect expect;
	struct storm_answer answer;

	storm_predict(model, op, &expect);
	if (expect.skip)
		return false;
	answer.result = -expect.error[0];
	answer.at = answer.bytes = answer.id = 0;
	storm_apply(model, op, &expect, &answer);
	return true;
}

static size_t read_all(const struct storm_model *model, struct storm_op *program, size_t room)
{
	size_t count = 0;

	storm_for_each_event(model, i)
		if (count < room)
			program[count++] = (struct storm_op){
				.kind = STORM_READ,
				.event = (uint8_t)i,
				.task = STORM_NONE,
				.other = STORM_NONE,
				.cpu = STORM_NONE,
			};
	return count;
}

size_t storm_draw(const struct storm_profile *profile, const struct storm_scene *scene,
		  uint64_t seed, struct storm_op *program, size_t room, struct storm_model *scratch)
{
	struct author author = {
		.profile = profile,
		.scene = scene,
		.model = scratch,
		.random = { .state = seed },
	};
	size_t length = profile->shortest +
			below(&author, (uint32_t)(profile->longest - profile->shortest + 1));
	size_t count = 0;

	storm_model_start(scratch, scene);
	if (length > room)
		length = room;
	for (size_t tries = 0; count < length && tries < TRIES * length; tries++) {
		program[count] = draw_one(&author);
		if (assume(scratch, &program[count]))
			count++;
	}
	return count + read_all(scratch, program + count, room - count);
}
