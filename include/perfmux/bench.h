/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench.h - runs of several commands: what each gave, and what they say about one another
 *
 * Commands are run in rounds, each once a round, in an order that chance decides, so that whatever
 * changes on the machine meanwhile meets all of them alike. Every run gives a value for each
 * metric, or none; pmx_bench_analyse() makes summaries and comparisons of them (compare.h). A
 * baseline is what an earlier bench saved: commands are compared with those of the same name in it.
 */
#ifndef PERFMUX_BENCH_H
#define PERFMUX_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <perfmux/compare.h>
#include <perfmux/cpus.h>
#include <perfmux/error.h>
#include <perfmux/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PMX_BENCH_MOST_COMMANDS 1000
#define PMX_BENCH_MOST_METRICS	256

enum pmx_bench_unit {
	PMX_BENCH_SECONDS,
	PMX_BENCH_BYTES,
	PMX_BENCH_COUNT,
};

struct pmx_bench_metric {
	char *name; /* "wall", "user", "system", "max-rss", or the event's as typed */
	enum pmx_bench_unit unit;
	bool is_time; /* less of it is "faster", else "less" */
	bool scaled;  /* its event took turns on its PMU, and was scaled up as asked */
	char *why;    /* it could not be measured here; else NULL */
};

/*
 * Values of one metric of one command, by round. Memory stays flat: of 2 x PMX_BENCH_KEPT values
 * and more a random sample of at least PMX_BENCH_KEPT is kept. Whether a round is in it is up to
 * the seed, and so it is for all commands and metrics alike.
 */
#define PMX_BENCH_KEPT 5000
struct pmx_bench_values {
	double *values;
	uint32_t *rounds; /* rising */
	size_t count, room;
	uint64_t seen;	/* values given; more than count where only a sample is kept */
	uint64_t limit; /* on the lot that a round draws to be kept; 0: all are */
};

struct pmx_bench_parameter {
	char *name, *value;
};

struct pmx_bench_command {
	char *name;	  /* shown: -n, or the command */
	char *command;	  /* as typed, parameters filled in */
	uint64_t runs;	  /* that succeeded, and are measured */
	uint64_t failed;  /* that did not, and are not */
	char *why_failed; /* the first of these: "exit status 3", "signal 11 (Segmentation "
								  "fault)"; or NULL */
	struct pmx_bench_values *metric;	/* by metric */
	struct pmx_bench_parameter *parameters; /* what was filled in, where this is of a scan */
	size_t parameter_count;
};

/* Where and how it was measured; kept with a baseline. */
struct pmx_bench_scene {
	char kernel[128];    /* release */
	char machine[65];    /* "x86_64" */
	char processor[128]; /* the model's name, or "" */
	char host[65];
	unsigned cpus; /* online */
	time_t when;
};

struct pmx_bench {
	struct pmx_bench_metric *metrics; /* the first is the main one: verdict, first table */
	size_t metric_count;
	struct pmx_bench_command *commands;
	size_t command_count;
	struct pmx_bench_scene scene;
	uint64_t seed;
	uint64_t rounds; /* begun */
};

/* Empty; freed with pmx_bench_free(). */
int pmx_bench_new(struct pmx_bench **out, uint64_t seed, struct pmx_error *err);
void pmx_bench_free(struct pmx_bench *bench);

/*
 * Metrics first, then commands, then values. Texts are copied. 0; -EINVAL: a name that is taken, is
 * empty, has a newline or another control character in it or is longer than an argument may be, or
 * a metric after the first command; -E2BIG: too many; -ENOMEM.
 */
int pmx_bench_add_metric(struct pmx_bench *bench, const struct pmx_bench_metric *metric,
			 struct pmx_error *err);
/* Makes @metric the first one, and those before it follow. -EINVAL behind the first command. */
int pmx_bench_set_main(struct pmx_bench *bench, size_t metric, struct pmx_error *err);
int pmx_bench_add_command(struct pmx_bench *bench, const char *name, const char *command,
			  struct pmx_error *err);

/* Of the command added last. 0 or -ENOMEM. */
int pmx_bench_add_parameter(struct pmx_bench *bench, const char *name, const char *value,
			    struct pmx_error *err);

/*
 * What a run of @command in @round gave: a value for each metric, NAN where it was not measured.
 * Rounds of a command rise. 0; -EINVAL where they do not; -ENOMEM: nothing was added.
 */
int pmx_bench_add_run(struct pmx_bench *bench, size_t command, uint32_t round, const double *values,
		      struct pmx_error *err);
/* A run that failed: @why is kept of the first. */
int pmx_bench_add_failure(struct pmx_bench *bench, size_t command, const char *why,
			  struct pmx_error *err);

/* The machine's part of the scene, and the time. */
void pmx_bench_scene_read(struct pmx_bench_scene *scene, struct pmx_machine *machine);

/* The index, or -1. */
long pmx_bench_find_metric(const struct pmx_bench *bench, const char *name);

/* --- what it says -------------------------------------------------------------------------- */

/* One metric of one command. */
struct pmx_bench_cell {
	struct pmx_summary summary;
	bool compared;			  /* the rest holds */
	struct pmx_comparison comparison; /* this command (b) against the reference (a) */
	double adjusted; /* p-value, corrected over all comparisons of this bench */
	enum pmx_change change;
};

struct pmx_bench_result {
	const struct pmx_bench *bench;
	const struct pmx_bench *baseline; /* or NULL: commands are compared with the first one */
	double resolution;
	size_t tests;		      /* p-values that were corrected together */
	struct pmx_bench_cell *cells; /* command after command, each with all metrics */
};

/*
 * Of everything so far. With @baseline each command is compared with the one of its name there,
 * or, where both have one command, with that; metrics by their names. @resolution: PMX_RESOLUTION
 * unless asked otherwise. Both must outlive the result. 0 or -ENOMEM.
 */
int pmx_bench_analyse(const struct pmx_bench *bench, const struct pmx_bench *baseline,
		      double resolution, struct pmx_bench_result **out, struct pmx_error *err);
void pmx_bench_result_free(struct pmx_bench_result *result);

/* What there is to say of one metric of one command; owned by @result. */
const struct pmx_bench_cell *pmx_bench_cell(const struct pmx_bench_result *result, size_t command,
					    size_t metric);

/* What @command was compared with, of the baseline where there is one; NULL: with nothing. */
const struct pmx_bench_command *pmx_bench_reference(const struct pmx_bench_result *result,
						    size_t command);

/* --- gates --------------------------------------------------------------------------------- */

/* "instructions > +1%": a significant change beyond the limit trips it. */
struct pmx_gate {
	char *text; /* as typed */
	char *metric;
	bool more;    /* '>': more than the limit; else '<': less */
	double limit; /* a fraction: 0.01 */
};

/*
 * METRIC > LIMIT% or METRIC < LIMIT%, with blanks or without; the last > or < counts, so that a
 * metric may have them in its name. A limit may be +0 or more for '>', and 0 or less, above -100,
 * for '<'. 0, or -EINVAL with the reason and an example. Freed with pmx_gate_free().
 */
int pmx_gate_parse(struct pmx_gate *out, const char *text, struct pmx_error *err);
void pmx_gate_free(struct pmx_gate *gate);

/*
 * True when a command trips it: its change is significant in that direction, and the ratio, or
 * where there is none the difference in parts of the reference's median, is beyond the limit; so
 * any more than a median of 0 is. @why: one line, "instructions of 'B': +2.3 % (95 %: +2.1 to +2.5
 * %, p = 0.0004) against 'A', more than +1 %", or without a ratio "5 instead of 0 (95 %: +4 to +6,
 * ...". A metric that is not there trips nothing: that is for the caller to say
 * (pmx_bench_find_metric()).
 */
bool pmx_gate_trips(const struct pmx_gate *gate, const struct pmx_bench_result *result, char *why,
		    size_t size);

/* --- baselines ------------------------------------------------------------------------------ */

/*
 * Reads what pmx_bench_save() (report_bench.h) wrote. -ENOENT and others: the file; -EINVAL: it is
 * none of ours (@err says what is wrong, and where); -EPROTO: of a newer schema; -ENOSYS:
 * libjansson is missing.
 */
int pmx_bench_load(struct pmx_bench **out, const char *path, struct pmx_error *err);

/*
 * What is not the same in the two scenes, one after the other: true and a line ("kernel: 6.1.0
 * then, 6.12.3 now"), or false behind the last; begin with *at = 0. Of a baseline, commands that
 * have the name of another follow ("command 'app': ./old then, ./new now").
 */
bool pmx_bench_scene_differs(const struct pmx_bench_scene *then, const struct pmx_bench_scene *now,
			     size_t *at, char *line, size_t size);
bool pmx_bench_baseline_differs(const struct pmx_bench *then, const struct pmx_bench *now,
				size_t *at, char *line, size_t size);

/* --- noise ---------------------------------------------------------------------------------- */

/*
 * What makes times uncertain on this machine; read before, and again afterwards, which then says
 * only what is new.
 */
struct pmx_noise {
	char *lines[8]; /* each a sentence and what would help; owned */
	size_t count;
	uint64_t throttled; /* thermal throttling events so far; for the next look */
	/*
	 * Jiffies of all CPUs so far: in which others than this process and its children ran, and
	 * all.
	 */
	uint64_t busy, all;
};

/*
 * Looks at frequency scaling, turbo, SMT, other load (the share of CPUs that others used since
 * @before, or the load average when that is NULL) and thermal throttling since @before. @cpus:
 * those that are measured on, or NULL. 0 or -ENOMEM; what cannot be read is not said.
 */
int pmx_noise_look(struct pmx_machine *machine, const struct pmx_cpus *cpus,
		   const struct pmx_noise *before, struct pmx_noise *out, struct pmx_error *err);
void pmx_noise_free(struct pmx_noise *noise);

#ifdef __cplusplus
}
#endif
#endif
