// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_loop.c - while a run goes on: everything that can happen is a signal, a descriptor or a
 * deadline
 *
 * One sleep waits for all of them. Intervals keep an absolute timetable.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include <perfmux/target.h>
#include <perfmux/text.h>

#include "run_course.h"

/* A command that was told to end at --timeout gets this long before it is killed. */
#define GRACE_NS (1000 * RUN_MSEC)

/* So many commands of --control are carried out before signals and deadlines have their turn. */
#define COMMANDS_A_TURN 32

/* Where the kernel has no descriptors for threads, their end is looked for this often. */
#define ASK_NS (100 * RUN_MSEC)

/* What is waited for besides signals, in the order of the bits of what can be read. */
enum waited { WAIT_CONTROL, WAIT_WATCH, WAIT_HOOK, WAIT_ASKED };

_Static_assert(WAIT_ASKED < RUN_SIGNALS_FDS, "no room to wait for all of them");

int run_course_enable(struct run_course *c, struct pmx_error *err)
{
	c->enable = RUN_NEVER;
	return c->run->session ? pmx_session_enable(c->run->session, err) : 0;
}

void run_course_end(struct run_course *c)
{
	const struct run_hooks *hooks = c->run->hooks;

	if (c->done)
		return;
	c->done = true;
	c->run->end_ns = run_now();
	if (hooks->ended)
		hooks->ended(hooks->ctx, c->run);
	c->tick = c->timeout = c->enable = c->ask = RUN_NEVER;
}

static bool leads_group(const struct run *run)
{
	return run->setting && run->setting->own_group;
}

/* With its group, where it leads one. */
static void signal_command(const struct run *run, int number)
{
	pid_t pid = pmx_launch_pid(run->launch);

	kill(leads_group(run) ? -pid : pid, number);
}

/*
 * Ends those that a command, which took too long and has ended, left in its group. Until it is
 * reaped its number is nobody else's.
 */
static void end_group(const struct run *run)
{
	siginfo_t info = { .si_pid = 0 };

	if (!run->timed_out || !leads_group(run) ||
	    waitid(P_PID, (id_t)pmx_launch_pid(run->launch), &info, WEXITED | WNOHANG | WNOWAIT))
		return;
	if (info.si_pid)
		signal_command(run, SIGKILL);
}

static void reap(struct run_course *c)
{
	struct run *run = c->run;
	int ret;

	if (!run->launch)
		return;
	end_group(run);
	ret = pmx_launch_wait(run->launch, false, &run->wait_status, &run->usage);
	if (ret == 0)
		return;
	if (ret < 0)
		pmx_error_set(&c->lost, ret, "cannot wait for the command: %s", strerror(-ret));
	pmx_launch_free(run->launch);
	run->launch = NULL;
	c->kill = RUN_NEVER;
	run_course_end(c);
}

/* The first signal asks the command to end, and the report follows; the second does not ask. */
static void take_signal(struct run_course *c, int number, bool from_terminal)
{
	pid_t pid = c->run->launch ? pmx_launch_pid(c->run->launch) : 0;

	if (number == SIGCHLD) {
		reap(c);
		return;
	}
	if (pid && c->run->ended_by)
		signal_command(c->run, SIGKILL);
	else if (pid && (!from_terminal || leads_group(c->run)))
		signal_command(c->run, number);
	else if (!pid)
		run_course_end(c);
	c->run->ended_by = number;
}

static void list_events(const struct pmx_plan *plan)
{
	for (size_t i = 0; plan && i < plan->events->count; i++) {
		pmx_print_safe(stderr, plan->events->list[i].name);
		fputc('\n', stderr);
	}
}

static void carry_out(struct run_course *c, enum run_command command)
{
	struct run *run = c->run;
	struct pmx_error err;

	if (command == RUN_CTL_ENABLE)
		run_course_enable(c, &err);
	else if (command == RUN_CTL_DISABLE && run->session)
		pmx_session_disable(run->session, &err);
	else if (command == RUN_CTL_STOP)
		run_course_end(c);
	else if (command == RUN_CTL_EVLIST)
		list_events(run->plan);
	else if (command == RUN_CTL_UNKNOWN)
		fprintf(stderr,
			"%s: --control: unknown command; known are enable, disable, ping, stop and "
			"evlist, for all events\n",
			run->program);
	/* whoever asked waits for what was said, not for the report */
	fflush(stderr);
	if (command != RUN_CTL_UNKNOWN)
		run_control_ack(&run->control);
}

static void take_commands(struct run_course *c)
{
	enum run_command command = RUN_CTL_PING;

	for (int i = 0; i < COMMANDS_A_TURN && command != RUN_CTL_NONE; i++) {
		command = run_control_next(&c->run->control);
		if (command != RUN_CTL_NONE)
			carry_out(c, command);
	}
}

static void time_out(struct run_course *c, uint64_t now)
{
	struct run *run = c->run;

	run_course_end(c);
	if (!run->launch)
		return;
	run->timed_out = true;
	signal_command(run, SIGTERM);
	c->kill = now + GRACE_NS;
}

static void end_tick(struct run_course *c)
{
	const struct run_options *o = &c->run->options;
	const struct run_hooks *hooks = c->run->hooks;
	uint64_t step = (uint64_t)o->interval_ms * RUN_MSEC, now;
	bool enough;

	c->run->ticks++;
	enough = o->interval_count && c->run->ticks >= o->interval_count;
	if ((hooks->tick && hooks->tick(hooks->ctx, c->run)) || enough) {
		run_course_end(c);
		return;
	}
	/* a machine that stood still loses intervals, never the timetable */
	now = run_now();
	do
		c->tick += step;
	while (c->tick <= now);
}

/* When the command's own timer is due. */
static uint64_t hook_deadline(const struct run_course *c)
{
	const struct run_hooks *hooks = c->run->hooks;

	return !c->done && hooks->next_deadline ? hooks->next_deadline(hooks->ctx) : RUN_NEVER;
}

static void take_deadlines(struct run_course *c)
{
	const struct run_hooks *hooks = c->run->hooks;
	struct run *run = c->run;
	uint64_t now = run_now();
	struct pmx_error err;

	if (now >= c->enable)
		run_course_enable(c, &err);
	if (now >= c->tick)
		end_tick(c);
	if (now >= hook_deadline(c) && hooks->deadline(hooks->ctx, run, now))
		run_course_end(c);
	if (now >= c->timeout)
		time_out(c, now);
	if (now >= c->kill && run->launch) {
		signal_command(run, SIGKILL);
		c->kill = RUN_NEVER;
	}
	if (now >= c->ask) {
		c->ask = now + ASK_NS;
		if (pmx_watch_is_over(run->watch))
			run_course_end(c);
	}
}

static uint64_t next_deadline(const struct run_course *c)
{
	const uint64_t all[] = {
		c->tick, c->timeout, c->enable, c->kill, c->ask, hook_deadline(c)
	};
	uint64_t next = RUN_NEVER;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		next = all[i] < next ? all[i] : next;
	return next;
}

static void take_readable(struct run_course *c, unsigned readable)
{
	const struct run_hooks *hooks = c->run->hooks;

	if (readable & 1u << WAIT_CONTROL && !c->done)
		take_commands(c);
	if (readable & 1u << WAIT_WATCH && !c->done && pmx_watch_is_over(c->run->watch))
		run_course_end(c);
	if (readable & 1u << WAIT_HOOK && !c->done && hooks->readable(hooks->ctx, c->run))
		run_course_end(c);
	if (readable & 1u << WAIT_ASKED && !c->done && hooks->asked(hooks->ctx, c->run))
		run_course_end(c);
}

static void wait_once(struct run_course *c)
{
	struct run *run = c->run;
	const struct run_hooks *hooks = run->hooks;
	const int fds[RUN_SIGNALS_FDS] = {
		[WAIT_CONTROL] = c->done ? -1 : run->control.fd,
		[WAIT_WATCH] = run->watch && !c->done ? pmx_watch_fd(run->watch) : -1,
		[WAIT_HOOK] = hooks->readable && !c->done ? hooks->fd : -1,
		[WAIT_ASKED] = hooks->asked && !c->done ? hooks->asked_fd : -1,
	};
	uint64_t deadline = next_deadline(c), now = deadline == RUN_NEVER ? 0 : run_now();
	uint64_t left = deadline == RUN_NEVER ? RUN_NEVER : deadline > now ? deadline - now : 0;
	bool from_terminal = false;
	unsigned readable;
	int number = run_signals_wait(&run->signals, left, fds, &from_terminal, &readable);

	if (number)
		take_signal(c, number, from_terminal);
	take_readable(c, readable);
	if (deadline != RUN_NEVER)
		take_deadlines(c);
}

/* Without a command, the end of measuring is the end; with one, its end is. */
void run_course_wait(struct run_course *c)
{
	while (!c->done || c->run->launch)
		wait_once(c);
}
