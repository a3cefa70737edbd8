/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_run.h - the runs of a bench: rounds of all commands, until it is enough
 */
#ifndef PMX_CMD_BENCH_RUN_H
#define PMX_CMD_BENCH_RUN_H

#include <perfmux/event.h>
#include <perfmux/plan.h>
#include <perfmux/session.h>

#include "bench_commands.h"
#include "kit/random.h"
#include "run.h"

/* Metrics that are no events; where they are is in bench_run.place. */
enum { BENCH_WALL, BENCH_USER, BENCH_SYSTEM, BENCH_MAX_RSS, BENCH_EVENTS };

/* Events that are counted together; what does not fit is counted in another round. */
struct bench_pass {
	struct pmx_events events;
	size_t *metric; /* by event */
	struct pmx_plan *plan;
	struct pmx_snapshot counts; /* of its last run */
};

struct bench_passes {
	struct bench_pass *list;
	unsigned count; /* at least 1 */
};

struct bench_run {
	const struct bench_options *options;
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
	struct bench_commands commands;
	struct pmx_target target; /* the command of the run at hand */
	struct bench_passes passes;
	struct pmx_bench *bench;
	bool is_hybrid; /* several core PMUs: an event is off while its task is elsewhere */
	double *values; /* of one run, by metric */
	size_t place[BENCH_EVENTS]; /* the index of that metric */
	uint64_t shared;	    /* runs in which an event was off its PMU, and is left out */
	double own_memory;	    /* bytes that the kernel counts with the run at hand */
	uint64_t looks;		    /* at them were wanted */
	uint64_t less_than_ours;    /* runs that had no more, and of which it is not known */

	struct run run;
	struct run_hooks hooks;
	struct pmx_launch_setting setting;
	struct pmx_cpus pinned;
	int input, output, said; /* descriptors; said: what commands say on standard error, or -1 */
	char **environment;	 /* with room for --random-env; or NULL */
	char *padding;		 /* the variable in it */
	struct kit_random random;
	struct bench_pass *pass; /* of the run at hand */

	uint64_t start;	    /* of the first measured round */
	size_t precise;	    /* commands of which --precision was reached */
	int failure_status; /* the exit status when something fails */
	bool failed;	    /* a command did, and that ends it */
	bool all_run;	    /* no run is missing, whatever came afterwards */
};

/* Resolves events, and makes passes of them; adds the metrics. 0 or -errno. */
int bench_passes_make(struct bench_run *br, struct pmx_error *err);
void bench_passes_free(struct bench_passes *passes);

/* --metric: makes @metric the first one, before there are commands. 0 or -errno. */
int bench_passes_lead(struct bench_run *br, size_t metric, struct pmx_error *err);

/* What the session of the pass, just opened, cannot count: said with its metric. 0 or -ENOMEM. */
int bench_passes_note(struct bench_run *br, struct bench_pass *pass, struct pmx_session *session,
		      struct pmx_error *err);

/* The values of the pass, from its counts. */
void bench_passes_take(struct bench_run *br, const struct bench_pass *pass, double *values);

/* bench_memory.c: what a baseline took is given back before commands are run. */
void bench_memory_begin(void);
/* Before a run, about how much is ours; after it, its bytes, or NAN where that hides them. */
void bench_memory_look(struct bench_run *br);
double bench_memory_take(struct bench_run *br, const struct rusage *usage);

/*
 * Files, CPUs and environment of the commands. 0 or -errno; freed by bench_setting_free(). What
 * they say goes to a file only when nothing can be refused any more (bench_output.h).
 */
int bench_setting_make(struct bench_run *br, struct pmx_error *err);
void bench_setting_free(struct bench_run *br);
/*
 * Before each run: another size of environment, nothing said yet, the input at its beginning. 0, or
 * -errno when that cannot be opened any more.
 */
int bench_setting_begin(struct bench_run *br, struct pmx_error *err);
/* The last lines that a command said, indented, to standard error. */
void bench_setting_show_said(const struct bench_run *br);

/*
 * Has sh carry out what @option asks for, if anything; what it puts out is discarded, unless what
 * commands put out is inherited. 0; -ECANCELED when it failed; -EINTR when that was because a
 * signal told us to stop.
 */
int bench_run_shell(struct bench_run *br, const char *option, const char *command,
		    struct pmx_error *err);

/*
 * Runs the command once in @round; with @measured its values are kept. A run that fails is counted;
 * without -i it is -ECANCELED, and said with @err. -EINTR: a signal told us to stop.
 */
int bench_run_once(struct bench_run *br, size_t command, uint32_t round, bool measured,
		   struct pmx_error *err);

/*
 * All of it: setup, warmup, rounds, cleanup. 0; -EINTR when it was stopped, or another -errno: what
 * was measured until then is in br->bench.
 */
int bench_run_all(struct bench_run *br, struct pmx_error *err);

#endif
