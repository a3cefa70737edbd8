// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_run.c - one run: launch, open, release, wait, read
 *
 * The clock starts before the command is released and stops when it is reaped; opening and setting
 * up are done by then.
 */
#include "stat_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "options.h"
#include "stat_course.h"
#include "stat_plan.h"
#include "stat_symbols.h"

/* Descriptors that are open besides those of the counters, generously. */
#define FDS_BESIDE 64

int stat_run_init(struct stat_run *run, struct pmx_error *err)
{
	size_t count = run->plan->counter_count;

	getrlimit(RLIMIT_NOFILE, &run->nofile);
	stat_signals_block(&run->signals);
	if (pmx_snapshot_init(&run->now, count) || pmx_snapshot_init(&run->before, count) ||
	    pmx_snapshot_init(&run->delta, count)) {
		stat_run_free(run);
		return pmx_error_nomem(err);
	}
	return 0;
}

void stat_run_free(struct stat_run *run)
{
	pmx_session_free(run->session);
	run->session = NULL;
	pmx_snapshot_free(&run->now);
	pmx_snapshot_free(&run->before);
	pmx_snapshot_free(&run->delta);
	pmx_result_free(&run->result);
	stat_signals_restore(&run->signals);
}

/* Symbols of a command are found, and their counters opened, when it has begun. */
static bool must_wait(const struct stat_run *run)
{
	return run->symbols && run->target->kind == PMX_TARGET_COMMAND;
}

static int launch(struct stat_course *c, struct pmx_error *err)
{
	struct stat_run *run = c->run;
	struct pmx_launch_options opts = {
		.argv = run->options->command,
		.signals = &run->signals.old,
		.nofile = &run->nofile,
		.traced = must_wait(run),
	};
	int ret;

	if (!run->options->command)
		return 0;
	ret = pmx_launch_new(&c->launch, &opts, err);
	if (!ret && run->target->kind == PMX_TARGET_COMMAND)
		run->target->tasks[0].tid = run->target->tasks[0].pid = pmx_launch_pid(c->launch);
	return ret;
}

static int check_strict(const struct stat_run *run, struct pmx_error *err)
{
	const struct pmx_plan *plan = run->plan;

	for (size_t i = 0; i < plan->counter_count; i++) {
		const char *why = pmx_session_why(run->session, i, NULL);

		if (why && !plan->events->list[plan->counters[i].event].residency_of)
			return pmx_error_set(err, -ENOTSUP, "--strict: '%s' cannot be counted: %s",
					     plan->events->list[plan->counters[i].event].name, why);
	}
	return 0;
}

/* The ":u" behind a name that the user typed without it wants a word. */
static void note_user_only(struct stat_run *run)
{
	for (size_t e = 0; e < run->plan->events->count; e++)
		if (pmx_session_is_user_only(run->session, e))
			run->output->note =
				":u is user mode only: no permission to count in the kernel";
}

static int check_opened(struct stat_run *run, struct pmx_error *err)
{
	if (run->options->verbose)
		stat_plan_print_opened(run->plan, run->session);
	note_user_only(run);
	return run->options->strict ? check_strict(run, err) : 0;
}

/* May the previous run's descriptors stay open beside those of the next? */
static bool fits_twice(const struct stat_run *run)
{
	return 2 * pmx_session_fds_needed(run->plan) + FDS_BESIDE <= run->nofile.rlim_cur;
}

static int open_session(struct stat_course *c, struct pmx_error *err)
{
	struct stat_run *run = c->run;
	struct pmx_session *previous = run->session;
	struct pmx_session_options opts = {
		.start = run->target->kind == PMX_TARGET_COMMAND && !run->options->delay_ms ?
				 PMX_START_ON_EXEC :
				 PMX_START_DISABLED,
		.cgroup_fds = run->cgroup_fds,
		.symbols = run->symbols,
		.machine = run->machine,
	};
	int ret;

	if (!fits_twice(run)) {
		pmx_session_free(previous);
		previous = NULL;
	}
	ret = pmx_session_new(&run->session, run->plan, &opts, err);
	if (ret)
		run->session = NULL;
	pmx_session_free(previous);
	if (!ret)
		ret = pmx_session_filter(run->session, err);
	if (!ret && !must_wait(run))
		ret = check_opened(run, err);
	return ret;
}

static void begin_clock(struct stat_course *c, uint64_t at)
{
	const struct stat_options *o = c->run->options;

	c->start = at;
	if (o->interval_ms)
		c->tick = at + (uint64_t)o->interval_ms * STAT_MSEC;
	if (o->timeout_ms)
		c->timeout = at + (uint64_t)o->timeout_ms * STAT_MSEC;
}

/* Enables what the kernel does not enable at exec, starts the clock, and opens the barrier. */
static int start(struct stat_course *c, struct pmx_error *err)
{
	long delay = c->run->options->delay_ms;

	if (!delay && c->run->target->kind != PMX_TARGET_COMMAND && stat_course_enable(c, err))
		return err->code;
	begin_clock(c, stat_now());
	if (delay > 0)
		c->enable = c->start + (uint64_t)delay * STAT_MSEC;
	return c->launch ? pmx_launch_release(c->launch, err) : 0;
}

static int exit_status(const struct stat_course *c)
{
	if (!c->run->options->command)
		return c->run->ended_by ? 128 + c->run->ended_by : 0;
	if (c->told && WIFSIGNALED(c->status))
		return 0; /* at --timeout, as the user wished */
	return WIFSIGNALED(c->status) ? 128 + WTERMSIG(c->status) : WEXITSTATUS(c->status);
}

static int status_of_failure(int code, bool command_failed)
{
	if (!command_failed)
		return EXIT_PERFMUX;
	return code == -ENOENT || code == -ENOTDIR ? 127 : 126;
}

/* A signal that came between two runs is for us: the command of the next would never get it. */
static bool was_interrupted(struct stat_run *run)
{
	static const int none[2] = { -1, -1 };
	bool from_terminal;
	unsigned readable;
	int number;

	while ((number = stat_signals_wait(&run->signals, 0, none, &from_terminal, &readable)))
		if (number != SIGCHLD)
			run->ended_by = number;
	return run->ended_by != 0;
}

int stat_run_once(struct stat_run *run, struct pmx_error *err)
{
	struct stat_course c = { .run = run,
				 .tick = STAT_NEVER,
				 .timeout = STAT_NEVER,
				 .enable = STAT_NEVER,
				 .kill = STAT_NEVER,
				 .ask = STAT_NEVER };
	bool command_failed;
	int ret;

	if (was_interrupted(run)) {
		run->exit_status = 128 + run->ended_by;
		return pmx_error_set(err, -EINTR, "interrupted before the run began");
	}
	ret = launch(&c, err);
	command_failed = ret == -ENOENT || ret == -EACCES || ret == -ENOTDIR;
	memset(run->before.values, 0, run->before.count * sizeof(*run->before.values));
	run->before.time_ns = 0;
	run->exit_status = EXIT_PERFMUX;
	if (!ret)
		ret = open_session(&c, err);
	if (!ret) {
		if (run->watch && pmx_watch_fd(run->watch) < 0)
			c.ask = stat_now();
		ret = start(&c, err);
		command_failed = ret && c.launch;
	}
	if (!ret && must_wait(run)) {
		ret = stat_symbols_open(run->symbols, c.launch, run->session, err);
		if (!ret)
			ret = check_opened(run, err);
		if (!ret)
			ret = pmx_launch_resume(c.launch, err);
	}
	if (ret) {
		run->exit_status = status_of_failure(ret, command_failed);
		pmx_launch_free(c.launch);
		return ret;
	}
	stat_course_wait(&c);
	run->exit_status = exit_status(&c);
	ret = stat_course_finish(&c, err);
	if (ret)
		run->exit_status = EXIT_PERFMUX;
	return ret;
}
