// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - one run: launch, open, release, wait
 *
 * The clock starts before the command is released and stops when it is reaped; opening and setting
 * up are done by then.
 */
#include "run.h"

#include <errno.h>
#include <sys/wait.h>

#include "base/cleanup.h"
#include "base/rights.h"
#include "options.h"
#include "run_course.h"
#include "run_symbols.h"

/* Descriptors that are open besides those of the counters, generously. */
#define FDS_BESIDE 64

int run_init(struct run *run, struct pmx_error *err)
{
	getrlimit(RLIMIT_NOFILE, &run->nofile);
	return run_control_open(&run->control, run->options.control, err);
}

void run_take_signals(struct run *run)
{
	run_signals_block(&run->signals);
}

void run_free(struct run *run)
{
	pmx_session_free(run->session);
	run->session = NULL;
	run_control_close(&run->control);
	run_signals_restore(&run->signals);
}

/* --- before the barrier opens ------------------------------------------------------------- */

/* Symbols of a command are found, and their counters opened, when it has begun. */
static bool must_wait(const struct run *run)
{
	return run->symbols && run_counts_command(run);
}

static int launch(struct run *run, struct pmx_error *err)
{
	struct pmx_launch_options opts = {
		.argv = run->options.command,
		.signals = &run->signals.old,
		.nofile = &run->nofile,
		.traced = must_wait(run),
		.setting = run->setting,
	};
	int ret;

	if (!run->options.command)
		return 0;
	ret = pmx_launch_new(&run->launch, &opts, err);
	if (!ret && run_counts_command(run))
		run->target->tasks[0].tid = run->target->tasks[0].pid = pmx_launch_pid(run->launch);
	return ret;
}

/* May the previous run's descriptors stay open beside those of the next? */
static bool fits_twice(const struct run *run)
{
	size_t needed = FDS_BESIDE + run->fds_beside;

	if (!run->plan || !run->session)
		return false;
	needed += pmx_session_open_count(run->session) + pmx_session_fds_needed(run->plan);
	return needed <= run->nofile.rlim_cur;
}

/*
 * The previous run's counters of CPUs, or of tasks that live on, would keep the next run's off
 * their PMU. To close them is not enough: until it execs the command has copies of their
 * descriptors.
 */
static void rest_previous(struct run *run)
{
	struct pmx_error ignored;

	if (run->session && !run_counts_command(run))
		pmx_session_disable(run->session, &ignored);
}

static int open_session(struct run *run, struct pmx_error *err)
{
	struct pmx_session *previous;
	struct pmx_session_options opts = {
		.start = run_counts_command(run) && !run->options.delay_ms ? PMX_START_ON_EXEC :
									     PMX_START_DISABLED,
		.cgroup_fds = run->cgroup_fds,
		.symbols = run->symbols,
		.machine = run->machine,
		.beside = run->fds_beside,
	};
	int ret;

	if (!fits_twice(run)) {
		pmx_session_free(run->session);
		run->session = NULL;
	}
	previous = pmx_take_ptr(run->session);
	if (!run->plan)
		return 0;
	ret = pmx_session_new(&run->session, run->plan, &opts, err);
	if (ret)
		run->session = NULL;
	pmx_session_free(previous);
	return ret ? ret : pmx_session_filter(run->session, err);
}

static int tell_opened(struct run *run, struct pmx_error *err)
{
	const struct run_hooks *hooks = run->hooks;

	return run->plan && hooks->opened ? hooks->opened(hooks->ctx, run, err) : 0;
}

static void begin_clock(struct run_course *c)
{
	const struct run_options *o = &c->run->options;
	uint64_t now = run_now();

	c->run->start_ns = now;
	if (o->interval_ms)
		c->tick = now + (uint64_t)o->interval_ms * RUN_MSEC;
	if (o->timeout_ms)
		c->timeout = now + (uint64_t)o->timeout_ms * RUN_MSEC;
	if (o->delay_ms > 0)
		c->enable = now + (uint64_t)o->delay_ms * RUN_MSEC;
}

/* Enables what the kernel does not enable at exec, and starts the clock. */
static int start(struct run_course *c, struct pmx_error *err)
{
	struct run *run = c->run;
	const struct run_hooks *hooks = run->hooks;
	int ret = 0;

	if (run->watch && pmx_watch_fd(run->watch) < 0)
		c->ask = run_now();
	if (!run->options.delay_ms && !run_counts_command(run))
		ret = run_course_enable(c, err);
	if (ret)
		return ret;
	begin_clock(c);
	if (hooks->started)
		ret = hooks->started(hooks->ctx, run, err);
	c->begun = !ret;
	return ret;
}

/* --- and after ---------------------------------------------------------------------------- */

/* Of a command that was stopped at its first instruction, or just has been executed. */
static int open_symbols(struct run *run, struct pmx_error *err)
{
	int ret = run_symbols_open(run->symbols, run->launch, run->session, err);

	if (!ret)
		ret = tell_opened(run, err);
	return ret ? ret : pmx_launch_resume(run->launch, err);
}

static int exit_status(const struct run *run)
{
	int status = run->wait_status;

	if (!run->options.command)
		return run->ended_by ? 128 + run->ended_by : 0;
	if (run->timed_out && WIFSIGNALED(status))
		return 0; /* at --timeout, as the user wished */
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* As env(1) says that a command cannot be found, or not be executed. */
static int status_of_command(int code)
{
	return code == -ENOENT || code == -ENOTDIR ? 127 : 126;
}

/* The command has its own since it was cloned; threads that are started from here on have these. */
static void drop_rights(const struct run *run)
{
	uint64_t kept = run->later | (pmx_rights_are_lent() ? 0 : run->later_own);

	/* without pidfds /proc is asked whether the tasks live */
	if (run->watch && pmx_watch_fd(run->watch) < 0)
		kept |= RUN_RIGHTS_TASKS;
	if (run->drops_rights)
		pmx_rights_keep(kept);
}

/* Until the command runs. Leaves in run->exit_status whose failure it was. */
static int set_off(struct run_course *c, struct pmx_error *err)
{
	struct run *run = c->run;
	int ret;

	rest_previous(run);
	ret = launch(run, err);
	if (ret == -ENOENT || ret == -EACCES || ret == -ENOTDIR)
		run->exit_status = status_of_command(ret);
	if (!ret)
		ret = open_session(run, err);
	if (!ret && !must_wait(run))
		ret = tell_opened(run, err);
	if (!ret && !must_wait(run))
		drop_rights(run);
	if (!ret)
		ret = start(c, err);
	if (!ret && run->launch) {
		ret = pmx_launch_release(run->launch, err);
		if (ret)
			run->exit_status = status_of_command(ret);
	}
	if (!ret && must_wait(run))
		ret = open_symbols(run, err);
	if (!ret && must_wait(run))
		drop_rights(run);
	return ret;
}

static int give_up(struct run_course *c, int ret)
{
	if (c->begun)
		run_course_end(c);
	pmx_launch_free(c->run->launch);
	c->run->launch = NULL;
	return ret;
}

bool run_was_interrupted(struct run *run)
{
	static const int none[RUN_SIGNALS_FDS] = { -1, -1, -1, -1 };
	bool from_terminal;
	unsigned readable;
	int number;

	while ((number = run_signals_wait(&run->signals, 0, none, &from_terminal, &readable)))
		if (number != SIGCHLD)
			run->ended_by = number;
	return run->ended_by != 0;
}

static void forget_last(struct run *run)
{
	static const struct run_hooks none;

	if (!run->hooks)
		run->hooks = &none;
	run->start_ns = run->end_ns = 0;
	run->ticks = 0;
	run->wait_status = 0;
	run->usage = (struct rusage){ 0 };
	run->timed_out = false;
	run->exit_status = EXIT_PERFMUX;
}

int run_once(struct run *run, struct pmx_error *err)
{
	struct run_course c = { .run = run,
				.tick = RUN_NEVER,
				.timeout = RUN_NEVER,
				.enable = RUN_NEVER,
				.kill = RUN_NEVER,
				.ask = RUN_NEVER };
	int ret;

	forget_last(run);
	if (run_was_interrupted(run)) {
		run->exit_status = 128 + run->ended_by;
		return pmx_error_set(err, -EINTR, "interrupted before the run began");
	}
	ret = set_off(&c, err);
	if (ret)
		return give_up(&c, ret);
	run_course_wait(&c);
	if (c.lost.code) {
		*err = c.lost;
		return err->code;
	}
	run->exit_status = exit_status(run);
	return 0;
}
