/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stress.h - what a user asked of `perfmux stress`
 */
#ifndef PMX_CMD_STRESS_H
#define PMX_CMD_STRESS_H

#include <stdint.h>

#include <perfmux/stress.h>

#include "options.h"

extern const struct opt_table stress_table;

struct stress_options {
	bool list;
	const char *explain; /* --explain: the name of a scenario */
	bool has_seed;
	uint64_t seed;
	uint64_t duration; /* --duration: ns, 0 when not asked for */
	int repeat, jobs;
	bool dangerous;
	bool ktap;
	const char *json_file, *junit_file; /* "-" for standard output */

	/* common to all subcommands */
	const char *sysroot;
	int color, verbose;
};

/* The subcommand: returns the exit status of perfmux. */
int cmd_stress(int argc, char **argv);

/* Scenarios that were asked for, each once, in the order of the catalogue. */
struct stress_choice {
	const struct pmx_scenario **list; /* NULL ends it; the caller's to free() */
	size_t count;
};

/*
 * Chooses by names, families ("inherit") or patterns of the shell ("*.uprobes"); without any, all
 * that are safe. 0; -ENOENT for a word that fits none; -EPERM for the name of a dangerous one
 * without @dangerous; -ENOMEM.
 */
int stress_choose(char **words, size_t count, bool dangerous, struct stress_choice *out,
		  struct pmx_error *err);

#endif
