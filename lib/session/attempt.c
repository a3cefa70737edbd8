// SPDX-License-Identifier: GPL-2.0-only
/*
 * attempt.c - opening one counter: as asked, else in the ways that a kernel or a PMU may demand
 *
 * What made one counter of an event open is kept with the event, and tried first for its others.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "session/internal.h"

/* One counter on its way: what perf_event_open is given. */
struct opening {
	struct perf_event_attr attr;
	pid_t pid;
	int cpu, leader;
	unsigned long flags;
};

static void use_own_code(struct perf_event_attr *attr, const struct pmx_event *event)
{
	attr->type = event->pmu->type;
	attr->config = event->own_code;
}

/*
 * PMUs such as AMD's IBS count only while they sample. 1: with the longest period that all of
 * them take (16 bits of a count of 16), so that they interrupt least; 2: and precise, as some
 * demand.
 */
#define SAMPLING_PERIOD 0xffff0
#define SAMPLING_WAYS	2

static void use_sampling(struct perf_event_attr *attr, int way)
{
	if (way >= 1 && !attr->sample_period)
		attr->sample_period = SAMPLING_PERIOD;
	if (way >= 2 && !attr->precise_ip)
		attr->precise_ip = 1;
}

/* The address and, where they were not typed, length and access; an exec makes it meaningless. */
static void place_breakpoint(struct perf_event_attr *attr, const struct pmx_location *where,
			     bool alone)
{
	attr->bp_addr = where->address;
	attr->bp_len = where->length;
	attr->bp_type = where->access;
	attr->remove_on_exec = alone && !attr->enable_on_exec;
}

static struct opening prepare(const struct pmx_session *s, size_t i, int leader, bool group_format)
{
	const struct pmx_counter *c = &s->plan->counters[i];
	const struct pmx_target *target = s->plan->target;
	const struct pmx_location *where = pmx_symbols_find(s->symbols, c->event, c->task);
	struct opening o = {
		.attr = s->plan->events->list[c->event].attr,
		.pid = target->kind == PMX_TARGET_CPUS ? -1 : target->tasks[c->task].tid,
		.cpu = c->cpu,
		.leader = leader,
		.flags = PERF_FLAG_FD_CLOEXEC,
	};

	if (s->cgroup_fds && s->cgroup_fds[c->event] >= 0) {
		o.pid = s->cgroup_fds[c->event];
		o.flags |= PERF_FLAG_PID_CGROUP;
	}
	o.attr.size = sizeof(o.attr);
	o.attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (group_format)
		o.attr.read_format |= PERF_FORMAT_GROUP;
	o.attr.inherit = target->inherit && target->kind != PMX_TARGET_CPUS;
	/* a sibling follows its leader */
	o.attr.disabled = leader < 0 && s->start != PMX_START_ENABLED;
	o.attr.enable_on_exec = leader < 0 && s->start == PMX_START_ON_EXEC;
	if (where)
		place_breakpoint(&o.attr, where, !group_format && leader < 0);
	if (s->events[c->event].user_only)
		o.attr.exclude_kernel = 1;
	if (s->events[c->event].own_code)
		use_own_code(&o.attr, &s->plan->events->list[c->event]);
	use_sampling(&o.attr, s->events[c->event].sampling);
	return o;
}

/* Software events that happen in the kernel only: counted without it, they would be 0 and a lie. */
bool pmx_counts_in_user_mode(const struct pmx_event *event)
{
	if (event->pmu->kind != PMX_PMU_SOFTWARE)
		return event->pmu->kind != PMX_PMU_TRACEPOINT && event->pmu->kind != PMX_PMU_MSR &&
		       event->pmu->kind != PMX_PMU_PROBE && event->pmu->kind != PMX_PMU_UNCORE;
	switch (event->attr.config) {
	case PERF_COUNT_SW_CONTEXT_SWITCHES:
	case PERF_COUNT_SW_CPU_MIGRATIONS:
	case PERF_COUNT_SW_BPF_OUTPUT:
	case PERF_COUNT_SW_CGROUP_SWITCHES:
		return false;
	default:
		return true;
	}
}

/*
 * The event is not there, whatever the task or CPU: asking again would cost one call for each of
 * them.
 */
static bool is_final(int err)
{
	return err == -ENOENT || err == -EOPNOTSUPP || err == -ENOSYS;
}

/* The kernel may not know the extended type, and the PMU's own code all the same. */
static int open_own_code(struct pmx_session *s, size_t i, struct opening *o, int refused)
{
	const struct pmx_event *event = counter_event(s, i);
	int fd;

	if (!event->has_own_code)
		return refused;
	use_own_code(&o->attr, event);
	fd = s->sys->open(s->sys->ctx, &o->attr, o->pid, o->cpu, o->leader, o->flags);
	s->events[s->plan->counters[i].event].own_code = fd >= 0;
	return fd;
}

/* Without rights for the kernel's part, the user's part is worth having, and is named as such. */
static int open_user_only(struct pmx_session *s, size_t i, struct opening *o)
{
	const struct pmx_event *event = counter_event(s, i);
	struct event_state *state = &s->events[s->plan->counters[i].event];
	int fd;

	if (o->attr.exclude_kernel || o->attr.exclude_user || !pmx_counts_in_user_mode(event))
		return -EACCES;
	o->attr.exclude_kernel = 1;
	fd = s->sys->open(s->sys->ctx, &o->attr, o->pid, o->cpu, o->leader, o->flags);
	if (fd == -ENOENT || fd == -EINVAL)
		fd = open_own_code(s, i, o, fd);
	if (fd < 0) /* that it does not exist is worth more than that it is forbidden */
		return is_final(fd) ? fd : -EACCES;
	state->user_only = true;
	if (!state->name && asprintf(&state->name, "%s:u", event->name) < 0)
		state->name = NULL;
	return fd;
}

static int open_sampling(struct pmx_session *s, size_t i, struct opening *o)
{
	int fd = -EINVAL;

	if (counter_event(s, i)->pmu->kind != PMX_PMU_SAMPLING)
		return fd;
	for (int way = 1; way <= SAMPLING_WAYS && fd == -EINVAL; way++) {
		use_sampling(&o->attr, way);
		fd = s->sys->open(s->sys->ctx, &o->attr, o->pid, o->cpu, o->leader, o->flags);
		if (fd >= 0)
			s->events[s->plan->counters[i].event].sampling = way;
	}
	return fd;
}

/* What the slots of the CPU cannot hold need not be asked for. */
static int open_as_prepared(const struct pmx_session *s, size_t i, struct opening *o)
{
	unsigned slots = pmx_breakpoint_slots();
	int fd;

	if (o->attr.type == PERF_TYPE_BREAKPOINT && slots && pmx_slots_used(s, i, NULL, 0) >= slots)
		return -ENOSPC;
	fd = s->sys->open(s->sys->ctx, &o->attr, o->pid, o->cpu, o->leader, o->flags);
	if (fd == -EINVAL && o->attr.remove_on_exec) { /* before Linux 5.13 */
		o->attr.remove_on_exec = 0;
		fd = s->sys->open(s->sys->ctx, &o->attr, o->pid, o->cpu, o->leader, o->flags);
	}
	return fd;
}

/* Opens one counter; its descriptor or -errno, which is kept with the counter. */
int pmx_session_open_counter(struct pmx_session *s, size_t i, int leader, bool group_format)
{
	const struct pmx_counter *c = &s->plan->counters[i];
	struct event_state *event = &s->events[c->event];
	struct opening o;
	int fd = event->refused;

	if (!fd) {
		o = prepare(s, i, leader, group_format);
		fd = open_as_prepared(s, i, &o);
		if ((fd == -ENOENT || fd == -EINVAL) && !event->opened)
			fd = open_own_code(s, i, &o, fd);
		if (fd == -EINVAL && !event->opened)
			fd = open_sampling(s, i, &o);
		if (fd == -EACCES && !event->opened)
			fd = open_user_only(s, i, &o);
		if (is_final(fd) && !event->opened)
			event->refused = fd;
	}
	if (fd < 0) {
		s->counters[i] = (struct counter_state){ .err = (int16_t)fd, .fault = FAULT_OPEN };
		s->last[i].status = fd == -ESRCH ? PMX_NOT_COUNTED : PMX_NOT_SUPPORTED;
		return fd;
	}
	event->opened = true;
	s->counters[i] = (struct counter_state){ 0 };
	s->last[i].status = PMX_COUNTED;
	pmx_fds_set(event->fds, counter_place(s, i), c->task, fd);
	s->fds[i] = fd;
	s->open_count++;
	return fd;
}
