// SPDX-License-Identifier: GPL-2.0-only
/*
 * plan.c - events x target -> counters, in units of one read
 *
 * What does not depend on the place is worked out once: which events share a software-class unit,
 * which stand alone, which groups there are ("batches"). Each place, a task or a CPU, then takes
 * the batches in turn.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/plan.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "session/groups.h"

/* Events that become one unit at every place where their PMUs count. */
struct batch {
	enum pmx_unit_kind kind;
	size_t *members; /* indices of events */
	size_t count, room;
};

struct draft {
	struct pmx_plan *plan;
	const struct pmx_cpus *online;
	size_t counter_room, unit_room;
	struct batch *batches;
	size_t batch_count, batch_room;
};

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* May @b ride in the unit that @a leads? Pinned and exclusive events may only lead. */
static bool may_ride(const struct pmx_event *a, const struct pmx_event *b)
{
	return !a->attr.pinned && !a->attr.exclusive && !b->attr.pinned && !b->attr.exclusive &&
	       is_same_text(a->cgroup, b->cgroup);
}

static struct batch *new_batch(struct draft *draft, enum pmx_unit_kind kind)
{
	struct batch *grown = pmx_array_room(draft->batches, &draft->batch_room,
					     draft->batch_count + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	draft->batches = grown;
	draft->batches[draft->batch_count] = (struct batch){ .kind = kind };
	return &draft->batches[draft->batch_count++];
}

static int add_member(struct batch *batch, size_t event)
{
	size_t *grown = batch ? pmx_array_room(batch->members, &batch->room, batch->count + 1,
					       sizeof(*grown)) :
				NULL;

	if (!grown)
		return -ENOMEM;
	batch->members = grown;
	batch->members[batch->count++] = event;
	return 0;
}

/* The batch that event @i joins; events of a group are neighbours. */
static struct batch *find_batch(struct draft *draft, size_t i)
{
	const struct pmx_event *events = draft->plan->events->list;
	const struct pmx_event *event = &events[i];

	if (event->group >= 0) {
		if (i > 0 && events[i - 1].group == event->group)
			return &draft->batches[draft->batch_count - 1];
		return new_batch(draft, PMX_UNIT_GROUP);
	}
	/* one with a symbol is opened later than the others, and ends with an exec */
	if (!event->pmu->software_class || event->residency_of || event->symbol)
		return new_batch(draft, PMX_UNIT_SINGLE);
	for (size_t k = draft->batch_count; k-- > 0;) {
		struct batch *batch = &draft->batches[k];

		if (batch->kind == PMX_UNIT_SOFTWARE && batch->count < PMX_MAX_UNIT &&
		    may_ride(&events[batch->members[0]], event))
			return batch;
	}
	return new_batch(draft, PMX_UNIT_SOFTWARE);
}

static int make_batches(struct draft *draft)
{
	for (size_t i = 0; i < draft->plan->events->count; i++) {
		int ret = add_member(find_batch(draft, i), i);

		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Does @event count at this place at all? A task (cpu -1) is no place for a PMU that counts CPUs.
 */
static bool counts_on(const struct pmx_event *event, int cpu)
{
	if (cpu < 0)
		return event->pmu->kind != PMX_PMU_UNCORE;
	return !event->pmu->has_cpus || pmx_cpus_has(&event->pmu->cpus, cpu);
}

static int add_counter(struct draft *draft, struct pmx_counter counter)
{
	struct pmx_plan *plan = draft->plan;
	struct pmx_counter *grown;

	if (plan->counter_count >= PMX_MAX_COUNTERS)
		return -E2BIG;
	grown = pmx_array_room(plan->counters, &draft->counter_room, plan->counter_count + 1,
			       sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	plan->counters = grown;
	plan->counters[plan->counter_count++] = counter;
	return 0;
}

static int add_unit(struct draft *draft, enum pmx_unit_kind kind, size_t first)
{
	struct pmx_plan *plan = draft->plan;
	struct pmx_unit *grown;

	if (plan->counter_count == first)
		return 0;
	grown = pmx_array_room(plan->units, &draft->unit_room, plan->unit_count + 1,
			       sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	plan->units = grown;
	plan->units[plan->unit_count++] = (struct pmx_unit){
		.first = (uint32_t)first,
		.count = (uint32_t)(plan->counter_count - first),
		.kind = kind,
	};
	return 0;
}

/* Residency of a task: a counter of its own on each CPU of the PMU. */
static int add_residency(struct draft *draft, uint32_t task, size_t e)
{
	struct pmx_cpus cpus = draft->plan->events->list[e].residency_of->cpus;
	int ret = 0;

	if (!draft->online)
		return 0;
	pmx_cpus_and(&cpus, draft->online);
	pmx_cpus_for_each(cpu, &cpus) {
		size_t first = draft->plan->counter_count;

		ret = add_counter(draft, (struct pmx_counter){ (uint32_t)e, task, cpu });
		if (!ret)
			ret = add_unit(draft, PMX_UNIT_SINGLE, first);
		if (ret)
			break;
	}
	return ret;
}

/* One unit: the members of a batch that count at this place. */
static int add_batch(struct draft *draft, const struct batch *batch, uint32_t task, int cpu)
{
	const struct pmx_event *events = draft->plan->events->list;
	size_t first = draft->plan->counter_count;
	int ret = 0;

	if (events[batch->members[0]].residency_of)
		return cpu < 0 ? add_residency(draft, task, batch->members[0]) : 0;
	for (size_t m = 0; m < batch->count && !ret; m++) {
		size_t e = batch->members[m];

		if (counts_on(&events[e], cpu))
			ret = add_counter(draft, (struct pmx_counter){ (uint32_t)e, task, cpu });
	}
	return ret ? ret : add_unit(draft, batch->kind, first);
}

/* All units of one task or one CPU. */
static int add_place(struct draft *draft, uint32_t task, int cpu)
{
	int ret = 0;

	for (size_t b = 0; b < draft->batch_count && !ret; b++)
		ret = add_batch(draft, &draft->batches[b], task, cpu);
	return ret;
}

static int add_places(struct draft *draft)
{
	const struct pmx_target *target = draft->plan->target;
	struct pmx_cpus cpus;
	int ret = 0;

	if (target->kind != PMX_TARGET_CPUS) {
		for (size_t i = 0; i < target->task_count && !ret; i++)
			ret = add_place(draft, (uint32_t)i, -1);
		return ret;
	}
	cpus = target->cpus;
	pmx_cpus_and(&cpus, draft->online);
	pmx_cpus_for_each(cpu, &cpus) {
		ret = add_place(draft, 0, cpu);
		if (ret)
			break;
	}
	return ret;
}

static void free_draft(struct draft *draft)
{
	for (size_t i = 0; i < draft->batch_count; i++)
		free(draft->batches[i].members);
	free(draft->batches);
	pmx_plan_free(draft->plan);
}

int pmx_plan_new(struct pmx_plan **out, const struct pmx_events *events,
		 const struct pmx_target *target, const struct pmx_cpus *online,
		 struct pmx_error *err)
{
	struct draft draft = { .plan = calloc(1, sizeof(*draft.plan)), .online = online };
	int ret;

	if (!draft.plan)
		return pmx_error_nomem(err);
	draft.plan->events = events;
	draft.plan->target = target;
	ret = pmx_groups_check(events, err);
	if (ret) {
		free_draft(&draft);
		return ret;
	}
	ret = make_batches(&draft);
	if (!ret)
		ret = add_places(&draft);
	if (ret == -E2BIG)
		pmx_error_set(err, ret, "too many counters: more than %u are needed",
			      PMX_MAX_COUNTERS);
	else if (ret)
		pmx_error_nomem(err);
	else
		*out = pmx_take_ptr(draft.plan);
	free_draft(&draft);
	return ret;
}

void pmx_plan_free(struct pmx_plan *plan)
{
	if (!plan)
		return;
	free(plan->counters);
	free(plan->units);
	free(plan);
}
