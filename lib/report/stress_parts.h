/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stress_parts.h - what the writers of stress reports have in common
 */
#ifndef PERFMUX_REPORT_STRESS_PARTS_H
#define PERFMUX_REPORT_STRESS_PARTS_H

#include <perfmux/report_stress.h>

#include "report/out.h"

/* Room for a run's name or the command that repeats it, and for a seed. */
enum { PMX_STRESS_NAME = 256, PMX_STRESS_SEED = 24 };

/* Adds the result to the report's totals. */
void pmx_stress_tally(struct pmx_stress_report *report, const struct pmx_stress_result *result);

/* ns that all took. */
uint64_t pmx_stress_elapsed(const struct pmx_stress_report *report);

/* "inherit.tree", and from the second round on "inherit.tree.2": no two runs have the same. */
const char *pmx_stress_run_name(const struct pmx_stress_result *result, char buf[PMX_STRESS_NAME]);

/* "inherit", of "inherit.tree" */
const char *pmx_stress_family(const struct pmx_scenario *scenario, char buf[PMX_STRESS_NAME]);

/* "0x1f" */
const char *pmx_stress_seed(uint64_t seed, char buf[PMX_STRESS_SEED]);

/* Known defects that a result has, each once: those at breach 0, ... Returns how many. */
size_t pmx_stress_result_defects(const struct pmx_stress_result *result,
				 const struct pmx_defect *defects[PMX_STRESS_BREACHES]);

/* Breaches found but not kept. */
uint64_t pmx_stress_untold(const struct pmx_stress_result *result);

/*
 * @lines one by one, each behind @before and @indent spaces: tabs become spaces, other controls are
 * made visible.
 */
void pmx_stress_put_lines(struct pmx_out *out, const char *lines, const char *before,
			  size_t indent);

/* Keeps @size bytes for the end; when there is no room the report has lost a result. */
void pmx_stress_keep(struct pmx_stress_report *report, const char *data, size_t size);

#endif
