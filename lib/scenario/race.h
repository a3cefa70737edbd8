/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * race.h - scenarios about things that happen at the same time, and what is left behind
 */
#ifndef PERFMUX_SCENARIO_RACE_H
#define PERFMUX_SCENARIO_RACE_H

#define RACE_SCENARIOS(X)  \
	X(race_open_exit)  \
	X(race_close_fork) \
	X(race_task_storm) \
	X(race_cpu_storm)  \
	X(race_toggle)     \
	X(race_hotplug)    \
	X(race_no_fds)     \
	X(race_left_behind)

#include "kit/kit.h"

/* The first meter whose work nothing else causes; the scenario is skipped where there is none. */
const struct kit_meter *race_meter(struct kit *kit);

/* Children that run @body(kit, arg) until the scenario ends; each begins on a CPU of its own. */
void race_noise(struct kit *kit, unsigned count, void (*body)(struct kit *kit, void *arg),
		void *arg);

#endif
