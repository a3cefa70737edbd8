/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * turns.h - tasks that take turns on one CPU, so that the kernel switches from one straight to the
 * next
 *
 * This is where it may swap the contexts of two tasks instead of taking events off and on. Another
 * task that gets the CPU in between spares them one swap; there are many.
 */
#ifndef PERFMUX_KIT_TURNS_H
#define PERFMUX_KIT_TURNS_H

#include "kit/kit.h"

struct kit_turns { /* in memory that the tasks share */
	struct kit_gate gate;
	uint32_t tasks;
};

/* Waits for the turn of task @me (from 0) in @round (from 0). */
void kit_turn_wait(struct kit_turns *turns, uint32_t me, uint32_t round);
/*
 * Ends it: the next task's begins, and the last one's is followed by the first one's of the next
 * round.
 */
void kit_turn_end(struct kit_turns *turns, uint32_t me, uint32_t round);

#endif
