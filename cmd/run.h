/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run.h - one measurement from start to end, whatever it is made for
 *
 * The command is launched behind a barrier, the counters are opened, the clock starts and the
 * barrier opens; then signals, deadlines, --control and the end of what is measured are waited for,
 * and the command is reaped. What a subcommand does at these points are its hooks:
 *
 *	struct run run = { .program = "perfmux stat", .options = { .command = argv }, ... };
 *
 *	run_init(&run, err);          (then open what is written to)
 *	run_take_signals(&run);
 *	run_once(&run, err);          (as often as is wanted)
 *	run_free(&run);
 */
#ifndef PMX_CMD_RUN_H
#define PMX_CMD_RUN_H

#include <limits.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#include <perfmux/launch.h>
#include <perfmux/plan.h>
#include <perfmux/session.h>
#include <perfmux/target.h>

#include "options.h"
#include "run_control.h"
#include "run_signals.h"

/* Times of a run are CLOCK_MONOTONIC, ns. */
#define RUN_NEVER UINT64_MAX
#define RUN_MSEC  UINT64_C(1000000)

/* What a command line says of a run; 0 and NULL where it says nothing. */
struct run_options {
	char *const *command; /* NULL-terminated; NULL: something else ends the run */
	long timeout_ms;
	long interval_ms;
	long interval_count; /* the run ends with this interval */
	long delay_ms;	     /* counters are off for so long; -1: until --control brings "enable" */
	const char *control; /* --control as typed: "fd:3,4", "fifo:..." */
};

/* The row of --timeout in the table of a command, whose @member is a long. */
/* clang-format off */
#define RUN_ROW_TIMEOUT(type, member)                                                       \
	{ OPT_TO(type, member), .name = "timeout", .kind = OPT_LONG, .arg = "MS",           \
	  .min = 10, .max = INT_MAX, .help = "stop after MS milliseconds (10 or more)" }
/* clang-format on */

struct run;

/*
 * All of them may be NULL. Those that return bool say by true that measuring is to end; a command
 * that runs then still is waited for. Those that return int say 0, or -errno with @err filled: the
 * run fails.
 */
struct run_hooks {
	void *ctx; /* the first argument of each */

	/*
	 * The counters are open, none has counted yet. Not called without a plan. Where symbols of
	 * a command are measured it comes after `started`: they are known, and their counters open,
	 * when the command has been executed, and is stopped before its first instruction.
	 */
	int (*opened)(void *ctx, struct run *run, struct pmx_error *err);

	/* The clock runs and counters are enabled; the next is that the command may exec. */
	int (*started)(void *ctx, struct run *run, struct pmx_error *err);

	/* An interval has ended; run->ticks counts it. */
	bool (*tick)(void *ctx, struct run *run);

	/* @fd (or -1) can be read while we measure. Called again until nothing is left to read. */
	int fd;
	bool (*readable)(void *ctx, struct run *run);

	/* The same for one more: somebody asks how far it has come. Not without `asked`. */
	int asked_fd;
	bool (*asked)(void *ctx, struct run *run);

	/*
	 * One more timer; both or none: when it is due next (RUN_NEVER: not at all), and that it
	 * is.
	 */
	uint64_t (*next_deadline)(void *ctx);
	bool (*deadline)(void *ctx, struct run *run, uint64_t now);

	/*
	 * Measuring has ended, at run->end_ns; the session counts on until it is closed. Called
	 * once for every run whose `started` was content, even when the command could not be
	 * executed then.
	 */
	void (*ended)(void *ctx, struct run *run);
};

/*
 * Rights that are used when all is open: to end a command that has become another user; to look at
 * others' tasks; to map counters above the limit of what may be locked; to read the kernel's log;
 * to put a result where only root may; and to do so again and again, after a file that is
 * another's. A run opens no event later.
 */
#define RUN_RIGHTS_COMMAND (UINT64_C(1) << CAP_KILL)
#define RUN_RIGHTS_TASKS   (UINT64_C(1) << CAP_SYS_PTRACE | UINT64_C(1) << CAP_DAC_READ_SEARCH)
#define RUN_RIGHTS_MAPS	   (UINT64_C(1) << CAP_IPC_LOCK)
#define RUN_RIGHTS_LOG	   (UINT64_C(1) << CAP_SYSLOG)
#define RUN_RIGHTS_FILES                                               \
	(UINT64_C(1) << CAP_DAC_OVERRIDE | UINT64_C(1) << CAP_FOWNER | \
	 UINT64_C(1) << CAP_DAC_READ_SEARCH)
#define RUN_RIGHTS_OWNERS (UINT64_C(1) << CAP_CHOWN)

struct run {
	/*
	 * The caller's, and what they point to stays its own. All but the first may be NULL. They
	 * may change between two runs; a plan lives on until the next run has begun, or run_free().
	 */
	const char *program; /* begins our messages */
	struct run_options options;
	const struct run_hooks *hooks;
	const struct pmx_plan *plan; /* NULL: no session; a command runs, or time passes */
	struct pmx_target *target;   /* of the plan */
	struct pmx_machine *machine; /* asked why a counter could not be opened */
	const int *cgroup_fds;	     /* by event, as pmx_session_new() takes them */
	struct pmx_symbols *symbols;
	const struct pmx_launch_setting *setting; /* of the command */
	struct pmx_watch *watch;		  /* its end is the run's, when there is no other */
	size_t fds_beside; /* that hooks may open, and other than counters: files, connections */

	/*
	 * The last run: once all is open, of capabilities those of @later are kept (1 << CAP_...),
	 * and those of @later_own where they are not lent.
	 */
	bool drops_rights;
	uint64_t later, later_own;

	/* from run_init() to run_free() */
	struct run_signals signals;
	struct run_control control;
	struct rlimit nofile; /* for the command */

	/*
	 * Of the run at hand or the last one. The session stays open until the next run has opened
	 * its own, if descriptors allow: to close the last user of a tracepoint takes long.
	 */
	struct pmx_session *session;
	struct pmx_launch *launch; /* NULL: no command, or reaped */
	uint64_t start_ns, end_ns; /* what was measured; end_ns is 0 until it has ended */
	long ticks;		   /* intervals that have ended */
	int wait_status;	   /* of the command, as of waitpid() */
	struct rusage usage;	   /* of the command and its children */
	bool timed_out;		   /* --timeout told the command to end */
	int exit_status;	   /* as perfmux exits when nothing else comes between */
	int ended_by;		   /* the signal that told us to stop, in any run so far, or 0 */
};

/* Opens --control and notes the limits. 0, or -errno with nothing left behind. */
int run_init(struct run *run, struct pmx_error *err);

/*
 * From here on signals are data for the runs, and no longer interrupt: what may block, as a file
 * that is a fifo, is opened before.
 */
void run_take_signals(struct run *run);

/*
 * Measures once. -errno: the run failed, and run->exit_status is what perfmux exits with; else it
 * is the command's, or says which signal ended the run.
 */
int run_once(struct run *run, struct pmx_error *err);

/*
 * True when a signal came since the last run: it is for us, the command of the next run would never
 * get it. run->ended_by is the signal then.
 */
bool run_was_interrupted(struct run *run);

/* Closes the session, the channel of --control and what signals need. */
void run_free(struct run *run);

/* True when tasks are counted that exist only when the command is launched: its own. */
static inline bool run_counts_command(const struct run *run)
{
	return run->plan && run->target->kind == PMX_TARGET_COMMAND;
}

static inline uint64_t run_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 * RUN_MSEC + (uint64_t)ts.tv_nsec;
}

#endif
