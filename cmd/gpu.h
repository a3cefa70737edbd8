/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpu.h - what a user asked of `perfmux gpu`
 */
#ifndef PMX_CMD_GPU_H
#define PMX_CMD_GPU_H

#include "options.h"
#include "target.h"

extern const struct opt_table gpu_table;

struct gpu_options {
	struct target_options target;
	long timeout_ms;
	long interval_ms;

	/* where from */
	int source; /* of enum pmx_gpu_sources */
	long grace_ms;
	long fdinfo_ms; /* between two readings of fdinfo; 0: as the monitor has it */
	long ring_kib;	/* of each CPU; 0: as the recorder has it */

	/* report */
	const char *output, *csv_file, *json_file, *svg_file, *trace_file;

	/* common to all subcommands */
	const char *sysroot;
	int color, verbose;
};

/* The subcommand: returns the exit status of perfmux. */
int cmd_gpu(int argc, char **argv);

#endif
