/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux_output.h - the files that `perfmux mux` writes
 */
#ifndef PMX_CMD_MUX_OUTPUT_H
#define PMX_CMD_MUX_OUTPUT_H

#include <stdio.h>

#include <perfmux/mux.h>

#include "mux.h"

struct mux_output {
	const struct mux_options *options;
	FILE *text, *json, *svg, *trace; /* NULL: not asked for; text is standard error then */
	char *title;
};

/* Opens what the options name, before anything is measured. 0, or -errno with nothing left open. */
int mux_output_open(struct mux_output *output, const struct mux_options *options,
		    struct pmx_error *err);

/* Writes all of them. @exit_status is the run's. */
void mux_output_write(struct mux_output *output, const struct pmx_mux_report *report,
		      int exit_status);

/* Closes them; -errno when something did not reach its file. */
int mux_output_close(struct mux_output *output, struct pmx_error *err);

#endif
