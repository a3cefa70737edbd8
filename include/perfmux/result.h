/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * result.h - what a measurement found, put together for people: the only thing a writer of
 * reports sees
 *
 * pmx_aggregate() makes one row for each event in each place (machine, socket, CPU, thread, ...).
 * Counts and times of the counters behind a row are added up; a row scales its own sum and states
 * what became of it.
 */
#ifndef PERFMUX_RESULT_H
#define PERFMUX_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/session.h>
#include <perfmux/topology.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_count {
	uint64_t raw;	  /* as the kernel counted, added up over the counters */
	uint64_t enabled; /* ns, added up */
	uint64_t running; /* ns, added up */
	/*
	 * raw x enabled / running rounded to a whole count, then times the event's scale (1e-6 for
	 * one that counts nanoseconds and is shown in milliseconds); with no_scale raw x scale.
	 * Only where status is PMX_COUNTED, else 0.
	 */
	double value;
	enum pmx_status status;
	/*
	 * For people; NULL when counted whole. Lives as long as the session; after
	 * pmx_result_add_run() as long as the result.
	 */
	const char *reason;
	/*
	 * Of a task's event on one of several core PMUs: ns that the tasks were on the CPUs of that
	 * PMU, and on those of any core PMU; 0 and 0 where residency was not measured.
	 */
	uint64_t resident, anywhere;
	/*
	 * Half the width of the 95 % interval around value, in its unit (bound.h); 0 where it is
	 * exact or nobody asked, NAN where it is not known how far off it is.
	 */
	double half;
	unsigned lost; /* counters behind a counted row that failed: the sum is too small */
};

/*
 * ns in which the event was due to run: it is not multiplexed while its task is elsewhere. The
 * share of time there is from other events, which before Linux 6.2 are in another context and see
 * slightly other times; less than a hundredth off is no multiplexing, which on a PMU that has N
 * counters takes at least 1 / (N + 1).
 */
static inline uint64_t pmx_count_due(const struct pmx_count *count)
{
	double due = (double)count->enabled;

	if (!count->anywhere || count->resident == count->anywhere)
		return count->enabled;
	due *= (double)count->resident / (double)count->anywhere;
	return (double)count->running >= due * 0.99 && count->running ? count->running :
									(uint64_t)due;
}

/* Mean and spread of a number over repeated runs (Welford's method: Knuth, TAOCP 2, 4.2.2). */
struct pmx_spread {
	uint64_t n;
	double mean, m2, min, max;
};

/* One run's number more; @spread is all zeros at first. */
void pmx_spread_add(struct pmx_spread *spread, double x);
/* Standard error of the mean; 0 for n < 2. */
double pmx_spread_sem(const struct pmx_spread *spread);
/* The same in per cent of the mean; 0 when the mean is 0. */
double pmx_spread_sem_percent(const struct pmx_spread *spread);

/* A number derived from counts that belong together. */
struct pmx_metric {
	bool present;
	double value;	    /* finite whenever present */
	const char *unit;   /* as perf stat says it: "CPUs utilized", "GHz", "K/sec"; static */
	const char *format; /* as perf stat prints value: "%8.3f", "%7.2f%%"; static */
	bool bad;	    /* worth a colour: a high miss ratio */
	bool apart;	    /* a ratio of counts that were not on their PMU at the same time */
};

struct pmx_row {
	const struct pmx_event *event;
	/* Shown; of merged PMUs their common one. Lives as long as reason does. */
	const char *name;
	const char *label;	/* "S0-D0-C1", "CPU0", "comm-123"; NULL for PMX_AGGR_GLOBAL */
	struct pmx_place place; /* for the levels that need it */
	pid_t tid;		/* PMX_AGGR_THREAD, else 0 */
	char comm[16];
	const char *cgroup; /* or NULL */
	bool user_only;	    /* the kernel's part was left out for want of rights */
	bool is_sum;	    /* of the rows above it, one for each core PMU behind one spec */
	unsigned cpus;	    /* CPUs (of tasks: threads) behind the row: perf's "aggregate-number" */
	struct pmx_count count;
	struct pmx_metric metric;
	struct pmx_metric second; /* one more, on a line of its own: "stalled cycles per insn" */
	/*
	 * Of a measurement in several passes, the one that counted it, from 1; 0: each of them did,
	 * or there was but one.
	 */
	unsigned pass;
	struct pmx_spread spread; /* of count.value over the runs that counted it */
	uint64_t sums[5];	  /* raw and times, over these runs: pmx_result_add_run()'s own */
	double half_squares;	  /* the same, of count.half */
};

struct pmx_strings; /* strings that rows point to; the result's own */

struct pmx_result {
	/*
	 * By place, then in the order of the specs; for PMX_AGGR_CPU and PMX_AGGR_THREAD by spec,
	 * then by place, as perf stat has them.
	 */
	struct pmx_row *rows;
	size_t count;
	enum pmx_aggr aggr;
	uint64_t start_ns;   /* CLOCK_MONOTONIC when the measurement began */
	uint64_t elapsed_ns; /* what this result covers */
	uint64_t stamp_ns;   /* end of the interval since the measurement began; 0: no interval */
	bool is_summary;     /* the --summary after intervals */
	bool has_rusage;
	uint64_t user_ns, sys_ns;	      /* of the command */
	struct pmx_spread elapsed, user, sys; /* seconds, over runs; n 0 without repeats */
	unsigned runs;			      /* added by pmx_result_add_run(); 0 without repeats */
	unsigned passes;		      /* that events were divided into; 0: all in one */
	struct pmx_strings *strings;
};

struct pmx_aggregate_options {
	enum pmx_aggr aggr;
	int cache_level;      /* PMX_AGGR_CACHE: 0 for the last */
	bool no_merge;	      /* --no-merge: a row for each PMU behind one spec */
	bool hybrid_merge;    /* --hybrid-merge: one row for the core PMUs behind one spec */
	bool no_scale;	      /* --no-scale */
	const double *halves; /* by counter: half the interval around its scaled count; or NULL */
	bool sums;	      /* a row more, is_sum, below the core PMUs behind one spec */
};

/*
 * Makes @out from a snapshot (or a delta). @session may be NULL: no reasons are known then.
 * @machine is asked for the topology only where the level needs it. PMUs of one spec whose names
 * differ only in a number at the end are one row ("uncore_imc_0", "uncore_imc_1"). An event has a
 * row in the places where it has counters; one that has none anywhere has a row in every place,
 * not supported. Everything but aggr, rows, labels and counts stays zero. -ENOMEM.
 */
int pmx_aggregate(const struct pmx_plan *plan, const struct pmx_session *session,
		  const struct pmx_snapshot *snap, struct pmx_machine *machine,
		  const struct pmx_aggregate_options *opts, struct pmx_result *out,
		  struct pmx_error *err);

/*
 * Fills every row's metrics from rows of the same place and cgroup, and elapsed_ns. A ratio needs
 * two counts of one PMU with the same exclude bits; where there are none, or the divisor is 0, the
 * metric is absent. It is marked as apart unless the two were on the PMU together: as members of
 * a group, or because each of them was always on, and in the same pass. A clock always is.
 */
void pmx_derive_metrics(struct pmx_result *result);

/*
 * Adds one run to @sum, row by row; an empty @sum becomes a copy of @run. Afterwards values,
 * times and metrics of @sum are means over the runs, and spreads are filled. A run that did not
 * count a row adds nothing to that row. Rows of another session find their partners by event and
 * place; one that has none is appended. @run may be freed afterwards, and its session too; the
 * events and their PMUs must stay. Call pmx_derive_metrics() on @sum after the last. -ENOMEM.
 */
int pmx_result_add_run(struct pmx_result *sum, const struct pmx_result *run, struct pmx_error *err);

/*
 * Puts a measurement in @count passes together. @out comes from pmx_aggregate() over all @events
 * and a snapshot in which nothing has counted yet, and has the order in which rows are wanted.
 * pass[i] is the pass that counted event i, from 1, or 0 where every one did. sums[k] are the runs
 * of pass k + 1 added up, all of whose metrics are derived first; @all are all runs. What @out has
 * from them points into them. A row that its pass left out is left out; that of a pass that never
 * ran says so. Call pmx_derive_metrics() on @out afterwards. -ENOMEM.
 */
int pmx_result_join(struct pmx_result *out, const struct pmx_events *events, const unsigned *pass,
		    const struct pmx_result *all, struct pmx_result *sums, unsigned count,
		    struct pmx_error *err);

void pmx_result_free(struct pmx_result *result); /* what it holds; it is empty then */

#ifdef __cplusplus
}
#endif
#endif
