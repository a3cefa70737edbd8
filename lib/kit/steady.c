// SPDX-License-Identifier: GPL-2.0-only
/*
 * steady.c - having a CPU to oneself, and knowing whether one had
 */
#include "kit/steady.h"

#include <sched.h>

bool kit_steady(void)
{
	struct sched_param param = { .sched_priority = sched_get_priority_min(SCHED_FIFO) };

	return !sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &param);
}

double kit_spin_share(uint64_t ns)
{
	uint64_t start = kit_now(), passed;

	kit_spin(ns);
	passed = kit_now() - start;
	return passed ? (double)ns / (double)passed : 0;
}
