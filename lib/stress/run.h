/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run.h - what a scenario is handed
 */
#ifndef PERFMUX_STRESS_RUN_H
#define PERFMUX_STRESS_RUN_H

#include "stress/engine.h"

/* Fills @out for one run; in the process that will use it. */
void stress_kit(const struct pmx_stress *stress, struct kit_sheet *sheet, uint64_t seed,
		uint64_t budget, struct kit *out);

#endif
