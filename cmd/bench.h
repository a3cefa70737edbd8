/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench.h - what a user asked of `perfmux bench`
 */
#ifndef PMX_CMD_BENCH_H
#define PMX_CMD_BENCH_H

#include <stdint.h>

#include <perfmux/bench.h>
#include <perfmux/cpus.h>

#include "options.h"

extern const struct opt_table bench_table;

/* Words of options that may be repeated: pointers into argv, but where they say otherwise. */
struct bench_words {
	const char **list;
	size_t count, room;
};

struct bench_options {
	/* what is run */
	struct bench_words names;    /* -n */
	struct bench_words lists;    /* -L as "NAME\nVALUES", -P as "NAME\nMIN\nMAX"; owned */
	const char *step;	     /* -D: of every -P, or NULL */
	const char *shell;	     /* -S; NULL: only where a command needs one */
	bool no_shell;		     /* -N */
	struct bench_words prepare;  /* -p: one for all commands, or one for each */
	const char *setup, *cleanup; /* -s, -c; or NULL */
	const char *input, *output;  /* --input, --output; NULL: nothing */
	bool ignore_failure;	     /* -i */
	long timeout_ms;	     /* 0: none */

	/* how often */
	int warmup;
	int runs, min_runs, max_runs; /* 0: not asked for */
	uint64_t time_ns;	      /* for each command; 0: not asked for */
	double precision;	      /* a fraction; 0: not asked for */
	bool has_seed;
	uint64_t seed;

	/* what is measured */
	struct bench_words events; /* -e */
	bool multiplex;		   /* count all events in every run, scaled */
	const char *metric;	   /* the main one; NULL for wall */
	double resolution;	   /* a fraction */

	/* what is kept alike, or not */
	const char *pin; /* --pin as typed, or NULL */
	int nice;
	bool no_aslr, random_env;

	/* what becomes of it */
	const char *baseline, *save;
	struct bench_words gates; /* --fail-if */
	const char *json_file, *csv_file, *markdown_file, *svg_file;
	bool quiet;

	/* common to all subcommands */
	const char *sysroot;
	int color, verbose;
};

/* The subcommand: returns the exit status of perfmux. */
int cmd_bench(int argc, char **argv);

/* Appends; 0 or -ENOMEM. */
int bench_words_add(struct bench_words *words, const char *word);
/* Frees what the options hold. */
void bench_options_free(struct bench_options *options);

#endif
