/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stress_list.h - the list of scenarios, apart from the engine that knows what is missing
 */
#ifndef PERFMUX_REPORT_STRESS_LIST_H
#define PERFMUX_REPORT_STRESS_LIST_H

#include <perfmux/report_stress.h>

/* What this machine serves; not @known: nobody asked. */
struct pmx_stress_served {
	bool known;
	unsigned serves;
	const char *missing[PMX_NEEDS]; /* why, or "" */
};

void pmx_stress_put_list(FILE *out, const struct pmx_scenario *const *list, size_t count,
			 const struct pmx_stress_served *served, bool dangerous, bool color);
void pmx_stress_put_explained(FILE *out, const struct pmx_scenario *scenario,
			      const struct pmx_stress_served *served, bool color);

#endif
