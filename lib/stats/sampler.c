// SPDX-License-Identifier: GPL-2.0-only
/*
 * sampler.c - error bounds from a few snapshots
 */
#include <perfmux/sampler.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/bound.h>

#define NSEC_PER_MSEC UINT64_C(1000000)

/* Some cycles of the kernel's 4 ms: shorter items would say nothing of phases. */
#define FIRST_PERIOD (50 * NSEC_PER_MSEC)

/* Snapshots may take one part in so many of the tool's CPU time. */
#define COST_SHARE 10

/* As many items as a bound needs, and as many again, however much they cost. */
#define ITEMS_AT_ANY_COST 8

/* So many snapshots without multiplexing, each after twice the time, and we believe it. */
#define CALM_ENOUGH 6

struct item {
	uint64_t enabled, running, raw; /* gained */
};

/* A counter that can be multiplexed. */
struct sampled {
	size_t counter;
	struct pmx_value last;
	struct item items[PMX_SAMPLER_ITEMS];
};

struct pmx_sampler {
	const struct pmx_plan *plan;
	struct sampled *list;
	size_t count, items;
	bool has_residency;
	uint64_t period, next, cost;
	unsigned calm;	/* snapshots in a row without multiplexing */
	double *halves; /* by counter */
};

static bool can_be_multiplexed(const struct pmx_plan *plan, size_t counter)
{
	const struct pmx_event *event = &plan->events->list[plan->counters[counter].event];

	return event->pmu && !event->pmu->software_class && !event->residency_of;
}

int pmx_sampler_new(struct pmx_sampler **out, const struct pmx_plan *plan, struct pmx_error *err)
{
	struct pmx_sampler *s;
	size_t count = 0;

	*out = NULL;
	for (size_t i = 0; i < plan->counter_count; i++)
		count += can_be_multiplexed(plan, i);
	if (!count)
		return 0;
	s = calloc(1, sizeof(*s));
	if (!s)
		return pmx_error_nomem(err);
	s->plan = plan;
	for (size_t e = 0; e < plan->events->count; e++)
		s->has_residency |= plan->events->list[e].residency_of != NULL;
	s->list = calloc(count, sizeof(*s->list));
	s->halves = calloc(plan->counter_count, sizeof(*s->halves));
	if (!s->list || !s->halves) {
		pmx_sampler_free(s);
		return pmx_error_nomem(err);
	}
	for (size_t i = 0; i < plan->counter_count; i++)
		if (can_be_multiplexed(plan, i))
			s->list[s->count++].counter = i;
	*out = s;
	return 0;
}

void pmx_sampler_free(struct pmx_sampler *s)
{
	if (!s)
		return;
	free(s->list);
	free(s->halves);
	free(s);
}

void pmx_sampler_begin(struct pmx_sampler *s, uint64_t now)
{
	for (size_t i = 0; i < s->count; i++)
		s->list[i].last = (struct pmx_value){ 0 };
	s->items = 0;
	s->calm = 0;
	s->cost = 0;
	s->period = FIRST_PERIOD;
	s->next = now + s->period;
}

uint64_t pmx_sampler_next(const struct pmx_sampler *s)
{
	return s->next;
}

/*
 * A counter's value, whose enabled time is that in which its target was on the CPUs of the PMU: a
 * task that is elsewhere is not multiplexed. Counters of a task are neighbours, those that measure
 * residency behind all others.
 */
static struct pmx_value due_value(const struct pmx_sampler *s, const struct pmx_snapshot *snap,
				  size_t counter)
{
	const struct pmx_counter *c = &s->plan->counters[counter];
	const struct pmx_pmu *pmu = s->plan->events->list[c->event].pmu;
	struct pmx_value value = snap->values[counter];
	uint64_t resident = 0;
	bool is_known = false;

	if (s->plan->target->kind == PMX_TARGET_CPUS || !s->has_residency)
		return value;
	for (size_t i = counter + 1; i < s->plan->counter_count && c[i - counter].task == c->task;
	     i++)
		if (s->plan->events->list[c[i - counter].event].residency_of == pmu) {
			resident += snap->values[i].running;
			is_known = true;
		}
	if (is_known)
		value.enabled = resident > value.running ? resident : value.running;
	return value;
}

/* --- items -------------------------------------------------------------------------------- */

static struct item gained(const struct pmx_value *now, const struct pmx_value *before)
{
	if (now->raw < before->raw || now->enabled < before->enabled ||
	    now->running < before->running)
		return (struct item){ 0 };
	return (struct item){ now->enabled - before->enabled, now->running - before->running,
			      now->raw - before->raw };
}

/* Pairs of neighbours become one, and snapshots come half as often. */
static void fold(struct pmx_sampler *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct item *items = s->list[i].items;

		for (size_t k = 0; k + 1 < s->items; k += 2)
			items[k / 2] = (struct item){ items[k].enabled + items[k + 1].enabled,
						      items[k].running + items[k + 1].running,
						      items[k].raw + items[k + 1].raw };
		if (s->items % 2)
			items[s->items / 2] = items[s->items - 1];
	}
	s->items = (s->items + 1) / 2;
	s->period *= 2;
}

/* True when any of them was not on its PMU all the time that it was enabled. */
static bool is_multiplexed(const struct item *item)
{
	return item->running && item->running < item->enabled - item->enabled / 1000;
}

void pmx_sampler_add(struct pmx_sampler *s, const struct pmx_snapshot *snap, uint64_t now,
		     uint64_t cost_ns, uint64_t spent_ns)
{
	bool multiplexed = false;

	if (s->items == PMX_SAMPLER_ITEMS)
		fold(s);
	for (size_t i = 0; i < s->count; i++) {
		struct sampled *one = &s->list[i];
		const struct pmx_value value = due_value(s, snap, one->counter);

		one->items[s->items] = gained(&value, &one->last);
		one->last = value;
		multiplexed |= is_multiplexed(&one->items[s->items]);
	}
	s->items++;
	s->cost += cost_ns;
	s->calm = multiplexed ? 0 : s->calm + 1;
	/* what is not multiplexed needs no bound: look more and more seldom, and then no more */
	if (s->calm || (s->cost * COST_SHARE > spent_ns && s->items >= ITEMS_AT_ANY_COST))
		fold(s);
	s->next = s->calm >= CALM_ENOUGH ? UINT64_MAX : now + s->period;
}

void pmx_sampler_add_interval(struct pmx_sampler *s, const struct pmx_snapshot *delta)
{
	static const struct pmx_value none = { 0 };

	s->next = UINT64_MAX;
	for (size_t i = 0; i < s->count; i++) {
		struct sampled *one = &s->list[i];
		const struct pmx_value value = due_value(s, delta, one->counter);

		if (s->items == PMX_SAMPLER_ITEMS)
			memmove(one->items, one->items + 1,
				sizeof(one->items) - sizeof(*one->items));
		one->items[s->items - (s->items == PMX_SAMPLER_ITEMS)] = gained(&value, &none);
	}
	s->items += s->items < PMX_SAMPLER_ITEMS;
}

/* --- bounds ------------------------------------------------------------------------------- */

/* Enabled time from one slice to the next: a rotation for each event that takes turns. */
static double cycle_of(const struct pmx_sampler *s, const struct pmx_pmu *pmu,
		       struct pmx_machine *machine)
{
	char path[320];
	long ms = 0, events = 0;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms",
		 pmu->name);
	if (!machine || pmx_machine_read_long(machine, path, &ms) || ms <= 0)
		ms = 4; /* 1000 / HZ of most kernels */
	for (size_t e = 0; e < s->plan->events->count; e++)
		events += s->plan->events->list[e].pmu == pmu;
	return (double)ms * (double)NSEC_PER_MSEC * (double)events;
}

static double half_of(const struct pmx_sampler *s, const struct sampled *one,
		      const struct pmx_value *value, double cycle)
{
	struct pmx_bound bound = { 0 };

	if (value->running >= value->enabled - value->enabled / 100)
		return 0;
	for (size_t k = 0; k < s->items; k++)
		pmx_bound_add(&bound, one->items[k].enabled, one->items[k].running,
			      one->items[k].raw);
	return pmx_bound_half_of(&bound, (double)value->enabled, cycle);
}

const double *pmx_sampler_halves(struct pmx_sampler *s, const struct pmx_snapshot *snap,
				 struct pmx_machine *machine)
{
	const struct pmx_pmu *pmu = NULL;
	double cycle = 0;

	memset(s->halves, 0, s->plan->counter_count * sizeof(*s->halves));
	for (size_t i = 0; i < s->count; i++) {
		const struct sampled *one = &s->list[i];
		const struct pmx_value value = due_value(s, snap, one->counter);
		const struct pmx_event *event =
			&s->plan->events->list[s->plan->counters[one->counter].event];

		if (value.status != PMX_COUNTED)
			continue;
		if (event->pmu != pmu) {
			pmu = event->pmu;
			cycle = cycle_of(s, pmu, machine);
		}
		s->halves[one->counter] = half_of(s, one, &value, cycle);
	}
	return s->halves;
}
