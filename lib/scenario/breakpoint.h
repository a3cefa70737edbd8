/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * breakpoint.h - scenarios about breakpoints, and probes beside them
 */
#ifndef PERFMUX_SCENARIO_BREAKPOINT_H
#define PERFMUX_SCENARIO_BREAKPOINT_H

#include "kit/kit.h"

#define BREAKPOINT_SCENARIOS(X) \
	X(breakpoint_kinds)     \
	X(breakpoint_slots)     \
	X(breakpoint_slots_cpu) \
	X(breakpoint_modify)    \
	X(breakpoint_inherit)   \
	X(breakpoint_threads)   \
	X(breakpoint_cpu_wide)  \
	X(breakpoint_probes)

#define BREAKPOINT_MAX 32

/* Breakpoints of one task or CPU that are open. */
struct breakpoint_set {
	int fd[BREAKPOINT_MAX];
	int count;
	int refusal; /* -errno of the one that was one too many, or 0 */
};

/* Opens breakpoints that watch writes to one word until one is refused, or @max are open. */
struct breakpoint_set breakpoint_fill(struct kit *kit, pid_t pid, int cpu, int max);
void breakpoint_close(struct breakpoint_set *set);

/* How many a task, or a CPU, can have at this moment. */
int breakpoint_room(struct kit *kit, pid_t pid, int cpu);

/* What was measured of the room that there is, beside what it should be. */
struct breakpoint_trial {
	struct {
		const char *what;
		uint64_t got, expected;
	} row[32];
	unsigned rows;
	int before, after; /* the room for this task, with nothing open */
};

void breakpoint_expect(struct breakpoint_trial *trial, const char *what, int got, int expected);

/*
 * Others may have breakpoints of CPUs, which come and go. So @attempt is made several times, until
 * all is as expected; when it never was, the kernel's books are wrong if the room was steady
 * meanwhile, or smaller after each attempt; else the scenario is skipped.
 */
void breakpoint_attempt(struct kit *kit,
			void (*attempt)(struct kit *kit, struct breakpoint_trial *trial));

#endif
