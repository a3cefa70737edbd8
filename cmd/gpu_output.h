/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu_output.h - the files that `perfmux gpu` writes, and what it shows while it runs
 */
#ifndef PMX_CMD_GPU_OUTPUT_H
#define PMX_CMD_GPU_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include <perfmux/report_gpu.h>
#include <perfmux/target.h>

#include "gpu.h"

struct gpu_output {
	const struct gpu_options *options;
	FILE *text, *svg, *trace; /* NULL: not asked for; text is standard error then */
	struct pmx_gpu_csv csv;
	struct pmx_gpu_json json;
	struct pmx_json_head head;
	struct utsname kernel; /* which the head names */
	struct pmx_gpu_live live;
	char *title;
	bool is_ended;	  /* the JSON document is whole */
	bool has_result;  /* the final one was written */
	uint64_t updates; /* that were reported when the last interval ended */
};

/* Opens what the options name, before anything is measured. 0, or -errno with nothing left open. */
int gpu_output_open(struct gpu_output *output, const struct gpu_options *options,
		    enum pmx_target_kind kind, struct pmx_error *err);

/* With -I: an interval has ended. */
void gpu_output_interval(struct gpu_output *output, const struct pmx_gpu_report *report);

/* @report is final; @exit_status is the run's. */
void gpu_output_final(struct gpu_output *output, const struct pmx_gpu_report *report,
		      int exit_status);

/* True when nothing that is written while it runs arrives anywhere: nobody is left to look. */
bool gpu_output_is_lost(const struct gpu_output *output);

/* Ends and closes them; -errno when something did not reach its file. */
int gpu_output_close(struct gpu_output *output, struct pmx_error *err);

#endif
