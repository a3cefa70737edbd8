/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * op.h - programs of a storm: operations on slots that hold tasks and events
 *
 * An operation is a small value without pointers. What it means depends on the operations before it
 * and on nothing else, so that a program can be repeated, cut and printed. One that means nothing
 * (its slot is empty, or taken) is left out when it is run: whatever is cut from a program, what
 * remains is a program.
 */
#ifndef PERFMUX_STORM_OP_H
#define PERFMUX_STORM_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/kit.h"

#define STORM_TASKS  8 /* slots; the first is the driver: the process that asks for everything */
#define STORM_EVENTS 64
#define STORM_NONE   0xff /* in place of a slot or CPU */

enum storm_kind {
	STORM_FORK,   /* task makes a process: other */
	STORM_THREAD, /* task makes a thread: other */
	STORM_END,    /* task ends; a process with its threads */
	STORM_PIN,    /* task runs on cpu from now on */
	STORM_WORK,   /* task does number times what */
	STORM_SWITCH, /* task enables (number is not 0) or disables all events that it opened */
	STORM_OPEN, /* event, of task or of none, on cpu or any, led by other; number: its period */
	STORM_CLOSE,	  /* event, and what is mapped of it */
	STORM_ENABLE,	  /* event, or its group */
	STORM_DISABLE,	  /* the same */
	STORM_RESET,	  /* the same */
	STORM_REFRESH,	  /* event, for number overflows more */
	STORM_PERIOD,	  /* event: number is its new period */
	STORM_OUTPUT,	  /* event's samples go to the ring of other, or to its own */
	STORM_ID,	  /* event */
	STORM_MAP,	  /* event: its page, and number pages of ring */
	STORM_UNMAP,	  /* event */
	STORM_READ,	  /* event, into a buffer number bytes too short */
	STORM_WRONG_OPEN, /* what: a row of storm_wrong_opens */
	STORM_WRONG_CALL, /* what: a row of storm_wrong_calls; event */
	STORM_KINDS,
};

/* What is counted, and worked. */
enum storm_what {
	/* first those of enum kit_meter_kind */
	STORM_DUMMY = KIT_METERS, /* counts nothing, always */
	STORM_TASK_CLOCK,
	STORM_CPU_CLOCK,
	STORM_HARDWARE, /* of kit_pmus() */
	STORM_HARDWARE_LAST = STORM_HARDWARE + 3,
	STORM_WHATS,
};

enum storm_flag {
	STORM_DISABLED = 1 << 0,
	STORM_INHERIT = 1 << 1,
	STORM_INHERIT_THREAD = 1 << 2,
	STORM_PINNED = 1 << 3,
	STORM_EXCLUSIVE = 1 << 4,
	STORM_ENABLE_ON_EXEC = 1 << 5,
	STORM_REMOVE_ON_EXEC = 1 << 6,
	STORM_READ_GROUP = 1 << 7,
	STORM_READ_ID = 1 << 8,
	STORM_READ_LOST = 1 << 9,
	STORM_READ_TIMES = 1 << 10,
	STORM_NO_GROUP = 1 << 11, /* PERF_FLAG_FD_NO_GROUP */
	STORM_GROUP = 1 << 12,	  /* PERF_IOC_FLAG_GROUP */
};
#define STORM_FLAGS 13

struct storm_op {
	uint8_t kind; /* enum storm_kind */
	uint8_t event, task, other;
	uint8_t what; /* enum storm_what */
	uint8_t cpu;  /* the index of one, for kit_cpu() */
	uint16_t flags;
	uint32_t number;
};

/* Which fields an operation uses. */
enum storm_use {
	STORM_USES_EVENT = 1 << 0,
	STORM_USES_TASK = 1 << 1,
	STORM_USES_OTHER_TASK = 1 << 2,
	STORM_USES_OTHER_EVENT = 1 << 3,
	STORM_USES_WHAT = 1 << 4,
	STORM_USES_CPU = 1 << 5,
	STORM_USES_FLAGS = 1 << 6,
	STORM_USES_NUMBER = 1 << 7,
};

/* Bits of enum storm_use. */
unsigned storm_uses(enum storm_kind kind);

/* "open", "page faults", "inherit" */
const char *storm_kind_name(enum storm_kind kind);
const char *storm_what_name(enum storm_what what);
const char *storm_flag_name(unsigned bit);

/*
 * As it is listed: "open e3: page faults of t1, any CPU, led by e2, disabled". Returns
 * snprintf()'s.
 */
int storm_op_text(const struct storm_op *op, char *buf, size_t size);

static inline bool storm_is_meter(unsigned what)
{
	return what < KIT_METERS;
}

static inline bool storm_is_breakpoint(unsigned what)
{
	return what >= KIT_WRITES && what <= KIT_WRITES_LAST;
}

static inline bool storm_is_clock(unsigned what)
{
	return what == STORM_TASK_CLOCK || what == STORM_CPU_CLOCK;
}

static inline bool storm_is_hardware(unsigned what)
{
	return what >= STORM_HARDWARE && what <= STORM_HARDWARE_LAST;
}

#endif
