// SPDX-License-Identifier: GPL-2.0-only
/*
 * meter.c - how many events fit on a PMU together, tried out
 *
 * A trial is a session of its own: events are opened as they will be when they are measured, in
 * the same order and in all the ways that a kernel may demand, on a task that does nothing else.
 * What is on its PMU for as long as it is enabled has a counter of its own; with one event too
 * many, some are not. That is seen in a moment, before the kernel's first turn.
 *
 * They are not pinned, unless the user said so: a pinned event displaces those that others
 * measure CPUs with, and would find counters that no event will have when it counts.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <perfmux/plan.h>
#include <perfmux/session.h>

#include "base/cleanup.h"
#include "mux/meter.h"
#include "mux/meter_task.h"

/* Events of a CPU need no task, only time to be seen in. */
#define CPU_MOMENT_NS 1000000

/* How much of its time may be missing from an event that was always on: the clock's grain. */
#define GRAIN 100

struct pmx_meter {
	struct pmx_machine *machine;
	const struct pmx_sys *sys;
	struct pmx_cpus online, allowed; /* there, and where this thread may run */
	struct pmx_meter_task *task;
	struct pmx_counters_log log;
	bool knows_log;
};

int pmx_meter_new(struct pmx_meter **out, struct pmx_machine *machine, const struct pmx_sys *sys,
		  struct pmx_error *err)
{
	struct pmx_meter *meter;
	int ret;

	if (!pmx_machine_is_live(machine) && !sys)
		return pmx_error_set(err, -EINVAL, "nothing can be tried on a copy of a machine");
	meter = calloc(1, sizeof(*meter));
	if (!meter)
		return pmx_error_nomem(err);
	meter->machine = machine;
	meter->sys = sys;
	ret = pmx_machine_online(machine, &meter->online, err);
	if (!ret && sched_getaffinity(0, sizeof(meter->allowed), (cpu_set_t *)&meter->allowed) < 0)
		ret = pmx_error_set(err, -errno, "sched_getaffinity: %s", strerror(errno));
	if (!ret)
		ret = pmx_meter_task_new(&meter->task, err);
	if (ret)
		pmx_meter_free(meter);
	else
		*out = meter;
	return ret;
}

void pmx_meter_free(struct pmx_meter *meter)
{
	if (!meter)
		return;
	pmx_meter_task_free(meter->task);
	free(meter);
}

/* --- where ---------------------------------------------------------------------------------- */

/* A place that events are tried in: the task on a CPU, or with events of CPUs the CPU itself. */
struct place {
	struct pmx_target target;
	struct pmx_task task;
	int cpu;
};

static int no_cpu(const struct pmx_pmu *pmu, struct pmx_error *err)
{
	return pmx_error_set(err, -ENODEV, "none of the CPUs of %s is online", pmu->name);
}

/* Takes the task to one of @cpus. Those of a copied machine are not here to go to. */
static int go_to_one(struct pmx_meter *meter, const struct pmx_cpus *cpus, int *cpu,
		     struct pmx_error *err)
{
	int ret = -ENODEV;

	pmx_cpus_for_each(it, cpus) {
		*cpu = it;
		ret = pmx_machine_is_live(meter->machine) ?
			      pmx_meter_task_move(meter->task, it, err) :
			      0;
		if (ret != -EINVAL)
			return ret;
	}
	return ret;
}

/* On one of the PMU's CPUs: where we may run anyway, else on any that will have us. */
static int place_task(struct pmx_meter *meter, const struct pmx_pmu *pmu, struct place *place,
		      struct pmx_error *err)
{
	struct pmx_cpus cpus = meter->online, near;
	int ret;

	if (pmu->has_cpus)
		pmx_cpus_and(&cpus, &pmu->cpus);
	if (pmx_cpus_is_empty(&cpus))
		return no_cpu(pmu, err);
	near = cpus;
	pmx_cpus_and(&near, &meter->allowed);
	ret = go_to_one(meter, &near, &place->cpu, err);
	if (ret == -ENODEV || ret == -EINVAL)
		ret = go_to_one(meter, &cpus, &place->cpu, err);
	place->task = (struct pmx_task){ .tid = pmx_meter_task_tid(meter->task), .pid = getpid() };
	place->target = (struct pmx_target){ .kind = PMX_TARGET_TASKS,
					     .tasks = &place->task,
					     .task_count = 1 };
	return ret;
}

static int place_cpu(struct pmx_meter *meter, const struct pmx_pmu *pmu, struct place *place,
		     struct pmx_error *err)
{
	struct pmx_cpus cpus = meter->online;

	if (pmu->has_cpus)
		pmx_cpus_and(&cpus, &pmu->cpus);
	place->cpu = pmx_cpus_next(&cpus, -1);
	if (place->cpu < 0)
		return no_cpu(pmu, err);
	place->target = (struct pmx_target){ .kind = PMX_TARGET_CPUS };
	pmx_cpus_add(&place->target.cpus, place->cpu);
	return 0;
}

/* --- one trial ------------------------------------------------------------------------------ */

/* Events in one place, and what they held when they were enabled, and a moment later. */
struct trial {
	struct pmx_meter *meter;
	const struct place *place;
	struct pmx_plan *plan;
	struct pmx_session *session;
	struct pmx_snapshot before, after;
};

static void wait_a_moment(void)
{
	struct timespec moment = { .tv_nsec = CPU_MOMENT_NS };

	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, &moment) == EINTR)
		;
}

/* Lets them count, and takes what they held before from what they hold then. */
static int watch(struct trial *t, struct pmx_error *err)
{
	int ret = pmx_session_enable(t->session, err);

	if (!ret && (pmx_snapshot_init(&t->before, t->plan->counter_count) ||
		     pmx_snapshot_init(&t->after, t->plan->counter_count)))
		ret = pmx_error_nomem(err);
	if (ret)
		return ret;
	pmx_session_read(t->session, &t->before);
	if (t->place->target.kind == PMX_TARGET_CPUS)
		wait_a_moment();
	else
		ret = pmx_meter_task_run(t->meter->task, err);
	pmx_session_read(t->session, &t->after);
	pmx_snapshot_delta(&t->after, &t->before, &t->after);
	return ret;
}

static enum pmx_tried judge(const struct pmx_value *value)
{
	if (value->status == PMX_NOT_SUPPORTED)
		return PMX_TRIED_NONE;
	if (value->status != PMX_COUNTED || !value->running)
		return PMX_TRIED_OFF;
	return value->running >= value->enabled - value->enabled / GRAIN ? PMX_TRIED_ON :
									   PMX_TRIED_OFF;
}

/* @tried: by event. Where nothing was opened @why has the reason of the first. */
static void judge_all(struct trial *t, enum pmx_tried *tried, struct pmx_error *why)
{
	int code = 0;
	const char *text;

	for (size_t i = 0; i < t->plan->counter_count && t->after.count; i++)
		tried[t->plan->counters[i].event] = judge(&t->after.values[i]);
	if (pmx_session_open_count(t->session))
		return;
	for (size_t i = 0; i < t->plan->events->count; i++)
		tried[i] = PMX_TRIED_NONE;
	text = t->plan->counter_count ? pmx_session_why(t->session, 0, &code) : NULL;
	pmx_error_set(why, code ? -code : -ENODEV, "%s: %s", t->plan->events->list[0].name,
		      text ? text : "it has no counter here");
}

/* Opens @events in @place, and closes them again. */
static int try_in(struct pmx_meter *meter, const struct place *place,
		  const struct pmx_events *events, enum pmx_tried *tried, struct pmx_error *why,
		  struct pmx_error *err)
{
	struct pmx_session_options opts = { .start = PMX_START_DISABLED,
					    .machine = meter->machine,
					    .sys = meter->sys };
	struct trial t = { .meter = meter, .place = place };
	int ret = pmx_plan_new(&t.plan, events, &place->target, &meter->online, err);

	if (!ret)
		ret = pmx_session_new(&t.session, t.plan, &opts, err);
	if (!ret && pmx_session_open_count(t.session))
		ret = watch(&t, err);
	if (!ret)
		judge_all(&t, tried, why);
	pmx_snapshot_free(&t.before);
	pmx_snapshot_free(&t.after);
	pmx_session_free(t.session);
	pmx_plan_free(t.plan);
	return ret;
}

/* Some PMUs follow tasks on newer kernels only, and sysfs does not say which. */
static bool may_need_cpu(const struct pmx_pmu *pmu, const struct pmx_error *why)
{
	return why->code == -EINVAL &&
	       (pmu->kind == PMX_PMU_SAMPLING || pmu->kind == PMX_PMU_OTHER);
}

int pmx_meter_try(struct pmx_meter *meter, const struct pmx_pmu *pmu,
		  const struct pmx_events *events, enum pmx_tried *tried, int *cpu,
		  struct pmx_error *why, struct pmx_error *err)
{
	struct place place = { .cpu = -1 };
	int ret;

	why->code = 0;
	if (pmu->kind != PMX_PMU_UNCORE) {
		ret = place_task(meter, pmu, &place, err);
		*cpu = place.cpu;
		if (!ret)
			ret = try_in(meter, &place, events, tried, why, err);
		if (ret || !may_need_cpu(pmu, why))
			return ret;
		why->code = 0;
	}
	ret = place_cpu(meter, pmu, &place, err);
	*cpu = place.cpu;
	return ret ? ret : try_in(meter, &place, events, tried, why, err);
}

const struct pmx_counters *pmx_meter_counters(struct pmx_meter *meter, const struct pmx_pmu *pmu)
{
	if (!meter->knows_log)
		pmx_counters_read(meter->machine, &meter->log);
	meter->knows_log = true;
	return pmx_counters_find(&meter->log, pmu);
}
