/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * storm.h - scenarios about programs of random operations, with a model that predicts what they
 * give
 */
#ifndef PERFMUX_SCENARIO_STORM_H
#define PERFMUX_SCENARIO_STORM_H

#define STORM_SCENARIOS(X) \
	X(storm_counts)    \
	X(storm_groups)    \
	X(storm_inherit)   \
	X(storm_errors)    \
	X(storm_mixed)     \
	X(storm_parallel)  \
	X(storm_strict)

#include "storm/storm.h"

/* Of all there is, on software PMUs and hardware ones. */
extern const struct storm_profile storm_everything;

#endif
