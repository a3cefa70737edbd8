/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * commands.h - the commands of perfmux: for main(), the help, the man page and the completions
 */
#ifndef PMX_CMD_COMMANDS_H
#define PMX_CMD_COMMANDS_H

#include "options.h"

struct command {
	const char *name;
	const char *summary;		   /* one line */
	int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status */
	const struct opt_table *table;
};

/* Ends with a row without a name. */
extern const struct command commands[];

/* The table of `perfmux` itself: the common options, before the command. */
extern const struct opt_table main_table;

/* What the options of main_table fill; a command reads them again from its own argv. */
struct main_options {
	const char *sysroot;
	int color, verbose;
};

#endif
