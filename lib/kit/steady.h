/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * steady.h - having a CPU to oneself, and knowing whether one had
 *
 * Events take turns while their task is on the CPU. A task that shares it with others is off it in
 * the middle of turns, which is the scheduler's affair and not that of events: where turns are
 * counted, the task must not be disturbed.
 */
#ifndef PERFMUX_KIT_STEADY_H
#define PERFMUX_KIT_STEADY_H

#include "kit/kit.h"

/*
 * The calling thread goes before all ordinary tasks, and its children do not. False when it may
 * not.
 */
bool kit_steady(void);

/* Spins as kit_spin(). The CPU time, as a share of the time that passed: 1 when undisturbed. */
double kit_spin_share(uint64_t ns);

#endif
