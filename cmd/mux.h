/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mux.h - what a user asked of `perfmux mux`
 */
#ifndef PMX_CMD_MUX_H
#define PMX_CMD_MUX_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"
#include "target.h"

extern const struct opt_table mux_table;

struct mux_options {
	const char **specs; /* -e as often as it came; one room for each argument */
	size_t spec_count;

	struct target_options target;
	long timeout_ms;

	/* observing */
	long poll_us;  /* between two looks at the pages; 0: without pause */
	long read_us;  /* between two readings; 0: chosen from what they cost */
	bool capacity; /* --capacity: measure that, and nothing else */

	/* report */
	bool by_place; /* -A: a row for each CPU or thread */
	const char *output, *json_file, *svg_file, *trace_file;
	bool no_big_num;

	/* common to all subcommands */
	const char *sysroot;
	int color, verbose;
};

/* The subcommand: returns the exit status of perfmux. */
int cmd_mux(int argc, char **argv);

#endif
