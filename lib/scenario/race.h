/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * race.h - scenarios about things that happen at the same time, and what is left behind
 */
#ifndef PERFMUX_SCENARIO_RACE_H
#define PERFMUX_SCENARIO_RACE_H

#define RACE_SCENARIOS(X)

#endif
