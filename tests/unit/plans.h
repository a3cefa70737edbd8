/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plans.h - plans and snapshots made by hand, for tests of the aggregation
 */
#ifndef TESTS_PLANS_H
#define TESTS_PLANS_H

#include "results.h"

enum { MAX_PLAN_EVENTS = 600, MAX_PLAN_TASKS = 1000, MAX_PLAN_COUNTERS = 130000 };

static const struct pmx_aggregate_options global = { .aggr = PMX_AGGR_GLOBAL };

struct planned {
	struct pmx_event events[MAX_PLAN_EVENTS];
	struct pmx_task tasks[MAX_PLAN_TASKS];
	struct pmx_counter counters[MAX_PLAN_COUNTERS];
	struct pmx_value values[MAX_PLAN_COUNTERS];
	struct pmx_events list;
	struct pmx_target target;
	struct pmx_plan plan;
	struct pmx_snapshot snap;
};

static inline struct planned *planned_new(enum pmx_target_kind kind)
{
	struct planned *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	p->list.list = p->events;
	p->target.kind = kind;
	p->target.tasks = p->tasks;
	p->plan = (struct pmx_plan){ .events = &p->list,
				     .target = &p->target,
				     .counters = p->counters };
	p->snap.values = p->values;
	return p;
}

/* An event with a spec of its own; PMUs of one spec get the same number afterwards. */
static inline struct pmx_event *planned_event(struct planned *p, const char *name,
					      const struct pmx_pmu *pmu)
{
	struct pmx_event *event = &p->events[p->list.count];

	assert_true(p->list.count < MAX_PLAN_EVENTS);
	*event = (struct pmx_event){ .name = (char *)(uintptr_t)name,
				     .pmu = pmu,
				     .scale = 1,
				     .group = -1,
				     .spec = (unsigned)p->list.count++ };
	event->attr.type = pmu->type;
	return event;
}

static inline void planned_task(struct planned *p, pid_t tid, const char *comm)
{
	struct pmx_task *task = &p->tasks[p->target.task_count++];

	task->tid = task->pid = tid;
	snprintf(task->comm, sizeof(task->comm), "%s", comm);
}

static inline struct pmx_value *planned_counter(struct planned *p, uint32_t event, uint32_t task,
						int cpu, struct pmx_value value)
{
	size_t at = p->plan.counter_count++;

	assert_true(at < MAX_PLAN_COUNTERS);
	p->counters[at] = (struct pmx_counter){ .event = event, .task = task, .cpu = cpu };
	p->values[at] = value;
	p->snap.count++;
	return &p->values[at];
}

static inline struct pmx_value counted(uint64_t raw, uint64_t enabled, uint64_t running)
{
	return (struct pmx_value){
		.raw = raw, .enabled = enabled, .running = running, .status = PMX_COUNTED
	};
}

static inline struct pmx_value without(enum pmx_status status)
{
	return (struct pmx_value){ .status = status };
}

static inline struct pmx_result aggregated(const struct planned *p, struct pmx_machine *machine,
					   struct pmx_aggregate_options opts)
{
	struct pmx_result result;
	struct pmx_error err = { 0 };

	assert_int_equal(pmx_aggregate(&p->plan, NULL, &p->snap, machine, &opts, &result, &err), 0);
	return result;
}

/* With what was made of it. */
static inline void planned_free(struct planned *p, struct pmx_result *result)
{
	pmx_result_free(result);
	free(p);
}

#endif
