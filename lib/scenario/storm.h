/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * storm.h - scenarios about programs of random operations, with a model that predicts what they give
 */
#ifndef PERFMUX_SCENARIO_STORM_H
#define PERFMUX_SCENARIO_STORM_H

#define STORM_SCENARIOS(X)

#endif
