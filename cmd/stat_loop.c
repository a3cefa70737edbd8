// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_loop.c - while a run goes on: everything that can happen is a signal, a descriptor or a
 * deadline
 *
 * One sleep waits for all of them. Intervals keep an absolute timetable.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/target.h>
#include <perfmux/text.h>

#include "stat_course.h"

/* A command that was told to end at --timeout gets this long before it is killed. */
#define GRACE_NS (1000 * STAT_MSEC)

/* So many commands of --control are carried out before signals and deadlines have their turn. */
#define COMMANDS_A_TURN 32

/* Where the kernel has no descriptors for threads, their end is looked for this often. */
#define ASK_NS (100 * STAT_MSEC)

int stat_course_enable(struct stat_course *c, struct pmx_error *err)
{
	c->enable = STAT_NEVER;
	return pmx_session_enable(c->run->session, err);
}

static void stop_measuring(struct stat_course *c)
{
	if (c->done)
		return;
	c->done = true;
	c->end = stat_now();
	pmx_session_read(c->run->session, &c->run->now);
	c->tick = c->timeout = c->enable = c->ask = STAT_NEVER;
}

static void reap(struct stat_course *c)
{
	int ret = c->launch ? pmx_launch_wait(c->launch, false, &c->status, &c->usage) : 0;

	if (ret == 0)
		return;
	if (ret < 0)
		pmx_error_set(&c->lost, ret, "cannot wait for the command: %s", strerror(-ret));
	pmx_launch_free(c->launch);
	c->launch = NULL;
	c->kill = STAT_NEVER;
	stop_measuring(c);
}

/* The first signal asks the command to end, and the report follows; the second does not ask. */
static void take_signal(struct stat_course *c, int number, bool from_terminal)
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

static void list_events(const struct pmx_events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		pmx_print_safe(stderr, events->list[i].name);
		fputc('\n', stderr);
	}
}

static void carry_out(struct stat_course *c, enum stat_command command)
{
	struct pmx_error err;

	if (command == STAT_CTL_ENABLE)
		stat_course_enable(c, &err);
	else if (command == STAT_CTL_DISABLE)
		pmx_session_disable(c->run->session, &err);
	else if (command == STAT_CTL_STOP)
		stop_measuring(c);
	else if (command == STAT_CTL_EVLIST)
		list_events(c->run->plan->events);
	else if (command == STAT_CTL_UNKNOWN)
		fprintf(stderr, "perfmux stat: --control: unknown command; known are enable, "
				"disable, ping, stop and evlist, for all events\n");
	/* whoever asked waits for what was said, not for the report */
	fflush(stderr);
	if (command != STAT_CTL_UNKNOWN)
		stat_control_ack(&c->run->control);
}

static void take_commands(struct stat_course *c)
{
	enum stat_command command = STAT_CTL_PING;

	for (int i = 0; i < COMMANDS_A_TURN && command != STAT_CTL_NONE; i++) {
		command = stat_control_next(&c->run->control);
		if (command != STAT_CTL_NONE)
			carry_out(c, command);
	}
}

static void time_out(struct stat_course *c, uint64_t now)
{
	stop_measuring(c);
	if (!c->launch)
		return;
	c->told = true;
	kill(pmx_launch_pid(c->launch), SIGTERM);
	c->kill = now + GRACE_NS;
}

static void end_tick(struct stat_course *c)
{
	const struct stat_options *o = c->run->options;
	uint64_t step = (uint64_t)o->interval_ms * STAT_MSEC, now;

	pmx_session_read(c->run->session, &c->run->now);
	stat_course_interval(c);
	if ((o->interval_count && c->intervals >= o->interval_count) ||
	    stat_output_is_lost(c->run->output)) {
		stop_measuring(c);
		return;
	}
	/* a machine that stood still loses intervals, never the timetable */
	now = stat_now();
	do
		c->tick += step;
	while (c->tick <= now);
}

static void take_deadlines(struct stat_course *c)
{
	uint64_t now = stat_now();
	struct pmx_error err;

	if (now >= c->enable)
		stat_course_enable(c, &err);
	if (now >= c->tick)
		end_tick(c);
	if (now >= c->timeout)
		time_out(c, now);
	if (now >= c->kill && c->launch) {
		kill(pmx_launch_pid(c->launch), SIGKILL);
		c->kill = STAT_NEVER;
	}
	if (now >= c->ask) {
		c->ask = now + ASK_NS;
		if (pmx_watch_is_over(c->run->watch))
			stop_measuring(c);
	}
}

static uint64_t next_deadline(const struct stat_course *c)
{
	uint64_t next = c->tick;

	next = c->timeout < next ? c->timeout : next;
	next = c->enable < next ? c->enable : next;
	next = c->kill < next ? c->kill : next;
	return c->ask < next ? c->ask : next;
}

static void wait_once(struct stat_course *c)
{
	struct stat_run *run = c->run;
	int fds[2] = {
		c->done ? -1 : run->control.fd,
		run->watch && !c->done ? pmx_watch_fd(run->watch) : -1,
	};
	uint64_t deadline = next_deadline(c), now = deadline == STAT_NEVER ? 0 : stat_now();
	uint64_t left = deadline == STAT_NEVER ? STAT_NEVER : deadline > now ? deadline - now : 0;
	bool from_terminal = false;
	unsigned readable;
	int number = stat_signals_wait(&run->signals, left, fds, &from_terminal, &readable);

	if (number)
		take_signal(c, number, from_terminal);
	if (readable & 1 && !c->done)
		take_commands(c);
	if (readable & 2 && !c->done && pmx_watch_is_over(run->watch))
		stop_measuring(c);
	if (deadline != STAT_NEVER)
		take_deadlines(c);
}

/* Without a command, the end of measuring is the end; with one, its end is. */
void stat_course_wait(struct stat_course *c)
{
	while (!c->done || c->launch)
		wait_once(c);
}
