/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stress_output.h - where results of scenarios go: text or KTAP, files, and a line of progress
 */
#ifndef PMX_CMD_STRESS_OUTPUT_H
#define PMX_CMD_STRESS_OUTPUT_H

#include <sys/utsname.h>

#include <perfmux/report_stress.h>

#include "stress.h"

enum { STRESS_TEXT, STRESS_KTAP, STRESS_JUNIT, STRESS_JSON, STRESS_WRITERS };

struct stress_output {
	const struct stress_options *options;
	struct pmx_stress_report report[STRESS_WRITERS]; /* out is NULL for what is not wanted */
	struct utsname kernel;
	bool progress;	  /* standard error is a terminal */
	bool progressing; /* a line of it stands there */
	size_t done, planned;
	uint64_t start; /* CLOCK_MONOTONIC, ns */
	size_t count[PMX_STRESS_VERDICTS];
};

/* Opens the files. 0 or -errno, with nothing left open. */
int stress_output_open(struct stress_output *output, const struct stress_options *options,
		       struct pmx_error *err);

/* The heads; @planned: results to come. */
void stress_output_begin(struct stress_output *output, const struct pmx_stress *stress,
			 uint64_t seed, size_t planned);
void stress_output_started(struct stress_output *output, const struct pmx_scenario *scenario);
void stress_output_ended(struct stress_output *output, const struct pmx_stress_result *result);
void stress_output_end(struct stress_output *output, int exit_status);

/*
 * Closes; a write that failed is -errno. Without @err the run has failed, and files are left as
 * they were if nothing was found.
 */
int stress_output_close(struct stress_output *output, struct pmx_error *err);

#endif
