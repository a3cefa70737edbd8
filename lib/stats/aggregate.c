// SPDX-License-Identifier: GPL-2.0-only
/*
 * aggregate.c - from counters to rows
 *
 * Places by columns make a table; each counter is added to one cell of it, found by two looks into
 * tables, so the time grows with the counters and with nothing else. Cells that were filled become
 * rows.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "stats/columns.h"
#include "stats/outcome.h"
#include "stats/places.h"
#include "stats/residency.h"
#include "stats/strings.h"
#include "stats/sums.h"

struct table {
	const struct pmx_plan *plan;
	const struct pmx_session *session;
	const struct pmx_snapshot *snap;
	const struct pmx_aggregate_options *opts;
	struct pmx_columns columns;
	struct pmx_places places;
	struct pmx_row *rows;	   /* one a cell */
	struct pmx_tally *tallies; /* one a cell */
	struct pmx_residency residency;
	uint64_t *seen; /* a bit for each column and unit: a CPU, of tasks a task */
	size_t units;
};

static void table_free(struct table *t)
{
	pmx_columns_free(&t->columns);
	pmx_places_free(&t->places);
	free(t->rows);
	free(t->tallies);
	free(t->seen);
	pmx_residency_free(&t->residency);
}

/* perf stat lists CPUs and threads below each event, and events below all larger places. */
static bool is_by_event(enum pmx_aggr aggr)
{
	return aggr == PMX_AGGR_CPU || aggr == PMX_AGGR_THREAD;
}

static size_t cell_of(const struct table *t, size_t place, size_t column)
{
	return is_by_event(t->opts->aggr) ? column * t->places.count + place :
					    place * t->columns.count + column;
}

static size_t count_units(const struct pmx_plan *plan)
{
	int highest = 0;

	if (plan->target->kind != PMX_TARGET_CPUS)
		return plan->target->task_count + 1;
	for (size_t i = 0; i < plan->counter_count; i++)
		if (plan->counters[i].cpu > highest)
			highest = plan->counters[i].cpu;
	return (size_t)highest + 1;
}

static int table_make(struct table *t, struct pmx_machine *machine, struct pmx_strings **pool)
{
	size_t cells, bits;

	if (pmx_columns_make(&t->columns, t->plan, t->session, t->opts, pool) ||
	    pmx_places_make(&t->places, t->plan, machine, t->opts, pool))
		return -ENOMEM;
	t->units = count_units(t->plan);
	if (__builtin_mul_overflow(t->columns.count, t->places.count, &cells) ||
	    __builtin_mul_overflow(t->columns.count, t->units, &bits))
		return -ENOMEM;
	t->rows = calloc(cells + 1, sizeof(*t->rows));
	t->tallies = calloc(cells + 1, sizeof(*t->tallies));
	t->seen = calloc(bits / 64 + 1, sizeof(*t->seen));
	if (!t->rows || !t->tallies || !t->seen)
		return -ENOMEM;
	return pmx_residency_make(&t->residency, t->plan->events, t->places.count);
}

/* True the first time that this CPU, or task, has a part in the column. */
static bool is_new_unit(struct table *t, size_t column, const struct pmx_counter *counter)
{
	bool cpus = t->plan->target->kind == PMX_TARGET_CPUS;
	size_t unit = cpus ? (size_t)(counter->cpu < 0 ? 0 : counter->cpu) : counter->task;
	size_t bit = column * t->units + unit;
	uint64_t mask = UINT64_C(1) << bit % 64;
	bool is_new = !(t->seen[bit / 64] & mask);

	t->seen[bit / 64] |= mask;
	return is_new;
}

static void add(uint64_t *sum, uint64_t more)
{
	if (__builtin_add_overflow(*sum, more, sum))
		*sum = UINT64_MAX;
}

static void add_half(struct pmx_tally *tally, double half, const struct pmx_value *value)
{
	if (isnan(half))
		tally->unbounded += (double)value->enabled;
	else
		tally->half_squares += half * half;
}

static void count_in(struct table *t, size_t index)
{
	const struct pmx_counter *counter = &t->plan->counters[index];
	const struct pmx_value *value = &t->snap->values[index];
	size_t column = t->columns.of_event[counter->event];
	size_t place = pmx_places_of(&t->places, counter);
	size_t cell = cell_of(t, place, column);
	struct pmx_row *row = &t->rows[cell];

	if (t->plan->events->list[counter->event].residency_of) {
		pmx_residency_add(&t->residency, place, counter->event, value->running);
		return;
	}
	add(&row->count.raw, value->raw);
	add(&row->count.enabled, value->enabled);
	add(&row->count.running, value->running);
	row->cpus += is_new_unit(t, column, counter);
	t->columns.list[column].counters++;
	pmx_tally_add(&t->tallies[cell], value->status, index);
	if (t->opts->halves)
		add_half(&t->tallies[cell], t->opts->halves[index], value);
}

static void name_row(const struct table *t, struct pmx_row *row, size_t place, size_t column)
{
	const struct pmx_column *col = &t->columns.list[column];

	row->event = &t->plan->events->list[col->event];
	row->name = col->name;
	row->cgroup = row->event->cgroup;
	row->user_only = t->session && pmx_session_is_user_only(t->session, col->event);
	row->place = t->places.list[place];
	row->label = t->places.labels[place];
	if (t->places.by_task) {
		const struct pmx_task *task = &t->plan->target->tasks[place];

		row->tid = task->tid;
		memcpy(row->comm, task->comm, sizeof(row->comm));
		row->comm[sizeof(row->comm) - 1] = '\0';
	}
}

static void finish_row(const struct table *t, struct pmx_row *row, const struct pmx_tally *tally)
{
	if (pmx_tally_is_empty(tally))
		pmx_outcome_none(row, t->plan->target);
	else
		pmx_outcome(row, tally, t->session, t->opts->no_scale);
}

/* Moves the filled cells together; an event without any counter has a row in every place. */
static size_t take_rows(struct table *t)
{
	size_t cells = t->places.count * t->columns.count, count = 0;

	for (size_t cell = 0; cell < cells; cell++) {
		bool by_event = is_by_event(t->opts->aggr);
		size_t width = by_event ? t->places.count : t->columns.count;
		size_t major = cell / width, minor = cell % width;
		size_t column = by_event ? major : minor, place = by_event ? minor : major;

		if (pmx_tally_is_empty(&t->tallies[cell]) && t->columns.list[column].counters)
			continue;
		if (t->plan->events->list[t->columns.list[column].event].residency_of)
			continue;
		t->rows[count] = t->rows[cell];
		name_row(t, &t->rows[count], place, column);
		pmx_residency_apply(&t->residency, place, t->columns.list[column].count > 1,
				    &t->rows[count]);
		finish_row(t, &t->rows[count], &t->tallies[cell]);
		count++;
	}
	return count;
}

int pmx_aggregate(const struct pmx_plan *plan, const struct pmx_session *session,
		  const struct pmx_snapshot *snap, struct pmx_machine *machine,
		  const struct pmx_aggregate_options *opts, struct pmx_result *out,
		  struct pmx_error *err)
{
	__attribute__((cleanup(table_free))) struct table table = {
		.plan = plan, .session = session, .snap = snap, .opts = opts
	};
	struct pmx_row *less;

	*out = (struct pmx_result){ .aggr = opts->aggr };
	if (table_make(&table, machine, &out->strings)) {
		pmx_result_free(out);
		return pmx_error_nomem(err);
	}
	for (size_t i = 0; i < plan->counter_count; i++)
		count_in(&table, i);
	out->count = take_rows(&table);
	less = realloc(table.rows, (out->count + 1) * sizeof(*less));
	out->rows = less ? less : table.rows;
	table.rows = NULL;
	if (opts->sums && pmx_sums_add(out)) {
		pmx_result_free(out);
		return pmx_error_nomem(err);
	}
	return 0;
}
