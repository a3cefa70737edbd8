// SPDX-License-Identifier: GPL-2.0-only
/*
 * columns.c - which events share a row
 *
 * A machine has one uncore PMU for each memory controller or slice of cache: "uncore_imc_0",
 * "uncore_imc_1", ... Whoever typed "uncore_imc/cas_count_read/" wants their sum. PMUs that are
 * called differently are different things and keep a row each, even behind one spec.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "stats/columns.h"
#include "stats/strings.h"

enum { LOOK_BACK = 16 }; /* columns of one spec that are compared: PMUs come sorted by name */

/* The length of a PMU's name without "_7" at its end. */
static size_t base_length(const char *name)
{
	size_t length = strlen(name), end = length;

	while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
		end--;
	return end > 1 && end < length && name[end - 1] == '_' ? end - 1 : length;
}

static bool is_same_base(const struct pmx_pmu *a, const struct pmx_pmu *b)
{
	size_t length = base_length(a->name);

	return length == base_length(b->name) && !memcmp(a->name, b->name, length);
}

static bool may_merge(const struct pmx_event *event, const struct pmx_aggregate_options *opts)
{
	if (!event->merged || opts->no_merge)
		return false;
	switch (event->pmu->kind) {
	case PMX_PMU_UNCORE:
	case PMX_PMU_OTHER:
		return true;
	case PMX_PMU_CORE:
		return opts->hybrid_merge;
	default:
		return false;
	}
}

static bool is_same_column(const struct pmx_event *a, const struct pmx_event *b)
{
	return a->pmu->kind == b->pmu->kind && pmx_is_same_text(a->merged, b->merged) &&
	       pmx_is_same_text(a->cgroup, b->cgroup) && pmx_is_same_text(a->unit, b->unit) &&
	       a->scale == b->scale && a->msec == b->msec &&
	       (a->pmu->kind == PMX_PMU_CORE || is_same_base(a->pmu, b->pmu));
}

/* The column that @event joins, or a new one. */
static uint32_t column_of(struct pmx_columns *columns, const struct pmx_event *events, size_t index,
			  const struct pmx_aggregate_options *opts)
{
	const struct pmx_event *event = &events[index];
	size_t oldest = columns->count > LOOK_BACK ? columns->count - LOOK_BACK : 0;

	for (size_t i = columns->count; may_merge(event, opts) && i-- > oldest;) {
		const struct pmx_event *first = &events[columns->list[i].event];

		if (first->spec != event->spec)
			break;
		if (may_merge(first, opts) && is_same_column(first, event))
			return (uint32_t)i;
	}
	columns->list[columns->count] = (struct pmx_column){ .event = (uint32_t)index };
	return (uint32_t)columns->count++;
}

/* True when the spec has other columns beside @index: its typed name says too little then. */
static bool is_split(const struct pmx_columns *columns, const struct pmx_event *events,
		     size_t index)
{
	const struct pmx_event *event = &events[columns->list[index].event];
	const size_t beside[] = { index - 1, index + 1 };

	for (size_t i = 0; i < 2; i++) {
		const struct pmx_event *other;

		if (beside[i] >= columns->count)
			continue;
		other = &events[columns->list[beside[i]].event];
		if (other->spec == event->spec && pmx_is_same_text(other->cgroup, event->cgroup))
			return true;
	}
	return false;
}

/* "uncore_imc_0/clockticks/" without the number, as the name of all of them. */
static const char *base_name(const struct pmx_event *event, struct pmx_strings **pool)
{
	size_t full = strlen(event->pmu->name), base = base_length(event->pmu->name);
	pmx_autofree char *name = NULL;

	if (strncmp(event->name, event->pmu->name, full) || event->name[full] != '/')
		return event->merged;
	if (asprintf(&name, "%.*s%s", (int)base, event->name, event->name + full) < 0) {
		name = NULL;
		return NULL;
	}
	return pmx_strings_add(pool, name);
}

static const char *column_name(const struct pmx_columns *columns, size_t index,
			       const struct pmx_plan *plan, const struct pmx_session *session,
			       struct pmx_strings **pool)
{
	const struct pmx_column *column = &columns->list[index];
	const struct pmx_event *event = &plan->events->list[column->event];

	if (column->count == 1)
		return pmx_session_event_name(session, plan->events, column->event);
	return is_split(columns, plan->events->list, index) ? base_name(event, pool) :
							      event->merged;
}

int pmx_columns_make(struct pmx_columns *out, const struct pmx_plan *plan,
		     const struct pmx_session *session, const struct pmx_aggregate_options *opts,
		     struct pmx_strings **pool)
{
	size_t count = plan->events->count;

	*out = (struct pmx_columns){ .list = calloc(count + 1, sizeof(*out->list)),
				     .of_event = calloc(count + 1, sizeof(*out->of_event)) };
	if (!out->list || !out->of_event)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		out->of_event[i] = column_of(out, plan->events->list, i, opts);
		out->list[out->of_event[i]].count++;
	}
	for (size_t i = 0; i < out->count; i++) {
		out->list[i].name = column_name(out, i, plan, session, pool);
		if (!out->list[i].name)
			return -ENOMEM;
	}
	return 0;
}

void pmx_columns_free(struct pmx_columns *columns)
{
	free(columns->list);
	free(columns->of_event);
	*columns = (struct pmx_columns){ 0 };
}
