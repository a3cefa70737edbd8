/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * doctor.h - what a user asked of `perfmux doctor`
 */
#ifndef PMX_CMD_DOCTOR_H
#define PMX_CMD_DOCTOR_H

#include "options.h"

extern const struct opt_table doctor_table;

struct doctor_options {
	const char *json_file; /* --json; "-" for standard output */

	/* common to all subcommands */
	const char *sysroot;
	int color, verbose;
};

/* The subcommand: returns the exit status of perfmux. */
int cmd_doctor(int argc, char **argv);

#endif
