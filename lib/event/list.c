// SPDX-License-Identifier: GPL-2.0-only
/*
 * list.c - lists of events, and what two events have in common
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/event.h>

#include "base/array.h"
#include "event/generic.h"
#include "event/list.h"

void pmx_event_clear(struct pmx_event *event)
{
	free(event->name);
	free(event->unit);
	free(event->filter);
	free(event->cgroup);
	free(event->merged);
	if (!event->symbol)
		return;
	free(event->symbol->file);
	free(event->symbol->name);
	free(event->symbol);
}

void pmx_events_free(struct pmx_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		pmx_event_clear(&events->list[i]);
	free(events->list);
	*events = (struct pmx_events){ 0 };
}

/* A copy of *text in its place; false when there is no memory. */
static bool own(char **text)
{
	if (!*text)
		return true;
	*text = strdup(*text);
	return *text != NULL;
}

static bool own_symbol(struct pmx_symbol **symbol)
{
	struct pmx_symbol *copy;

	if (!*symbol)
		return true;
	copy = malloc(sizeof(*copy));
	if (copy)
		*copy = **symbol;
	*symbol = copy;
	return copy && (own(&copy->file) & own(&copy->name));
}

int pmx_events_append(struct pmx_events *events, const struct pmx_event *event,
		      struct pmx_error *err)
{
	struct pmx_event copy = *event;
	struct pmx_event *grown;

	if (events->count >= PMX_MAX_EVENTS)
		return pmx_error_set(err, -E2BIG, "more than %d events", PMX_MAX_EVENTS);
	grown = pmx_array_room(events->list, &events->room, events->count + 1, sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(err);
	events->list = grown;
	/* All six are tried, so that what pmx_event_clear() frees is ours or NULL. */
	if (!(own(&copy.name) & own(&copy.unit) & own(&copy.filter) & own(&copy.cgroup) &
	      own(&copy.merged) & own_symbol(&copy.symbol))) {
		pmx_event_clear(&copy);
		return pmx_error_nomem(err);
	}
	grown[events->count++] = copy;
	return 0;
}

int pmx_event_generic(const struct pmx_event *event, uint32_t *type, uint64_t *config)
{
	uint64_t code = event->attr.config;

	switch (event->attr.type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
		code &= UINT32_MAX;
		break;
	case PERF_TYPE_SOFTWARE:
		break;
	default:
		return -ENOENT;
	}
	if (type)
		*type = event->attr.type;
	if (config)
		*config = code;
	return 0;
}

static bool is_clock(const struct pmx_event *event)
{
	return pmx_generic_is_clock(event->attr.type, event->attr.config);
}

static bool has_same_levels(const struct perf_event_attr *a, const struct perf_event_attr *b)
{
	return a->exclude_user == b->exclude_user && a->exclude_kernel == b->exclude_kernel &&
	       a->exclude_hv == b->exclude_hv && a->exclude_idle == b->exclude_idle &&
	       a->exclude_host == b->exclude_host && a->exclude_guest == b->exclude_guest;
}

static bool has_same_cgroup(const struct pmx_event *a, const struct pmx_event *b)
{
	if (!a->cgroup || !b->cgroup)
		return a->cgroup == b->cgroup;
	return strcmp(a->cgroup, b->cgroup) == 0;
}

bool pmx_event_is_comparable(const struct pmx_event *a, const struct pmx_event *b)
{
	if (!has_same_cgroup(a, b))
		return false;
	if (is_clock(a) || is_clock(b))
		return true;
	return a->pmu == b->pmu && has_same_levels(&a->attr, &b->attr);
}
