/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * group.h - scenarios about groups of events
 */
#ifndef PERFMUX_SCENARIO_GROUP_H
#define PERFMUX_SCENARIO_GROUP_H

#define GROUP_SCENARIOS(X)

#endif
