/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_run.h - one measurement from start to end
 */
#ifndef PMX_CMD_STAT_RUN_H
#define PMX_CMD_STAT_RUN_H

#include <perfmux/launch.h>
#include <perfmux/plan.h>
#include <perfmux/result.h>
#include <perfmux/session.h>

#include "stat.h"
#include "stat_control.h"
#include "stat_output.h"
#include "stat_signals.h"

/* What all runs of a `perfmux stat` share. */
struct stat_run {
	const struct stat_options *options;
	struct pmx_machine *machine;
	struct pmx_target *target;
	const struct pmx_plan *plan;
	const int *cgroup_fds;
	struct pmx_symbols *symbols; /* NULL when no event has one */
	struct pmx_watch *watch;     /* when the target is tasks */
	struct stat_output *output;
	struct stat_signals signals;
	struct stat_control control;
	struct rlimit nofile; /* for the command */

	/* kept open until the next run has opened its own: to close the last user of a tracepoint takes long */
	struct pmx_session *session;
	struct pmx_snapshot now, before, delta;

	/* of the run that was made last */
	struct pmx_result result; /* of the whole run */
	int exit_status;	  /* as perfmux exits when nothing else comes between */
	int ended_by;		  /* the signal that told us to stop, or 0 */
};

/* Snapshots and signals; 0 or -errno with nothing left behind. */
int stat_run_init(struct stat_run *run, struct pmx_error *err);

/*
 * Measures once and leaves run->result; intervals are written as they end. -errno: nothing was
 * measured, and run->exit_status is what perfmux exits with.
 */
int stat_run_once(struct stat_run *run, struct pmx_error *err);

void stat_run_free(struct stat_run *run);

#endif
