/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_run.h - what `perfmux stat` makes of its runs
 */
#ifndef PMX_CMD_STAT_RUN_H
#define PMX_CMD_STAT_RUN_H

#include <perfmux/result.h>

#include "run.h"
#include "stat.h"
#include "stat_gpu.h"
#include "stat_metrics.h"
#include "stat_output.h"
#include "stat_passes.h"

struct stat_listen;

struct stat_run {
	struct run run;
	struct run_hooks hooks; /* the run's: from what happens to snapshots */
	const struct stat_options *options;
	struct stat_output *output;
	struct stat_passes *passes;
	struct stat_pass *pass; /* that is being run, or was last */
	struct pmx_error lost;	/* why an interval is missing that should have been reported */
	struct stat_gpu gpu;	/* over all runs */
	struct stat_metrics metrics;
	struct stat_listen *listen; /* or NULL */

	struct pmx_result result; /* of the run that was made last, the whole of it */
	int exit_status;	  /* as perfmux exits when nothing else comes between */
};

/*
 * Completes what the caller has filled of @sr: run, options, output and passes. Signals and the
 * files of the output are not touched yet. 0, or -errno.
 */
int stat_run_init(struct stat_run *sr, struct pmx_error *err);
void stat_run_free(struct stat_run *sr);

/*
 * Measures a pass once and leaves sr->result; intervals are written as they end. -errno: there is
 * no result, and sr->exit_status is what perfmux exits with.
 */
int stat_run_once(struct stat_run *sr, struct stat_pass *pass, struct pmx_error *err);

/*
 * stat_repeat.c: runs as often as asked, or until a signal, and closes the output. What was
 * measured until an error is reported all the same.
 */
int stat_repeat(struct stat_run *sr, struct pmx_error *err);

/* stat_result.c: writes what the counters have that they had not at the last interval's end. */
void stat_result_interval(struct stat_run *sr);

/* Makes @out of sr->pass->now, while the run goes on: all since its start. 0 or -errno. */
int stat_result_so_far(struct stat_run *sr, struct pmx_result *out, struct pmx_error *err);

/* Makes sr->result of the run that has ended, after its last interval was written. */
int stat_result_finish(struct stat_run *sr, struct pmx_error *err);

/*
 * Makes @out of the sums over the runs of each pass, and that over all runs, to which it points
 * then (pmx_result_join()).
 */
int stat_result_join(struct stat_run *sr, const struct pmx_result *all, struct pmx_result *sums,
		     struct pmx_result *out, struct pmx_error *err);

/* What is known of GPU memory goes along with the results that are written next. */
void stat_result_gpu(struct stat_run *sr, bool is_last);

/* stat_refused.c: of -a --per-thread, what could not be opened. */
void stat_note_refused(struct stat_run *sr);

/* stat_hints.c: what is to be said below the report that ends with @result. */
void stat_hints(struct stat_run *sr, const struct pmx_result *result);

#endif
