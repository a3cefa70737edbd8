// SPDX-License-Identifier: GPL-2.0-only
/*
 * places.c - the places of a result: its CPUs, cores, sockets or threads, in the order of reports
 *
 * The topology is asked once a CPU; a counter then finds its place by one look into a table.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "stats/places.h"
#include "stats/strings.h"

static const struct pmx_place nowhere = { -1, -1, -1, -1, -1, -1, 0, -1 };

static int allocate(struct pmx_places *places, size_t count)
{
	places->list = calloc(count, sizeof(*places->list));
	places->labels = calloc(count, sizeof(*places->labels));
	return places->list && places->labels ? 0 : -ENOMEM;
}

/* The whole machine, or whatever cannot be told apart. */
static int make_one(struct pmx_places *places)
{
	if (allocate(places, 1))
		return -ENOMEM;
	places->list[0] = nowhere;
	places->count = 1;
	return 0;
}

static int make_tasks(struct pmx_places *places, const struct pmx_target *target,
		      struct pmx_strings **pool)
{
	if (allocate(places, target->task_count))
		return -ENOMEM;
	for (size_t i = 0; i < target->task_count; i++) {
		const struct pmx_task *task = &target->tasks[i];
		char label[sizeof(task->comm) + 16];

		snprintf(label, sizeof(label), "%.*s-%d", (int)sizeof(task->comm), task->comm,
			 (int)task->tid);
		places->list[i] = nowhere;
		places->labels[i] = pmx_strings_add(pool, label);
		if (!places->labels[i])
			return -ENOMEM;
	}
	places->count = target->task_count;
	places->by_task = true;
	return 0;
}

/* The CPUs that counters are on; those of the target when there is no counter at all. */
static void find_cpus(const struct pmx_plan *plan, struct pmx_cpus *cpus)
{
	pmx_cpus_clear(cpus);
	for (size_t i = 0; i < plan->counter_count; i++)
		pmx_cpus_add(cpus, plan->counters[i].cpu);
	if (!plan->counter_count && plan->target->kind == PMX_TARGET_CPUS)
		*cpus = plan->target->cpus;
}

static int compare(const void *a, const void *b, void *aggr)
{
	const struct pmx_place *x = a, *y = b;
	int order = pmx_place_compare(x, y, *(enum pmx_aggr *)aggr);

	return order ? order : (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static int add_place(struct pmx_places *places, const struct pmx_place *place, enum pmx_aggr aggr,
		     struct pmx_strings **pool)
{
	char label[96];

	pmx_place_label(place, aggr, label, sizeof(label));
	places->list[places->count] = *place;
	places->labels[places->count] = pmx_strings_add(pool, label);
	return places->labels[places->count++] ? 0 : -ENOMEM;
}

/* Neighbours in the order of reports that belong together become one place. */
static int group_cpus(struct pmx_places *places, const struct pmx_place *cpus, size_t count,
		      enum pmx_aggr aggr, struct pmx_strings **pool)
{
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || !pmx_place_is_same(&cpus[i - 1], &cpus[i], aggr)) {
			if (add_place(places, &cpus[i], aggr, pool))
				return -ENOMEM;
		}
		places->of_cpu[cpus[i].cpu + 1] = (uint32_t)places->count - 1;
	}
	return 0;
}

static int make_cpus(struct pmx_places *places, const struct pmx_plan *plan,
		     struct pmx_machine *machine, const struct pmx_aggregate_options *opts,
		     struct pmx_strings **pool)
{
	pmx_autofree struct pmx_place *cpus = NULL;
	enum pmx_aggr aggr = opts->aggr;
	struct pmx_cpus set;
	size_t count = 0;

	find_cpus(plan, &set);
	if (pmx_cpus_is_empty(&set))
		return make_one(places);
	cpus = calloc((size_t)pmx_cpus_count(&set), sizeof(*cpus));
	places->of_cpu = calloc(PMX_MAX_CPUS + 1, sizeof(*places->of_cpu));
	if (!cpus || !places->of_cpu || allocate(places, (size_t)pmx_cpus_count(&set)))
		return -ENOMEM;
	pmx_cpus_for_each(cpu, &set)
		pmx_topology_place(machine, cpu, aggr, opts->cache_level, &cpus[count++]);
	qsort_r(cpus, count, sizeof(*cpus), compare, &aggr);
	return group_cpus(places, cpus, count, aggr, pool);
}

int pmx_places_make(struct pmx_places *out, const struct pmx_plan *plan,
		    struct pmx_machine *machine, const struct pmx_aggregate_options *opts,
		    struct pmx_strings **pool)
{
	*out = (struct pmx_places){ 0 };
	if (opts->aggr == PMX_AGGR_THREAD && plan->target->task_count)
		return make_tasks(out, plan->target, pool);
	if (opts->aggr == PMX_AGGR_GLOBAL || opts->aggr == PMX_AGGR_THREAD)
		return make_one(out);
	return make_cpus(out, plan, machine, opts, pool);
}

void pmx_places_free(struct pmx_places *places)
{
	free(places->list);
	free(places->labels);
	free(places->of_cpu);
	*places = (struct pmx_places){ 0 };
}
