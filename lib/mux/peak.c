// SPDX-License-Identifier: GPL-2.0-only
/*
 * peak.c - how many counters of a PMU were on at once: slices laid over one another
 */
#include <stdlib.h>
#include <string.h>

#include "mux/observer.h"

/*
 * Edges are seen late, by one look at most and some by more than others: what does not hold from
 * one look to the next, or holds for less than this part of the time, is not believed.
 */
#define MOMENT 0.05

struct edge {
	uint64_t time;
	int step; /* 1: a slice begins, -1: one ends */
};

/* Of edges that were seen together, ends come first. */
static int compare(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->step - y->step;
}

static bool is_in(const struct pmx_observer *o, size_t i, size_t spot)
{
	return o->watched[i].spot == spot && pmx_track_is_resolved(&o->watched[i].track);
}

/* Slices before the last one that a ring has dropped are not known of all. */
static uint64_t known_since(const struct pmx_observer *o, size_t spot)
{
	uint64_t since = 0;

	for (size_t i = 0; i < o->count; i++) {
		const struct pmx_track *track = &o->watched[i].track;

		if (is_in(o, i, spot) && track->ring_pushed > pmx_track_kept(track) &&
		    pmx_track_slice(track, 0).start > since)
			since = pmx_track_slice(track, 0).start;
	}
	return since;
}

static size_t collect(const struct pmx_observer *o, size_t spot, struct edge *edges)
{
	size_t count = 0;

	for (size_t i = 0; i < o->count; i++) {
		const struct pmx_track *track = &o->watched[i].track;

		for (size_t k = 0; is_in(o, i, spot) && track->ring && k < pmx_track_kept(track);
		     k++) {
			struct pmx_slice slice = pmx_track_slice(track, k);

			edges[count++] = (struct edge){ slice.start, 1 };
			edges[count++] = (struct edge){ slice.end, -1 };
		}
	}
	qsort(edges, count, sizeof(*edges), compare);
	return count;
}

/* The highest level that holds for more than moments; @held: ns of each. */
static unsigned highest(const uint64_t *held, size_t levels)
{
	double all = 0;

	for (size_t i = 1; i < levels; i++)
		all += (double)held[i];
	for (size_t i = levels; i-- > 1;)
		if ((double)held[i] > MOMENT * all)
			return (unsigned)i;
	return 0;
}

static unsigned peak_of(const struct pmx_observer *o, size_t spot, struct edge *edges,
			uint64_t *held)
{
	uint64_t since = known_since(o, spot);
	size_t count = collect(o, spot, edges), on = 0;

	memset(held, 0, (o->count + 1) * sizeof(*held));
	for (size_t i = 0; i < count; i++) {
		uint64_t time = i ? edges[i].time - edges[i - 1].time : 0;

		if (i && edges[i - 1].time >= since && time > o->seen.period_ns)
			held[on] += time;
		on += edges[i].step > 0 ? 1 : (on ? (size_t)-1 : 0);
	}
	return highest(held, o->count + 1);
}

unsigned pmx_observer_peak(const struct pmx_observer *o, const struct pmx_pmu *pmu)
{
	size_t slices = 0;
	struct edge *edges;
	uint64_t *held;
	unsigned peak = 0;

	for (size_t i = 0; i < o->count; i++)
		slices += pmx_track_kept(&o->watched[i].track);
	edges = malloc((2 * slices + 1) * sizeof(*edges));
	held = malloc((o->count + 1) * sizeof(*held));
	for (size_t i = 0; edges && held && i < o->spot_count; i++) {
		unsigned here = o->spots[i].pmu == pmu ? peak_of(o, i, edges, held) : 0;

		peak = here > peak ? here : peak;
	}
	free(edges);
	free(held);
	return peak;
}
