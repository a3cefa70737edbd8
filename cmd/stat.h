/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat.h - what a user asked of `perfmux stat`
 */
#ifndef PMX_CMD_STAT_H
#define PMX_CMD_STAT_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmux/topology.h>

#include "target.h"

/* -e, -G, --pfm-events and --filter act in the order they are typed: kept as they came. */
enum stat_step_kind { STAT_EVENT, STAT_PFM_EVENT, STAT_CGROUP, STAT_FILTER };

struct stat_step {
	enum stat_step_kind kind;
	const char *text; /* argv's */
};

struct stat_options {
	struct stat_step *steps; /* one room for each argument; freed by stat_options_free() */
	size_t step_count;

	struct target_options target;
	const char *each_cgroup; /* --for-each-cgroup */

	/* events */
	int detailed;  /* -d: 0 to 3 */
	bool null_run; /* -n */
	bool all_user, all_kernel;
	const char *cputype;
	bool strict;

	/* run */
	int repeat; /* -r: 1 unless typed, 0 for ever */
	int passes; /* --passes: at most so many, 0 for as many as it takes; 1 unless typed */
	bool table;
	long interval_ms; /* -I, 0 for none */
	long interval_count;
	bool interval_clear;
	long timeout_ms;
	long delay_ms;	     /* -D, -1: start disabled */
	const char *control; /* as typed: "fd:3,4", "fifo:..." */
	const char *pre, *post;
	bool sync; /* -S: sync() before each run */

	/* report */
	enum pmx_aggr aggr;
	int cache_level; /* --per-cache=L2: 2 */
	bool no_merge, no_scale;
	bool no_bounds;	    /* --no-error-bounds */
	bool hybrid_merge;  /* no rows for the single core PMUs of one event */
	const char *output; /* -o */
	bool append;
	int log_fd;		 /* or -1 */
	const char *separator;	 /* -x, else NULL */
	bool json_lines;	 /* -j */
	const char *json_file;	 /* --json */
	const char *trace_file;	 /* --trace */
	const char *openmetrics; /* --openmetrics FILE */
	const char *listen;	 /* --listen [HOST:]PORT */
	bool header;
	const char *columns;
	bool summary, no_csv_summary;
	bool quiet;
	bool no_big_num;
	int verbose;
	bool dry_run;

	/* common to all subcommands */
	const char *sysroot;
	int color; /* -1: when the output is a terminal */
};

/*
 * Reads argv (argv[0] is "stat"). Returns 0 to go on; else the program ends with what is left in
 * *status: after --help it is 0, after a wrong option (one line on stderr, and "try --help") 125.
 * What contradicts was refused, what gives way to a stronger option is at its default, and with no
 * target and no command target.all_cpus is set.
 */
int stat_options_parse(struct stat_options *options, int argc, char **argv, int *status);
void stat_options_free(struct stat_options *options);

/* The subcommand: returns the exit status of perfmux. */
int cmd_stat(int argc, char **argv);

#endif
