// SPDX-License-Identifier: GPL-2.0-only
/*
 * op.c - what the kinds of operations are called, and which fields they use
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "storm/op.h"
#include "storm/wrong.h"

#define EVENT  STORM_USES_EVENT
#define TASK   STORM_USES_TASK
#define WHAT   STORM_USES_WHAT
#define CPU    STORM_USES_CPU
#define FLAGS  STORM_USES_FLAGS
#define NUMBER STORM_USES_NUMBER
#define LEADER STORM_USES_OTHER_EVENT
#define CHILD  STORM_USES_OTHER_TASK

static const struct {
	const char *name;
	unsigned uses;
} kinds[STORM_KINDS] = {
	[STORM_FORK] = { "fork", TASK | CHILD },
	[STORM_THREAD] = { "thread", TASK | CHILD },
	[STORM_END] = { "end", TASK },
	[STORM_PIN] = { "pin", TASK | CPU },
	[STORM_WORK] = { "work", TASK | WHAT | NUMBER },
	[STORM_SWITCH] = { "switch", TASK | NUMBER },
	[STORM_OPEN] = { "open", EVENT | TASK | CPU | LEADER | WHAT | FLAGS | NUMBER },
	[STORM_CLOSE] = { "close", EVENT },
	[STORM_ENABLE] = { "enable", EVENT | FLAGS },
	[STORM_DISABLE] = { "disable", EVENT | FLAGS },
	[STORM_RESET] = { "reset", EVENT | FLAGS },
	[STORM_REFRESH] = { "refresh", EVENT | NUMBER },
	[STORM_PERIOD] = { "period", EVENT | NUMBER },
	[STORM_OUTPUT] = { "output", EVENT | LEADER },
	[STORM_ID] = { "id", EVENT },
	[STORM_MAP] = { "map", EVENT | NUMBER },
	[STORM_UNMAP] = { "unmap", EVENT },
	[STORM_READ] = { "read", EVENT | NUMBER },
	[STORM_WRONG_OPEN] = { "wrong open", 0 },
	[STORM_WRONG_CALL] = { "wrong call", EVENT },
};

/* Beside the meters. */
static const char *const whats[STORM_WHATS] = {
	[STORM_DUMMY] = "dummy",
	[STORM_TASK_CLOCK] = "task-clock",
	[STORM_CPU_CLOCK] = "cpu-clock",
	[STORM_HARDWARE] = "core PMU 1",
	[STORM_HARDWARE + 1] = "core PMU 2",
	[STORM_HARDWARE + 2] = "core PMU 3",
	[STORM_HARDWARE + 3] = "core PMU 4",
};

/* In the order of the bits. */
static const char *const flags[STORM_FLAGS] = {
	"disabled",	  "inherit",	    "inherit_thread",  "pinned",    "exclusive",
	"enable_on_exec", "remove_on_exec", "reads its group", "reads ids", "reads losses",
	"reads times",	  "no group",	    "group",
};

unsigned storm_uses(enum storm_kind kind)
{
	return kinds[kind].uses;
}

const char *storm_kind_name(enum storm_kind kind)
{
	return kinds[kind].name;
}

const char *storm_what_name(enum storm_what what)
{
	return whats[what] ? whats[what] : kit_meter_name((enum kit_meter_kind)what);
}

const char *storm_flag_name(unsigned bit)
{
	return flags[bit];
}

/* --- as text -------------------------------------------------------------------------------- */

struct line {
	char *buf;
	size_t size;
	int length;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *fmt, ...)
{
	size_t used = (size_t)line->length;
	va_list args;
	int more;

	va_start(args, fmt);
	more = vsnprintf(used < line->size ? line->buf + used : NULL,
			 used < line->size ? line->size - used : 0, fmt, args);
	va_end(args);
	if (more > 0)
		line->length += more;
}

static void add_open(struct line *line, const struct storm_op *op)
{
	add(line, ": %s", storm_what_name(op->what));
	if (op->task != STORM_NONE)
		add(line, " of t%u", op->task);
	if (op->cpu == STORM_NONE)
		add(line, ", any CPU");
	else
		add(line, ", CPU %u", op->cpu);
	if (op->other != STORM_NONE)
		add(line, ", led by e%u", op->other);
	if (op->number)
		add(line, ", period %" PRIu32, op->number);
	for (unsigned bit = 0; bit < STORM_FLAGS; bit++)
		if (op->flags & 1u << bit)
			add(line, ", %s", flags[bit]);
}

static void add_rest(struct line *line, const struct storm_op *op)
{
	switch (op->kind) {
	case STORM_OPEN:
		add_open(line, op);
		break;
	case STORM_WORK:
		add(line, ": %" PRIu32 " %s", op->number, storm_what_name(op->what));
		break;
	case STORM_FORK:
	case STORM_THREAD:
		add(line, ": t%u", op->other);
		break;
	case STORM_PIN:
		add(line, ": CPU %u", op->cpu);
		break;
	case STORM_SWITCH:
		add(line, ": %s", op->number ? "on" : "off");
		break;
	case STORM_OUTPUT:
		if (op->other != STORM_NONE)
			add(line, ": e%u", op->other);
		else
			add(line, ": none");
		break;
	case STORM_READ:
		if (op->number)
			add(line, ": %" PRIu32 " bytes too few", op->number);
		break;
	case STORM_WRONG_OPEN:
		add(line, ": %s", storm_wrong_opens[op->what].name);
		break;
	case STORM_WRONG_CALL:
		add(line, ": %s", storm_wrong_calls[op->what].name);
		break;
	default:
		if (kinds[op->kind].uses & NUMBER)
			add(line, ": %" PRIu32, op->number);
		if (kinds[op->kind].uses & FLAGS && op->flags & STORM_GROUP)
			add(line, " with its group");
	}
}

int storm_op_text(const struct storm_op *op, char *buf, size_t size)
{
	struct line line = { .buf = buf, .size = size };

	add(&line, "%s", kinds[op->kind].name);
	if (kinds[op->kind].uses & EVENT)
		add(&line, " e%u", op->event);
	else if (kinds[op->kind].uses & TASK)
		add(&line, " t%u", op->task);
	add_rest(&line, op);
	return line.length;
}
