// SPDX-License-Identifier: GPL-2.0-only
/*
 * read.c - reading counters, one system call a unit, and believing nothing
 */
#include <errno.h>
#include <string.h>

#include "session/internal.h"

/* CPU clocks of two CPUs may differ a little: time that falls by less than this is no fault. */
#define CLOCK_SKEW_NS 100000

/* An interval shorter than this says nothing about a CPU that may have gone. */
#define DEAD_AFTER_NS 1000000

static void lose(struct pmx_session *s, size_t i, enum fault fault, int err)
{
	if (s->counters[i].fault != FAULT_NONE)
		return;
	s->counters[i] = (struct counter_state){ .err = (int16_t)err, .fault = (uint8_t)fault };
	s->last[i].status = PMX_FAILED;
}

static bool is_open(const struct pmx_session *s, size_t i)
{
	return s->counters[i].fault == FAULT_NONE && counter_fd(s, i) >= 0;
}

static void lose_unit(struct pmx_session *s, const struct pmx_unit *unit, enum fault fault, int err)
{
	for (size_t i = unit->first; i < unit->first + unit->count; i++)
		if (is_open(s, i))
			lose(s, i, fault, err);
}

static bool fell(uint64_t now, uint64_t before, uint64_t tolerance)
{
	return now < before && before - now > tolerance;
}

static void store(struct pmx_session *s, size_t i, uint64_t raw, uint64_t enabled, uint64_t running)
{
	struct pmx_value *last = &s->last[i];

	if (s->counters[i].fault != FAULT_NONE)
		return;
	last->gauge = counter_event(s, i)->gauge;
	if ((!last->gauge && fell(raw, last->raw, 0)) ||
	    fell(enabled, last->enabled, CLOCK_SKEW_NS) ||
	    fell(running, last->running, CLOCK_SKEW_NS)) {
		lose(s, i, FAULT_BACKWARD, 0);
		return;
	}
	last->raw = raw;
	last->enabled = enabled > last->enabled ? enabled : last->enabled;
	last->running = running > last->running ? running : last->running;
	last->status = running ? PMX_COUNTED : PMX_NOT_COUNTED;
}

/* The descriptor through which a unit is read: its first that is open. */
static size_t find_leader(const struct pmx_session *s, const struct pmx_unit *unit)
{
	size_t i = unit->first;

	while (i < unit->first + unit->count && counter_fd(s, i) < 0)
		i++;
	return i;
}

/*
 * Events of a CPU that went offline are taken apart: each is a group of its own then, and holds
 * what it counted, but not the times, which were its leader's.
 */
static void salvage(struct pmx_session *s, const struct pmx_unit *unit, size_t leader)
{
	uint64_t enabled = s->buffer[1], running = s->buffer[2];

	for (size_t i = leader; i < unit->first + unit->count; i++) {
		if (counter_fd(s, i) < 0)
			continue;
		if (i == leader || s->sys->read(s->sys->ctx, counter_fd(s, i), s->buffer,
						sizeof(s->buffer)) == 4 * sizeof(*s->buffer))
			store(s, i, s->buffer[3], enabled, running);
	}
}

static int read_group(struct pmx_session *s, const struct pmx_unit *unit)
{
	size_t leader = find_leader(s, unit), next = 0, members = 0;
	const uint64_t *values = s->buffer + 3;
	ssize_t n;

	if (leader == unit->first + unit->count || s->counters[leader].fault != FAULT_NONE)
		return 0;
	for (size_t i = leader; i < unit->first + unit->count; i++)
		members += counter_fd(s, i) >= 0;
	n = s->sys->read(s->sys->ctx, counter_fd(s, leader), s->buffer, sizeof(s->buffer));
	if (n < 0) {
		if (n != -ECHILD)
			lose_unit(s, unit, FAULT_READ, (int)n);
		return (int)n;
	}
	if (n == 0) {
		lose_unit(s, unit, FAULT_PINNED, 0);
		return 0;
	}
	if ((size_t)n < (3 + members) * sizeof(*s->buffer) || s->buffer[0] != members) {
		bool torn = (size_t)n >= 4 * sizeof(*s->buffer) && s->buffer[0] == 1 &&
			    s->plan->target->kind == PMX_TARGET_CPUS;

		if (torn)
			salvage(s, unit, leader);
		lose_unit(s, unit, torn ? FAULT_CPU_GONE : FAULT_SHORT, 0);
		return 0;
	}
	for (size_t i = leader; i < unit->first + unit->count; i++)
		if (counter_fd(s, i) >= 0)
			store(s, i, values[next++], s->buffer[1], s->buffer[2]);
	return 0;
}

static void read_single(struct pmx_session *s, size_t i)
{
	ssize_t n;

	if (!is_open(s, i))
		return;
	n = s->sys->read(s->sys->ctx, counter_fd(s, i), s->buffer, 3 * sizeof(*s->buffer));
	if (n < 0)
		lose(s, i, FAULT_READ, (int)n);
	else if (n == 0)
		lose(s, i, FAULT_PINNED, 0);
	else if ((size_t)n < 3 * sizeof(*s->buffer))
		lose(s, i, FAULT_SHORT, 0);
	else
		store(s, i, s->buffer[0], s->buffer[1], s->buffer[2]);
}

int pmx_session_read_unit(struct pmx_session *s, size_t u)
{
	const struct pmx_unit *unit = &s->plan->units[u];

	if (unit->count > 1 && !s->split[u])
		return read_group(s, unit);
	for (size_t i = unit->first; i < unit->first + unit->count; i++)
		read_single(s, i);
	return 0;
}

static bool is_enabled_still(const struct pmx_session *s, size_t i, uint64_t before,
			     uint64_t elapsed)
{
	uint64_t grown = s->last[i].enabled - before;

	return grown < elapsed - elapsed / 8;
}

/*
 * A CPU that goes offline takes its events with it, also when it comes back: they stay readable,
 * but their enabled time stands still while the wall clock goes on. Two readings in a row tell a
 * dead event from one whose clock is behind.
 */
static void find_dead(struct pmx_session *s, size_t u, uint64_t before, uint64_t elapsed)
{
	const struct pmx_unit *unit = &s->plan->units[u];
	size_t i = find_leader(s, unit);
	uint64_t once;

	if (i == unit->first + unit->count || counter_event(s, i)->cgroup)
		return;
	if (s->counters[i].fault != FAULT_NONE || !is_enabled_still(s, i, before, elapsed))
		return;
	once = s->last[i].enabled;
	pmx_session_read_unit(s, u);
	if (s->counters[i].fault == FAULT_NONE && s->last[i].enabled == once)
		lose_unit(s, unit, FAULT_CPU_GONE, 0);
}

static uint64_t unit_enabled(const struct pmx_session *s, size_t u)
{
	const struct pmx_unit *unit = &s->plan->units[u];
	size_t i = find_leader(s, unit);

	return i < unit->first + unit->count ? s->last[i].enabled : 0;
}

/* Was any other event of the task of counter @i enabled? Counters of a task are neighbours. */
static bool was_task_there(const struct pmx_session *s, size_t i)
{
	uint32_t task = s->plan->counters[i].task;

	for (size_t k = i; k-- > 0 && s->plan->counters[k].task == task;)
		if (s->last[k].enabled)
			return true;
	for (size_t k = i + 1; k < s->plan->counter_count && s->plan->counters[k].task == task; k++)
		if (s->last[k].enabled)
			return true;
	return false;
}

/*
 * A pinned event that found no counter is in error and reads as end of file; but once its task
 * has ended, kernels from 6.2 on have forgotten that, and it reads as if it had never been
 * enabled.
 */
static void find_pinned_out(struct pmx_session *s)
{
	for (size_t i = 0; i < s->plan->counter_count; i++)
		if (counter_event(s, i)->attr.pinned && is_open(s, i) && !s->last[i].enabled &&
		    was_task_there(s, i))
			lose(s, i, FAULT_PINNED, 0);
}

void pmx_session_read(struct pmx_session *s, struct pmx_snapshot *snap)
{
	uint64_t now = s->sys->now(s->sys->ctx);
	uint64_t elapsed = s->last_ns && now > s->last_ns ? now - s->last_ns : 0;
	bool may_die = s->plan->target->kind == PMX_TARGET_CPUS && s->enabled &&
		       elapsed >= DEAD_AFTER_NS;

	for (size_t u = 0; u < s->plan->unit_count; u++) {
		uint64_t before = may_die ? unit_enabled(s, u) : 0;

		pmx_session_read_unit(s, u);
		if (may_die)
			find_dead(s, u, before, elapsed);
	}
	if (s->has_pinned && s->plan->target->kind != PMX_TARGET_CPUS)
		find_pinned_out(s);
	s->last_ns = now;
	snap->time_ns = now;
	memcpy(snap->values, s->last, s->plan->counter_count * sizeof(*s->last));
}
