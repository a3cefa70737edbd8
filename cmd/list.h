/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * list.h - what a user asked of `perfmux list`
 */
#ifndef PMX_CMD_LIST_H
#define PMX_CMD_LIST_H

#include <stdbool.h>

#include "options.h"

extern const struct opt_table list_table;

struct list_options {
	bool probe;
	bool detail; /* --long */
	bool pfm;
	bool names;	       /* nothing but names */
	bool json_lines;       /* -j */
	const char *json_file; /* --json; "-" for standard output */

	/* common to all subcommands */
	const char *sysroot;
	int color, verbose;
};

/* The subcommand: returns the exit status of perfmux. */
int cmd_list(int argc, char **argv);

#endif
