/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * storm.h - programs of random operations, run against a model until one fails or time is up
 */
#ifndef PERFMUX_STORM_STORM_H
#define PERFMUX_STORM_STORM_H

#include "storm/profile.h"

/*
 * Draws programs from kit->random and runs them for kit->budget, on the @home-th CPU. The first
 * answer that is not one of those predicted is a breach; the program is then made as short as it
 * can be in 3 s, left as the reproducer, and the storm ends.
 */
void storm_run(struct kit *kit, const struct storm_profile *profile, unsigned home);

/*
 * The same with a storm on each CPU, and beside them somebody who makes and ends tasks, and
 * somebody who enables and disables events, none of which are the storms'.
 */
void storm_run_parallel(struct kit *kit, const struct storm_profile *profile);

#endif
