/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * engine.h - what the engine knows while scenarios run
 */
#ifndef PERFMUX_STRESS_ENGINE_H
#define PERFMUX_STRESS_ENGINE_H

#include <perfmux/pmu.h>
#include <perfmux/stress.h>

#include "kit/found.h"
#include "stress/kernel_log.h"

struct pmx_stress {
	struct pmx_machine *machine;
	struct pmx_pmus *pmus;
	const struct pmx_sys *sys;
	struct kit_found *found; /* shared memory: breakpoints watch words in it */
	struct kernel_log log;
	char log_error[80];
	unsigned kernel;
};

/* Fills @out, what a scenario is handed, for one run; in the process that will use it. */
void stress_kit(const struct pmx_stress *stress, struct kit_sheet *sheet, uint64_t seed,
		uint64_t budget, struct kit *out);

/*
 * What the sheet of one run says; the kernel's log, its defects and the numbers of the run aside.
 */
void pmx_stress_judge(const struct kit_sheet *sheet, unsigned limit_ms,
		      struct pmx_stress_result *out);

/* Once all breaches are in: which of them are known, and the verdict that follows. */
void pmx_stress_label(struct pmx_stress_result *result, unsigned kernel);

/* One breach more, while there is room. */
void pmx_stress_add_breach(struct pmx_stress_result *result, const struct pmx_breach *breach);

#endif
