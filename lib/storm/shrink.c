// SPDX-License-Identifier: GPL-2.0-only
/*
 * shrink.c - delta debugging of programs
 */
#include "storm/shrink.h"

#include <string.h>

struct shrink {
	struct storm_op *program, *scratch;
	size_t count;
	storm_fails_fn *fails;
	void *ctx;
};

/* Takes what is in scratch over, if it fails. */
static bool try(struct shrink *shrink, size_t count)
{
	size_t failed = count ? shrink->fails(shrink->ctx, shrink->scratch, count) : 0;

	if (!failed)
		return false;
	memcpy(shrink->program, shrink->scratch, failed * sizeof(*shrink->program));
	shrink->count = failed;
	return true;
}

/* --- what has to do with it ----------------------------------------------------------------- */

struct slots {
	uint64_t events;
	uint8_t tasks;
};

static uint64_t event_bit(unsigned event)
{
	return event < STORM_EVENTS ? 1ull << event : 0;
}

static struct slots slots_of(const struct storm_op *op)
{
	unsigned uses = storm_uses(op->kind);
	struct slots slots = { 0 };

	if (uses & STORM_USES_EVENT)
		slots.events |= event_bit(op->event);
	if (uses & STORM_USES_OTHER_EVENT)
		slots.events |= event_bit(op->other);
	if (uses & STORM_USES_TASK && op->task < STORM_TASKS)
		slots.tasks |= (uint8_t)(1u << op->task);
	if (uses & STORM_USES_OTHER_TASK && op->other < STORM_TASKS)
		slots.tasks |= (uint8_t)(1u << op->other);
	return slots;
}

static bool touches(const struct slots *slots, const struct slots *wanted)
{
	return slots->events & wanted->events || (!slots->events && slots->tasks & wanted->tasks);
}

/* Backwards from the end: what shares a slot with it, or with what does. */
static void leave_strangers_out(struct shrink *shrink)
{
	struct slots wanted = slots_of(&shrink->program[shrink->count - 1]);
	size_t kept = 0;
	bool grew;

	do {
		struct slots before = wanted;

		for (size_t i = shrink->count; i--;) {
			struct slots slots = slots_of(&shrink->program[i]);

			if (!touches(&slots, &wanted))
				continue;
			wanted.events |= slots.events;
			wanted.tasks |= slots.tasks;
		}
		grew = wanted.events != before.events || wanted.tasks != before.tasks;
	} while (grew);
	for (size_t i = 0; i < shrink->count; i++) {
		struct slots slots = slots_of(&shrink->program[i]);

		if (touches(&slots, &wanted))
			shrink->scratch[kept++] = shrink->program[i];
	}
	if (kept < shrink->count)
		try(shrink, kept);
}

/* --- pieces --------------------------------------------------------------------------------- */

static bool leave_out(struct shrink *shrink, size_t from, size_t size)
{
	size_t behind = from + size;

	memcpy(shrink->scratch, shrink->program, from * sizeof(*shrink->program));
	memcpy(shrink->scratch + from, shrink->program + behind,
	       (shrink->count - behind) * sizeof(*shrink->program));
	return try(shrink, shrink->count - size);
}

/* From the end, where what is left out first is what others need the least. Never the last one. */
static bool leave_pieces_out(struct shrink *shrink, size_t size)
{
	size_t end = shrink->count - 1;
	bool shorter = false;

	while (end > 0) {
		size_t from = end > size ? end - size : 0;

		if (leave_out(shrink, from, end - from))
			shorter = true;
		end = from < shrink->count ? from : shrink->count - 1;
	}
	return shorter;
}

/* --- simpler -------------------------------------------------------------------------------- */

static bool replace(struct shrink *shrink, size_t index, struct storm_op op)
{
	if (!memcmp(&op, &shrink->program[index], sizeof(op)))
		return false;
	memcpy(shrink->scratch, shrink->program, shrink->count * sizeof(*shrink->program));
	shrink->scratch[index] = op;
	return try(shrink, shrink->count);
}

static void simplify_flags(struct shrink *shrink, size_t index)
{
	for (unsigned bit = 0; bit < STORM_FLAGS && index < shrink->count; bit++) {
		struct storm_op op = shrink->program[index];

		op.flags &= (uint16_t) ~(1u << bit);
		replace(shrink, index, op);
	}
}

static void simplify_number(struct shrink *shrink, size_t index)
{
	bool smaller = true;

	while (smaller && index < shrink->count) {
		struct storm_op op = shrink->program[index];

		op.number /= 2;
		smaller = replace(shrink, index, op);
	}
	if (index < shrink->count && shrink->program[index].number) {
		struct storm_op op = shrink->program[index];

		op.number--;
		replace(shrink, index, op);
	}
}

static void simplify_slots(struct shrink *shrink, size_t index)
{
	struct storm_op op = shrink->program[index];
	unsigned uses = storm_uses(op.kind);

	if (uses & STORM_USES_OTHER_EVENT) {
		op.other = STORM_NONE;
		replace(shrink, index, op);
	}
	if (uses & STORM_USES_CPU && uses & STORM_USES_EVENT && index < shrink->count) {
		op = shrink->program[index];
		op.cpu = STORM_NONE;
		replace(shrink, index, op);
	}
	if (uses & STORM_USES_TASK && index < shrink->count) {
		op = shrink->program[index];
		op.task = 0;
		replace(shrink, index, op);
	}
}

/* The driver does whatever another task does. */
static void spare_task(struct shrink *shrink, unsigned task)
{
	memcpy(shrink->scratch, shrink->program, shrink->count * sizeof(*shrink->program));
	for (size_t i = 0; i < shrink->count; i++) {
		struct storm_op *op = &shrink->scratch[i];

		if (storm_uses(op->kind) & STORM_USES_TASK && op->task == task)
			op->task = 0;
	}
	if (memcmp(shrink->scratch, shrink->program, shrink->count * sizeof(*shrink->program)))
		try(shrink, shrink->count);
}

static void simplify(struct shrink *shrink)
{
	for (unsigned i = 1; i < STORM_TASKS; i++)
		spare_task(shrink, i);
	for (size_t i = 0; i < shrink->count; i++) {
		unsigned uses = storm_uses(shrink->program[i].kind);

		simplify_slots(shrink, i);
		if (uses & STORM_USES_FLAGS)
			simplify_flags(shrink, i);
		if (uses & STORM_USES_NUMBER && i < shrink->count)
			simplify_number(shrink, i);
	}
}

size_t storm_shrink(struct storm_op *program, size_t count, struct storm_op *scratch,
		    storm_fails_fn *fails, void *ctx)
{
	struct shrink shrink = {
		.program = program,
		.scratch = scratch,
		.count = count,
		.fails = fails,
		.ctx = ctx,
	};

	if (!count)
		return 0;
	leave_strangers_out(&shrink);
	for (size_t size = shrink.count / 2; size > 1; size /= 2)
		leave_pieces_out(&shrink, size);
	while (leave_pieces_out(&shrink, 1))
		;
	simplify(&shrink);
	while (leave_pieces_out(&shrink, 1))
		;
	return shrink.count;
}
