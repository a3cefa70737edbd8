// SPDX-License-Identifier: GPL-2.0-only
/*
 * capacity.c - how often an event fits on its PMU, and whether given events do
 */
#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "mux/meter.h"
#include "mux/pieces.h"

/* Most PMUs have fewer counters than this: tried first. */
#define FIRST_TRY 16

/* --- one event, again and again --------------------------------------------------------------- */

struct copies {
	struct pmx_meter *meter;
	const struct pmx_event *event;
	struct pmx_event *list; /* PMX_CAPACITY_MAX of it, borrowed */
	struct pmx_capacity *out;
};

/* How many of @count copies were on; -errno, also when it cannot be opened. */
static int try_copies(struct copies *c, unsigned count, struct pmx_error *err)
{
	struct pmx_events some = { .list = c->list, .count = count, .specs = count };
	enum pmx_tried tried[PMX_CAPACITY_MAX];
	struct pmx_error why;
	int on = 0;
	int ret = pmx_meter_try(c->meter, c->event->pmu, &some, tried, &c->out->cpu, &why, err);

	if (ret)
		return ret;
	if (why.code) {
		c->out->code = -why.code;
		if (err)
			*err = why;
		return why.code;
	}
	for (unsigned i = 0; i < count; i++)
		on += tried[i] == PMX_TRIED_ON;
	return on;
}

/*
 * What a trial with too many says is a guess, since others may measure too and take turns with it:
 * it is true when so many fit and one more does not.
 */
static int search(struct copies *c, struct pmx_error *err)
{
	int fits = 0, room = PMX_CAPACITY_MAX;
	int guess = try_copies(c, FIRST_TRY, err);

	if (guess == FIRST_TRY)
		guess = try_copies(c, PMX_CAPACITY_MAX, err);
	if (guess < 0)
		return guess;
	while (fits < room) {
		int count = guess > fits ? guess : fits + 1;
		int on = try_copies(c, (unsigned)count, err);

		if (on < 0)
			return on;
		if (on == count)
			fits = count;
		else
			room = count - 1;
		guess = 0;
	}
	return fits;
}

int pmx_meter_capacity(struct pmx_meter *meter, const struct pmx_event *event,
		       struct pmx_capacity *out, struct pmx_error *err)
{
	pmx_autofree struct pmx_event *list = calloc(PMX_CAPACITY_MAX, sizeof(*list));
	struct copies copies = { .meter = meter, .event = event, .list = list, .out = out };
	const struct pmx_counters *counters;
	int fits;

	*out = (struct pmx_capacity){ .pmu = event->pmu, .name = event->name, .cpu = -1 };
	if (!list)
		return pmx_error_nomem(err);
	if (event->pmu->software_class)
		return pmx_error_set(err, -EINVAL, "%s is never multiplexed, and has no capacity",
				     event->pmu->name);
	for (unsigned i = 0; i < PMX_CAPACITY_MAX; i++) {
		list[i] = *event;
		list[i].group = -1;
	}
	fits = search(&copies, err);
	if (fits < 0)
		return fits;
	out->usable = (unsigned)fits;
	counters = pmx_meter_counters(meter, event->pmu);
	out->counters = counters ? pmx_counters_for(counters, event) : 0;
	return 0;
}

/* --- given events ----------------------------------------------------------------------------- */

/* The pieces that the events are in, whole; software-class ones always fit. */
static int choose(const struct pmx_piece *pieces, size_t count, const size_t *index,
		  size_t index_count, bool *chosen)
{
	size_t total = count ? pieces[count - 1].first + pieces[count - 1].count : 0;
	pmx_autofree bool *named = calloc(total + 1, sizeof(*named));

	if (!named)
		return -ENOMEM;
	for (size_t i = 0; i < index_count; i++)
		if (index[i] < total)
			named[index[i]] = true;
	for (size_t p = 0; p < count; p++)
		for (size_t i = 0; i < pieces[p].count && pieces[p].pmu; i++)
			chosen[p] |= named[pieces[p].first + i];
	return 0;
}

/* Moves the pieces of one PMU from @chosen to @in; false when there are none left. */
static bool take_pmu(const struct pmx_piece *pieces, size_t count, bool *chosen, bool *in)
{
	const struct pmx_pmu *pmu = NULL;

	for (size_t p = 0; p < count; p++) {
		if (chosen[p] && !pmu)
			pmu = pieces[p].pmu;
		in[p] = chosen[p] && pieces[p].pmu == pmu;
		if (in[p])
			chosen[p] = false;
	}
	return pmu;
}

int pmx_meter_fits(struct pmx_meter *meter, const struct pmx_events *events, const size_t *index,
		   size_t count, bool *fits, struct pmx_error *err)
{
	pmx_autofree struct pmx_piece *pieces = NULL;
	pmx_autofree enum pmx_tried *tried = NULL;
	pmx_autofree bool *chosen = NULL, *in = NULL;
	size_t piece_count = 0;
	int ret = pmx_pieces_new(&pieces, &piece_count, events);

	chosen = calloc(piece_count + 1, sizeof(*chosen));
	in = calloc(piece_count + 1, sizeof(*in));
	tried = calloc(piece_count + 1, sizeof(*tried));
	if (ret || !chosen || !in || !tried || choose(pieces, piece_count, index, count, chosen))
		return pmx_error_nomem(err);
	*fits = true;
	while (*fits && take_pmu(pieces, piece_count, chosen, in)) {
		ret = pmx_pieces_try(meter, events, pieces, piece_count, in, tried, err);
		if (ret)
			return ret;
		for (size_t p = 0; p < piece_count; p++)
			*fits &= tried[p] != PMX_TRIED_OFF;
	}
	return 0;
}
