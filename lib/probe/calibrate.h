/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * calibrate.h - which workload tells the truth about which event
 */
#ifndef PERFMUX_PROBE_CALIBRATE_H
#define PERFMUX_PROBE_CALIBRATE_H

#include <perfmux/list.h>

#include "probe/load.h"

struct calibration {
	load_fn *load;
	long arg;
	const char *what; /* in the plural: "page faults" */
};

/* The calibration of @event, which was listed as @listed; false when there is none. */
bool calibration_find(const struct pmx_event *event, const struct pmx_listed_event *listed,
		      struct calibration *out);

/*
 * The spec that makes an event of a listed form: a breakpoint on @word or on load_target(). NULL
 * when the form has none; else @buf.
 */
const char *calibration_spec(const struct pmx_listed_event *listed, volatile long *word, char *buf,
			     size_t size);

#endif
