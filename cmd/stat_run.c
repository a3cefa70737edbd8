// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_run.c - launch, open, release, wait, read
 *
 * The clock starts before the command is released and stops when it is reaped; opening and
 * setting up are done by then. Everything that can happen meanwhile is a descriptor or a
 * deadline, and one poll waits for all of them. Intervals keep an absolute timetable.
 */
#include "stat_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "stat_plan.h"
#include "stat_symbols.h"

#define NEVER UINT64_MAX
#define MSEC  UINT64_C(1000000)

/* A command that was told to end at --timeout gets this long before it is killed. */
#define GRACE_NS (1000 * MSEC)

/* Descriptors that are open besides those of the counters, generously. */
#define FDS_BESIDE 64

/* Where the kernel has no descriptors for threads, their end is looked for this often. */
#define ASK_NS (100 * MSEC)

/* One run on its way. */
struct course {
	struct stat_run *run;
	struct pmx_launch *launch; /* NULL: no command, or reaped */
	uint64_t start, end;
	uint64_t tick;	  /* end of the next interval */
	uint64_t timeout; /* of --timeout */
	uint64_t enable;  /* of -D */
	uint64_t kill;	  /* when patience with the command ends */
	uint64_t ask;	  /* whether the tasks live still */
	long intervals;	  /* written so far */
	bool done;	  /* measuring has ended; the command may run on */
	bool told;	  /* we told the command to end */
	struct rusage usage;
	int status;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 * MSEC + (uint64_t)ts.tv_nsec;
}

static uint64_t timeval_ns(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * 1000 * MSEC + (uint64_t)tv->tv_usec * 1000;
}

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

/* --- start ------------------------------------------------------------------------------- */

/* Symbols of a command are found, and their counters opened, when it has begun. */
static bool must_wait(const struct stat_run *run)
{
	return run->symbols && run->target->kind == PMX_TARGET_COMMAND;
}

static int launch(struct course *c, struct pmx_error *err)
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

		if (why)
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

static int open_session(struct course *c, struct pmx_error *err)
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

static void begin_clock(struct course *c, uint64_t at)
{
	const struct stat_options *o = c->run->options;

	c->start = at;
	if (o->interval_ms)
		c->tick = at + (uint64_t)o->interval_ms * MSEC;
	if (o->timeout_ms)
		c->timeout = at + (uint64_t)o->timeout_ms * MSEC;
}

static int enable(struct course *c, struct pmx_error *err)
{
	c->enable = NEVER;
	return pmx_session_enable(c->run->session, err);
}

/* Enables what the kernel does not enable at exec, starts the clock, and opens the barrier. */
static int start(struct course *c, struct pmx_error *err)
{
	long delay = c->run->options->delay_ms;

	if (!delay && c->run->target->kind != PMX_TARGET_COMMAND && enable(c, err))
		return err->code;
	begin_clock(c, now_ns());
	if (delay > 0)
		c->enable = c->start + (uint64_t)delay * MSEC;
	return c->launch ? pmx_launch_release(c->launch, err) : 0;
}

/* --- results ----------------------------------------------------------------------------- */

static int make_result(struct course *c, const struct pmx_snapshot *snap, uint64_t elapsed,
		       struct pmx_result *out, struct pmx_error *err)
{
	const struct stat_options *o = c->run->options;
	struct pmx_aggregate_options opts = {
		.aggr = o->aggr,
		.cache_level = o->cache_level,
		.no_merge = o->no_merge,
		.hybrid_merge = o->hybrid_merge,
		.sums = !o->no_merge && !o->hybrid_merge,
		.no_scale = o->no_scale,
	};
	int ret = pmx_aggregate(c->run->plan, c->run->session, snap, c->run->machine, &opts, out,
				err);

	if (ret)
		return ret;
	out->start_ns = c->start;
	out->elapsed_ns = elapsed;
	return 0;
}

/* Writes what run->now has that run->before had not. */
static void write_interval(struct course *c)
{
	struct stat_run *run = c->run;
	struct pmx_result result = { 0 };
	struct pmx_error err;
	uint64_t from = c->intervals ? run->before.time_ns : c->start;

	pmx_snapshot_delta(&run->now, &run->before, &run->delta);
	if (make_result(c, &run->delta, run->now.time_ns - from, &result, &err) == 0) {
		result.stamp_ns = run->now.time_ns - c->start;
		pmx_derive_metrics(&result);
		stat_output_write(run->output, &result);
		pmx_result_free(&result);
	}
	memcpy(run->before.values, run->now.values, run->now.count * sizeof(*run->now.values));
	run->before.time_ns = run->now.time_ns;
	c->intervals++;
}

/* Formats for programs have no room for a sentence: where they go to a file, it goes to standard error. */
static void tell_losses(const struct stat_run *run)
{
	const char *told = NULL;

	if (!stat_output_is_silent_file(run->output))
		return;
	for (size_t i = 0; i < run->now.count; i++) {
		const char *why = run->now.values[i].status == PMX_FAILED ?
					  pmx_session_why(run->session, i, NULL) :
					  NULL;

		if (!why || (told && !strcmp(why, told)))
			continue;
		fprintf(stderr, "perfmux stat: %s: %s\n",
			pmx_session_event_name(run->session, run->plan->events,
					       run->plan->counters[i].event),
			why);
		told = why;
	}
}

static int finish(struct course *c, struct pmx_error *err)
{
	struct stat_run *run = c->run;
	const struct stat_options *o = run->options;
	int ret;

	/* what is left of an interval is one, too */
	if (o->interval_ms && !(o->interval_count && c->intervals >= o->interval_count))
		write_interval(c);
	ret = make_result(c, &run->now, c->end - c->start, &run->result, err);
	if (!ret && o->command) {
		run->result.has_rusage = true;
		run->result.user_ns = timeval_ns(&c->usage.ru_utime);
		run->result.sys_ns = timeval_ns(&c->usage.ru_stime);
	}
	tell_losses(run);
	return ret;
}

/* --- while it runs ----------------------------------------------------------------------- */

static void stop_measuring(struct course *c)
{
	if (c->done)
		return;
	c->done = true;
	c->end = now_ns();
	pmx_session_read(c->run->session, &c->run->now);
	c->tick = c->timeout = c->enable = c->ask = NEVER;
}

static void reap(struct course *c)
{
	if (!c->launch || pmx_launch_wait(c->launch, false, &c->status, &c->usage) != 1)
		return;
	pmx_launch_free(c->launch);
	c->launch = NULL;
	c->kill = NEVER;
	stop_measuring(c);
}

/* The first signal asks the command to end, and the report follows; the second does not ask. */
static void take_signal(struct course *c, int number, bool from_terminal)
{
	pid_t pid = c->launch ? pmx_launch_pid(c->launch) : 0;

	if (number == SIGCHLD) {
		reap(c);
		return;
	}
	if (pid && c->run->ended_by)
		kill(pid, SIGKILL);
	else if (pid && !from_terminal)
		kill(pid, number);
	else if (!pid)
		stop_measuring(c);
	c->run->ended_by = number;
}

static void take_commands(struct course *c)
{
	struct stat_control *control = &c->run->control;
	struct pmx_error err;
	enum stat_command command;

	while ((command = stat_control_next(control)) != STAT_CTL_NONE) {
		if (command == STAT_CTL_ENABLE)
			enable(c, &err);
		else if (command == STAT_CTL_DISABLE)
			pmx_session_disable(c->run->session, &err);
		else if (command == STAT_CTL_STOP)
			stop_measuring(c);
		else if (command == STAT_CTL_EVLIST)
			for (size_t i = 0; i < c->run->plan->events->count; i++)
				fprintf(stderr, "%s\n", c->run->plan->events->list[i].name);
		else if (command == STAT_CTL_UNKNOWN)
			fprintf(stderr, "perfmux stat: --control: unknown command\n");
		if (command != STAT_CTL_UNKNOWN)
			stat_control_ack(control);
	}
}

static void time_out(struct course *c, uint64_t now)
{
	stop_measuring(c);
	if (!c->launch)
		return;
	c->told = true;
	kill(pmx_launch_pid(c->launch), SIGTERM);
	c->kill = now + GRACE_NS;
}

static void end_tick(struct course *c)
{
	const struct stat_options *o = c->run->options;
	uint64_t step = (uint64_t)o->interval_ms * MSEC, now;

	pmx_session_read(c->run->session, &c->run->now);
	write_interval(c);
	if (o->interval_count && c->intervals >= o->interval_count) {
		stop_measuring(c);
		return;
	}
	/* a machine that stood still loses intervals, never the timetable */
	now = now_ns();
	do
		c->tick += step;
	while (c->tick <= now);
}

static void take_deadlines(struct course *c)
{
	uint64_t now = now_ns();
	struct pmx_error err;

	if (now >= c->enable)
		enable(c, &err);
	if (now >= c->tick)
		end_tick(c);
	if (now >= c->timeout)
		time_out(c, now);
	if (now >= c->kill && c->launch) {
		kill(pmx_launch_pid(c->launch), SIGKILL);
		c->kill = NEVER;
	}
	if (now >= c->ask) {
		c->ask = now + ASK_NS;
		if (pmx_watch_is_over(c->run->watch))
			stop_measuring(c);
	}
}

static uint64_t next_deadline(const struct course *c)
{
	uint64_t next = c->tick;

	next = c->timeout < next ? c->timeout : next;
	next = c->enable < next ? c->enable : next;
	next = c->kill < next ? c->kill : next;
	return c->ask < next ? c->ask : next;
}

static void wait_once(struct course *c)
{
	struct stat_run *run = c->run;
	int fds[2] = {
		c->done ? -1 : run->control.fd,
		run->watch && !c->done ? pmx_watch_fd(run->watch) : -1,
	};
	uint64_t deadline = next_deadline(c), now = deadline == NEVER ? 0 : now_ns();
	uint64_t left = deadline == NEVER ? NEVER : deadline > now ? deadline - now : 0;
	bool from_terminal = false;
	unsigned readable;
	int number = stat_signals_wait(&run->signals, left, fds, &from_terminal, &readable);

	if (number)
		take_signal(c, number, from_terminal);
	if (readable & 1 && !c->done)
		take_commands(c);
	if (readable & 2 && !c->done && pmx_watch_is_over(run->watch))
		stop_measuring(c);
	if (deadline != NEVER)
		take_deadlines(c);
}

/* Without a command, the end of measuring is the end; with one, its end is. */
static void wait_all(struct course *c)
{
	while (!c->done || c->launch)
		wait_once(c);
}

static int exit_status(const struct course *c)
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

int stat_run_once(struct stat_run *run, struct pmx_error *err)
{
	struct course c = {
		.run = run, .tick = NEVER, .timeout = NEVER, .enable = NEVER, .kill = NEVER, .ask = NEVER
	};
	bool command_failed;
	int ret = launch(&c, err);

	command_failed = ret == -ENOENT || ret == -EACCES || ret == -ENOTDIR;
	memset(run->before.values, 0, run->before.count * sizeof(*run->before.values));
	run->before.time_ns = 0;
	run->exit_status = EXIT_PERFMUX;
	if (!ret)
		ret = open_session(&c, err);
	if (!ret) {
		if (run->watch && pmx_watch_fd(run->watch) < 0)
			c.ask = now_ns() + ASK_NS;
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
	wait_all(&c);
	run->exit_status = exit_status(&c);
	ret = finish(&c, err);
	if (ret)
		run->exit_status = EXIT_PERFMUX;
	return ret;
}
