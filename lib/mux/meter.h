/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * meter.h - trying events: opened, enabled, watched for a moment, closed
 */
#ifndef PERFMUX_MUX_METER_H
#define PERFMUX_MUX_METER_H

#include <perfmux/capacity.h>

#include "mux/counters.h"

/* What became of an event, or of a piece, in a trial. */
enum pmx_tried {
	PMX_TRIED_NOT,	/* it was not part of it */
	PMX_TRIED_ON,	/* on its PMU all the time */
	PMX_TRIED_OFF,	/* off its PMU for a time, or always */
	PMX_TRIED_NONE, /* could not be opened, and takes no counter */
};

/*
 * Tries @events together, all of @pmu but what software-class events their groups have. @tried: by
 * event; *cpu: where. When none could be opened, @why says why the first could not; else its code
 * is 0.
 */
int pmx_meter_try(struct pmx_meter *meter, const struct pmx_pmu *pmu,
		  const struct pmx_events *events, enum pmx_tried *tried, int *cpu,
		  struct pmx_error *why, struct pmx_error *err);

/* What the kernel's log says of @pmu, or NULL. */
const struct pmx_counters *pmx_meter_counters(struct pmx_meter *meter, const struct pmx_pmu *pmu);

#endif
