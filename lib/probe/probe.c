// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe.c - an event opened, given something to count, and judged
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/plan.h>
#include <perfmux/probe.h>
#include <perfmux/target.h>

#include "probe/calibrate.h"
#include "session/sys.h"

struct pmx_prober {
	struct pmx_resolver *resolver;
	struct pmx_machine *machine;
	const struct pmx_sys *sys;
	struct pmx_cpus online;
	struct pmx_cpus allowed; /* where the calling thread may run, put back after each event */
	volatile long word;	 /* breakpoints are set on it */
};

/* One event, in one place. */
struct attempt {
	struct pmx_prober *prober;
	const struct pmx_listed_event *listed;
	const struct pmx_event *event;
	struct pmx_probe *out;
};

const char *pmx_verdict_name(enum pmx_verdict verdict)
{
	static const char *const names[] = {
		[PMX_VERDICT_COUNTS] = "counts",
		[PMX_VERDICT_OPENS] = "opens",
		[PMX_VERDICT_CPU_ONLY] = "cpu_only",
		[PMX_VERDICT_FORM] = "form",
		[PMX_VERDICT_NEVER_RAN] = "never_ran",
		[PMX_VERDICT_WRONG] = "wrong_count",
		[PMX_VERDICT_NOTHING] = "counts_nothing",
		[PMX_VERDICT_FORBIDDEN] = "no_permission",
		[PMX_VERDICT_UNSUPPORTED] = "not_supported",
	};

	return names[verdict];
}

int pmx_prober_new(struct pmx_prober **out, struct pmx_resolver *resolver,
		   struct pmx_machine *machine, const struct pmx_sys *sys, struct pmx_error *err)
{
	struct pmx_prober *prober;
	int ret;

	if (!pmx_machine_is_live(machine) && !sys)
		return pmx_error_set(err, -EINVAL, "nothing can be counted on a copy of a machine");
	prober = calloc(1, sizeof(*prober));
	if (!prober)
		return pmx_error_nomem(err);
	prober->resolver = resolver;
	prober->machine = machine;
	prober->sys = sys;
	ret = pmx_machine_online(machine, &prober->online, err);
	if (!ret &&
	    sched_getaffinity(0, sizeof(prober->allowed), (cpu_set_t *)&prober->allowed) < 0)
		ret = pmx_error_set(err, -errno, "sched_getaffinity: %s", strerror(errno));
	if (ret) {
		pmx_prober_free(prober);
		return ret;
	}
	*out = prober;
	return 0;
}

void pmx_prober_free(struct pmx_prober *prober)
{
	free(prober);
}

/* --- judging ------------------------------------------------------------------------------ */

static void say(struct pmx_probe *out, const char *text)
{
	snprintf(out->text, sizeof(out->text), "%s", text);
}

/* Opened and read: what the numbers say. */
static void judge(struct attempt *a, const struct pmx_value *value, bool checked)
{
	struct pmx_probe *out = a->out;

	out->raw = value->raw;
	out->running = value->running;
	out->verdict = out->cpu >= 0 ? PMX_VERDICT_CPU_ONLY : PMX_VERDICT_OPENS;
	if (value->status != PMX_COUNTED || !value->running) {
		out->verdict = PMX_VERDICT_NEVER_RAN;
		say(out, "never on its PMU while the workload ran; others may hold its counters");
		return;
	}
	if (!checked)
		return;
	/* A count that was scheduled out for a part of the time proves nothing. */
	if (value->running < value->enabled - value->enabled / 100) {
		say(out, "it had to share its counter");
		return;
	}
	out->checked = true;
	if (value->raw >= out->low && value->raw <= out->high)
		out->verdict = PMX_VERDICT_COUNTS;
	else
		out->verdict = value->raw ? PMX_VERDICT_WRONG : PMX_VERDICT_NOTHING;
	if (out->verdict == PMX_VERDICT_NOTHING && a->event->pmu->kind == PMX_PMU_BREAKPOINT)
		say(out, "opens, runs, counts nothing; virtual machines often drop breakpoints");
	else if (out->verdict == PMX_VERDICT_NOTHING)
		say(out, "opens, runs, counts nothing");
}

static void judge_failure(struct attempt *a, const struct pmx_session *session)
{
	struct pmx_probe *out = a->out;
	const char *why = pmx_session_why(session, 0, &out->code);

	out->verdict = out->code == EACCES || out->code == EPERM ? PMX_VERDICT_FORBIDDEN :
								   PMX_VERDICT_UNSUPPORTED;
	say(out, why ? why : "it could not be opened");
}

/* --- counting ----------------------------------------------------------------------------- */

/* Events of a core PMU count on its CPUs only: there we go, if we may. */
static void go_where_it_counts(const struct attempt *a)
{
	struct pmx_cpus cpus = a->prober->allowed;

	if (!a->event->pmu->has_cpus)
		return;
	pmx_cpus_and(&cpus, &a->event->pmu->cpus);
	if (!pmx_cpus_is_empty(&cpus))
		sched_setaffinity(0, sizeof(cpus), (cpu_set_t *)&cpus);
}

static void come_back(const struct attempt *a)
{
	const struct pmx_cpus *allowed = &a->prober->allowed;

	sched_setaffinity(0, sizeof(*allowed), (const cpu_set_t *)allowed);
}

/* Lets the open event count, and reads it. */
static int count(struct attempt *a, struct pmx_session *session)
{
	struct calibration how = { load_spin, 0, NULL };
	bool checked = a->out->cpu < 0 && calibration_find(a->event, a->listed, &how);
	struct load load = { .session = session, .arg = how.arg, .word = &a->prober->word };
	struct pmx_snapshot snap;

	if (pmx_snapshot_init(&snap, 1))
		return -ENOMEM;
	if (a->out->cpu >= 0) {
		load_wait(&load);
	} else if (how.load(&load) && checked) { /* not here: then it is not checked */
		checked = false;
		load_spin(&load);
	}
	pmx_session_read(session, &snap);
	a->out->low = load.low;
	a->out->high = load.high;
	a->out->what = checked ? how.what : NULL;
	judge(a, &snap.values[0], checked);
	if (pmx_session_is_user_only(session, 0) && !a->out->text[0])
		say(a->out, "user mode only");
	pmx_snapshot_free(&snap);
	return 0;
}

static int open_and_count(struct attempt *a, const struct pmx_plan *plan, struct pmx_error *err)
{
	struct pmx_session_options opts = {
		.start = PMX_START_DISABLED,
		.machine = a->prober->machine,
		.sys = a->prober->sys,
	};
	struct pmx_session *session;
	int ret = pmx_session_new(&session, plan, &opts, err);

	if (ret)
		return ret;
	if (!pmx_session_open_count(session))
		judge_failure(a, session);
	else if (count(a, session))
		ret = pmx_error_nomem(err);
	pmx_session_free(session);
	return ret;
}

static void no_place(struct attempt *a)
{
	a->out->verdict = PMX_VERDICT_UNSUPPORTED;
	snprintf(a->out->text, sizeof(a->out->text), "none of the CPUs of %s is online",
		 a->event->pmu->name);
}

/* Tries @target; without a place there it is not supported. */
static int try_target(struct attempt *a, const struct pmx_target *target, struct pmx_error *err)
{
	struct pmx_events one = { .list = (struct pmx_event *)a->event, .count = 1, .specs = 1 };
	struct pmx_plan *plan;
	int ret = pmx_plan_new(&plan, &one, target, &a->prober->online, err);

	if (ret)
		return ret;
	if (plan->counter_count)
		ret = open_and_count(a, plan, err);
	else
		no_place(a);
	pmx_plan_free(plan);
	return ret;
}

static int try_task(struct attempt *a, struct pmx_error *err)
{
	struct pmx_task self = { .tid = gettid(), .pid = getpid() };
	struct pmx_target target = { .kind = PMX_TARGET_TASKS, .tasks = &self, .task_count = 1 };
	int ret;

	a->out->cpu = -1;
	go_where_it_counts(a);
	ret = try_target(a, &target, err);
	come_back(a);
	return ret;
}

/* On the first CPU that the PMU counts for. */
static int try_cpu(struct attempt *a, struct pmx_error *err)
{
	struct pmx_target target = { .kind = PMX_TARGET_CPUS };
	struct pmx_cpus cpus = a->prober->online;

	if (a->event->pmu->has_cpus)
		pmx_cpus_and(&cpus, &a->event->pmu->cpus);
	a->out->cpu = pmx_cpus_next(&cpus, -1);
	if (a->out->cpu < 0) {
		no_place(a);
		return 0;
	}
	pmx_cpus_add(&target.cpus, a->out->cpu);
	return try_target(a, &target, err);
}

/* Some PMUs follow tasks on newer kernels only, and sysfs does not say which. */
static bool may_need_cpu(const struct attempt *a)
{
	enum pmx_pmu_kind kind = a->event->pmu->kind;

	return a->out->code == EINVAL && (kind == PMX_PMU_SAMPLING || kind == PMX_PMU_OTHER);
}

static int probe_one(struct attempt *a, struct pmx_error *err)
{
	struct pmx_probe task;
	int ret;

	if (a->event->pmu->kind == PMX_PMU_UNCORE)
		return try_cpu(a, err);
	ret = try_task(a, err);
	if (ret || !may_need_cpu(a))
		return ret;
	task = *a->out;
	*a->out = (struct pmx_probe){ 0 };
	ret = try_cpu(a, err);
	if (!ret && a->out->verdict >= PMX_VERDICT_FORBIDDEN)
		*a->out = task;
	return ret;
}

/* --- an event of the list ----------------------------------------------------------------- */

/* Counters of one event: the worst verdict, whose it is, and the best. */
struct worst {
	struct pmx_probe *probe;
	const struct pmx_pmu *pmu;
	enum pmx_verdict best;
	bool any;
};

static void keep_worst(struct worst *worst, const struct pmx_probe *one, const struct pmx_pmu *pmu)
{
	if (!worst->any || one->verdict < worst->best)
		worst->best = one->verdict;
	if (!worst->any || one->verdict > worst->probe->verdict) {
		*worst->probe = *one;
		worst->pmu = pmu;
	}
	worst->any = true;
}

/* Where others do better, it is said whose verdict it is. */
static void name_the_worst(const struct worst *worst)
{
	char text[sizeof(worst->probe->text)];

	if (!worst->any || worst->best == worst->probe->verdict)
		return;
	snprintf(text, sizeof(text), "%s%s%.*s", worst->pmu->name,
		 worst->probe->text[0] ? ": " : "", (int)(sizeof(text) / 2), worst->probe->text);
	say(worst->probe, text);
}

int pmx_probe_event(struct pmx_prober *prober, const struct pmx_listed_event *listed,
		    struct pmx_probe *out, struct pmx_error *err)
{
	struct worst worst = { .probe = out };
	struct pmx_events events = { 0 };
	const char *spec = listed->name;
	char form[128];
	int ret;

	*out = (struct pmx_probe){ .verdict = PMX_VERDICT_FORM, .cpu = -1 };
	if (listed->is_form)
		spec = calibration_spec(listed, &prober->word, form, sizeof(form));
	if (!spec)
		return 0;
	ret = pmx_resolve(prober->resolver, spec, NULL, &events, err);
	for (size_t i = 0; i < events.count && !ret; i++) {
		struct pmx_probe one = { 0 };
		struct attempt attempt = { prober, listed, &events.list[i], &one };

		ret = probe_one(&attempt, err);
		keep_worst(&worst, &one, events.list[i].pmu);
	}
	name_the_worst(&worst);
	pmx_events_free(&events);
	return ret;
}
