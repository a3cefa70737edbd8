// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_passes.c - events of a bench: metrics, and in which runs each is counted
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/capacity.h>
#include <perfmux/text.h>

#include "bench_run.h"
#include "target.h"

static const char *const default_events[] = {
	"page-faults", "context-switches", "cycles",	   "instructions",
	"branches",    "branch-misses",	   "cache-misses",
};

/* --- metrics -------------------------------------------------------------------------------- */

static int add_metric(struct bench_run *br, const char *name, enum pmx_bench_unit unit,
		      bool is_time, struct pmx_error *err)
{
	struct pmx_bench_metric metric = { .name = (char *)name, .unit = unit, .is_time = is_time };

	return pmx_bench_add_metric(br->bench, &metric, err);
}

static int add_metrics(struct bench_run *br, const struct pmx_events *events, struct pmx_error *err)
{
	int ret = add_metric(br, "wall", PMX_BENCH_SECONDS, true, err);

	if (!ret)
		ret = add_metric(br, "user", PMX_BENCH_SECONDS, true, err);
	if (!ret)
		ret = add_metric(br, "system", PMX_BENCH_SECONDS, true, err);
	if (!ret)
		ret = add_metric(br, "max-rss", PMX_BENCH_BYTES, false, err);
	for (size_t i = 0; i < BENCH_EVENTS; i++)
		br->place[i] = i;
	for (size_t e = 0; e < events->count && !ret; e++)
		ret = add_metric(br, events->list[e].name,
				 events->list[e].msec ? PMX_BENCH_SECONDS : PMX_BENCH_COUNT,
				 events->list[e].msec, err);
	return ret;
}

/* --- events --------------------------------------------------------------------------------- */

static int resolve(struct bench_run *br, struct pmx_events *events, struct pmx_error *err)
{
	const struct bench_words *words = &br->options->events;
	int ret = 0;

	if (!words->count)
		for (size_t i = 0; i < sizeof(default_events) / sizeof(default_events[0]) && !ret;
		     i++)
			ret = pmx_resolve(br->resolver, default_events[i], NULL, events, err);
	for (size_t i = 0; i < words->count && !ret; i++)
		ret = pmx_resolve(br->resolver, words->list[i], NULL, events, err);
	for (size_t e = 0; e < events->count && !ret; e++)
		if (events->list[e].symbol) {
			pmx_error_set(err, -EOPNOTSUPP, "'%s' has an address in one program only",
				      events->list[e].name);
			ret = pmx_error_hint(err, "perfmux stat counts it");
		}
	return ret;
}

static bool needs_counters(const struct pmx_events *events)
{
	for (size_t e = 0; e < events->count; e++)
		if (!events->list[e].pmu->software_class)
			return true;
	return false;
}

/* pass[e] from 1, or 0 for all; how many there are, at least 1. */
static int divide(struct bench_run *br, const struct pmx_events *events, unsigned *pass,
		  struct pmx_error *err)
{
	struct pmx_meter *meter = NULL;
	struct pmx_plan *plan = NULL;
	struct pmx_error ignored;
	int ret = 1;

	if (br->options->multiplex || !needs_counters(events))
		return 1;
	if (target_plan(&plan, events, &br->target, br->machine, err))
		return err->code;
	/* what cannot be told is taken to fit: a run in which it does not shows it */
	if (!pmx_meter_new(&meter, br->machine, NULL, &ignored))
		ret = pmx_meter_divide(meter, plan, 0, pass, &ignored);
	if (ret < 1) {
		memset(pass, 0, events->count * sizeof(*pass));
		ret = 1;
	}
	pmx_meter_free(meter);
	pmx_plan_free(plan);
	return ret;
}

static int make_pass(struct bench_run *br, struct bench_pass *pass, const struct pmx_events *events,
		     const unsigned *of, unsigned number, struct pmx_error *err)
{
	int ret = 0;

	pass->metric = calloc(events->count + 1, sizeof(*pass->metric));
	if (!pass->metric)
		return pmx_error_nomem(err);
	for (size_t e = 0; e < events->count && !ret; e++)
		if (!of[e] || of[e] == number) {
			pass->metric[pass->events.count] = BENCH_EVENTS + e;
			ret = pmx_events_append(&pass->events, &events->list[e], err);
		}
	pass->events.specs = events->specs;
	pass->events.groups = events->groups;
	if (!ret && pass->events.count)
		ret = target_plan(&pass->plan, &pass->events, &br->target, br->machine, err);
	if (!ret && pass->plan && pmx_snapshot_init(&pass->counts, pass->plan->counter_count))
		ret = pmx_error_nomem(err);
	return ret;
}

static int make_passes(struct bench_run *br, const struct pmx_events *events, struct pmx_error *err)
{
	unsigned *of = calloc(events->count + 1, sizeof(*of));
	int count = of ? divide(br, events, of, err) : pmx_error_nomem(err), ret = 0;

	if (count > 0)
		br->passes.list = calloc((size_t)count, sizeof(*br->passes.list));
	if (count > 0 && !br->passes.list)
		count = pmx_error_nomem(err);
	for (int k = 0; k < count && !ret; k++)
		ret = make_pass(br, &br->passes.list[br->passes.count++], events, of,
				(unsigned)k + 1, err);
	free(of);
	return count < 0 ? count : ret;
}

int bench_passes_make(struct bench_run *br, struct pmx_error *err)
{
	struct pmx_events events = { 0 };
	const struct pmx_pmu *const *cores;
	int ret = resolve(br, &events, err);

	if (!ret)
		ret = add_metrics(br, &events, err);
	if (!ret)
		ret = make_passes(br, &events, err);
	if (!ret)
		br->is_hybrid = pmx_pmus_core(pmx_resolver_pmus(br->resolver), &cores, NULL) > 1;
	pmx_events_free(&events);
	return ret;
}

void bench_passes_free(struct bench_passes *passes)
{
	for (unsigned k = 0; k < passes->count; k++) {
		struct bench_pass *pass = &passes->list[k];

		pmx_plan_free(pass->plan);
		pmx_events_free(&pass->events);
		pmx_snapshot_free(&pass->counts);
		free(pass->metric);
	}
	free(passes->list);
	*passes = (struct bench_passes){ 0 };
}

static void move(size_t *place, size_t main)
{
	if (*place <= main)
		*place = *place == main ? 0 : *place + 1;
}

int bench_passes_lead(struct bench_run *br, size_t metric, struct pmx_error *err)
{
	int ret = pmx_bench_set_main(br->bench, metric, err);

	if (ret)
		return ret;
	for (size_t i = 0; i < BENCH_EVENTS; i++)
		move(&br->place[i], metric);
	for (unsigned k = 0; k < br->passes.count; k++)
		for (size_t e = 0; e < br->passes.list[k].events.count; e++)
			move(&br->passes.list[k].metric[e], metric);
	return 0;
}

/* --- values --------------------------------------------------------------------------------- */

int bench_passes_note(struct bench_run *br, struct bench_pass *pass, struct pmx_session *session,
		      struct pmx_error *err)
{
	for (size_t i = 0; i < pass->plan->counter_count; i++) {
		const char *why = pmx_session_why(session, i, NULL);
		struct pmx_bench_metric *metric =
			&br->bench->metrics[pass->metric[pass->plan->counters[i].event]];

		if (!why || metric->why)
			continue;
		metric->why = strdup(why);
		if (!metric->why)
			return pmx_error_nomem(err);
	}
	return 0;
}

static double value_of(struct bench_run *br, const struct pmx_event *event,
		       const struct pmx_value *value)
{
	double factor = event->scale * (event->msec ? 1e-9 : 1); /* clocks count nanoseconds */

	if (value->status == PMX_NOT_COUNTED && br->is_hybrid && !event->pmu->software_class)
		return 0; /* never on a CPU of its PMU */
	if (value->status != PMX_COUNTED)
		return NAN;
	if (value->running >= value->enabled || (br->is_hybrid && !br->options->multiplex))
		return (double)value->raw * factor;
	if (br->options->multiplex)
		return (double)value->raw * ((double)value->enabled / (double)value->running) *
		       factor;
	br->shared++;
	return NAN;
}

void bench_passes_take(struct bench_run *br, const struct bench_pass *pass, double *values)
{
	if (!pass->plan)
		return;
	for (size_t i = 0; i < pass->plan->counter_count; i++) {
		uint32_t event = pass->plan->counters[i].event;
		size_t metric = pass->metric[event];

		if (br->bench->metrics[metric].why)
			continue;
		values[metric] = value_of(br, &pass->events.list[event], &pass->counts.values[i]);
		if (br->options->multiplex &&
		    pass->counts.values[i].running < pass->counts.values[i].enabled)
			br->bench->metrics[metric].scaled = true;
	}
}
