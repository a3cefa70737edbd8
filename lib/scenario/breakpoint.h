/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * breakpoint.h - scenarios about breakpoints, and probes beside them
 */
#ifndef PERFMUX_SCENARIO_BREAKPOINT_H
#define PERFMUX_SCENARIO_BREAKPOINT_H

#define BREAKPOINT_SCENARIOS(X)

#endif
