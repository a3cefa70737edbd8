// SPDX-License-Identifier: GPL-2.0-only
/*
 * pieces.c - a list of events, cut where the kernel may cut it
 */
#include "mux/pieces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"

static void add_event(struct pmx_piece *piece, const struct pmx_event *event)
{
	piece->count++;
	if (event->pmu->software_class)
		return;
	piece->size++;
	piece->pmu = event->pmu;
}

int pmx_pieces_new(struct pmx_piece **out, size_t *count, const struct pmx_events *events)
{
	struct pmx_piece *list = calloc(events->count + 1, sizeof(*list));
	size_t used = 0;

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < events->count; i++) {
		const struct pmx_event *event = &events->list[i];

		if (!i || event->group < 0 || event->group != events->list[i - 1].group)
			list[used++].first = i;
		add_event(&list[used - 1], event);
	}
	*out = list;
	*count = used;
	return 0;
}

bool pmx_piece_is_same(const struct pmx_events *events, const struct pmx_piece *a,
		       const struct pmx_piece *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		const struct pmx_event *x = &events->list[a->first + i],
				       *y = &events->list[b->first + i];

		if (x->pmu != y->pmu || memcmp(&x->attr, &y->attr, sizeof(x->attr)) != 0)
			return false;
	}
	return true;
}

/* --- trying --------------------------------------------------------------------------------- */

static enum pmx_tried judge(const enum pmx_tried *tried, size_t count)
{
	enum pmx_tried all = PMX_TRIED_NONE;

	for (size_t i = 0; i < count; i++) {
		if (tried[i] == PMX_TRIED_OFF)
			return PMX_TRIED_OFF;
		if (tried[i] == PMX_TRIED_ON)
			all = PMX_TRIED_ON;
	}
	return all;
}

static size_t count_events(const struct pmx_piece *pieces, size_t count, const bool *in)
{
	size_t sum = 0;

	for (size_t p = 0; p < count; p++)
		sum += in[p] ? pieces[p].count : 0;
	return sum;
}

/* Borrows the events of the pieces that are in; returns their PMU. */
static const struct pmx_pmu *gather(const struct pmx_events *events, const struct pmx_piece *pieces,
				    size_t count, const bool *in, struct pmx_events *out)
{
	const struct pmx_pmu *pmu = NULL;

	for (size_t p = 0; p < count; p++) {
		if (!in[p])
			continue;
		memcpy(&out->list[out->count], &events->list[pieces[p].first],
		       pieces[p].count * sizeof(*out->list));
		out->count += pieces[p].count;
		pmu = pieces[p].pmu;
	}
	return pmu;
}

int pmx_pieces_try(struct pmx_meter *meter, const struct pmx_events *events,
		   const struct pmx_piece *pieces, size_t count, const bool *in,
		   enum pmx_tried *tried, struct pmx_error *err)
{
	size_t wanted = count_events(pieces, count, in), next = 0;
	pmx_autofree struct pmx_event *list = calloc(wanted + 1, sizeof(*list));
	pmx_autofree enum pmx_tried *each = calloc(wanted + 1, sizeof(*each));
	struct pmx_events some = { .list = list, .specs = events->specs, .groups = events->groups };
	const struct pmx_pmu *pmu;
	struct pmx_error why;
	int ret, cpu;

	if (!list || !each)
		return pmx_error_nomem(err);
	pmu = gather(events, pieces, count, in, &some);
	if (!pmu)
		return pmx_error_set(err, -EINVAL, "there is nothing to try");
	ret = pmx_meter_try(meter, pmu, &some, each, &cpu, &why, err);
	for (size_t p = 0; p < count && !ret; p++) {
		tried[p] = in[p] ? judge(each + next, pieces[p].count) : PMX_TRIED_NOT;
		next += in[p] ? pieces[p].count : 0;
	}
	return ret;
}
