// SPDX-License-Identifier: GPL-2.0-only
/*
 * turns.c - tasks that take turns on one CPU
 */
#include "kit/turns.h"

void kit_turn_wait(struct kit_turns *turns, uint32_t me, uint32_t round)
{
	kit_gate_wait(&turns->gate, round * turns->tasks + me);
}

void kit_turn_end(struct kit_turns *turns, uint32_t me, uint32_t round)
{
	kit_gate_open(&turns->gate, round * turns->tasks + me + 1);
}
