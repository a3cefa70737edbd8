/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux.h - scenarios about events that share the counters of a PMU
 */
#ifndef PERFMUX_SCENARIO_MUX_H
#define PERFMUX_SCENARIO_MUX_H

#define MUX_SCENARIOS(X)

#endif
