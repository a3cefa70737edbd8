// SPDX-License-Identifier: GPL-2.0-only
/*
 * track.c - points of a counter to slices and gaps
 *
 * Between two points a counter gained enabled time and, of that, running time. Gained alike, it was
 * on; gained nothing, it was off; with one edge in between, what it gained tells where the edge
 * was, to the nanosecond: a slice that went on ended that long after the first point, one that
 * began did so that long before the second. So points need not be near to edges, only nearer to
 * one another than edges are.
 */
#include <errno.h>
#include <stdlib.h>

#include <perfmux/mux.h>

#include "mux/bins.h"

/*
 * Shorter stays and absences than this are none: when the kernel rotates it takes all events off
 * and puts those that stay back on, and no interval of rotation is shorter than a millisecond.
 */
#define GLITCH_NS 100000

/* Stays and absences are as long as this at least: no interval of rotation is shorter. */
#define SHORTEST_NS 1000000

/* In a piece of this length there are more edges than one, at the kernel's 1 to 4 ms. */
#define TOO_LONG_NS 50000000

/* Updates of a page that coming on and leaving take at most, but for the last: drivers differ. */
#define TWO_EDGES 3

/* When more than one in so many slices has an edge that was not seen, none is believed. */
#define FOLDED_SHARE 4

int pmx_track_init(struct pmx_track *track, uint64_t start, uint64_t bin_ns)
{
	*track = (struct pmx_track){ .bins = pmx_bins_new(start, bin_ns) };
	return track->bins ? 0 : -ENOMEM;
}

void pmx_track_free(struct pmx_track *track)
{
	free(track->bins);
	free(track->ring);
	*track = (struct pmx_track){ 0 };
}

static size_t room(const struct pmx_track *t)
{
	return t->ring_room ? t->ring_room : PMX_TRACK_SLICES;
}

static void push(struct pmx_track *t, uint64_t start, uint64_t end)
{
	if (!t->ring)
		t->ring = malloc(room(t) * sizeof(*t->ring));
	if (!t->ring)
		return; /* a trace without them; all sums stay */
	t->ring[t->ring_pushed++ % room(t)] =
		(struct pmx_slice){ start, end > start ? end : start };
}

size_t pmx_track_kept(const struct pmx_track *track)
{
	return track->ring_pushed < room(track) ? (size_t)track->ring_pushed : room(track);
}

struct pmx_slice pmx_track_slice(const struct pmx_track *track, size_t i)
{
	uint64_t oldest = track->ring_pushed - pmx_track_kept(track);

	return track->ring[(oldest + i) % room(track)];
}

/* The slice from t->slice to t->edge is over for good, and with it the gap before it. */
static void add_slice(struct pmx_track *t)
{
	uint64_t length = t->edge.enabled - t->slice.enabled;
	uint64_t running = t->edge.running - t->slice.running;
	double rate = t->rate;

	if (running)
		rate = (double)(t->edge.raw - t->slice.raw) / (double)running;
	t->between += (double)t->gap_before * (t->slices ? (t->rate + rate) / 2 : rate);
	t->rate = rate;
	t->slices++;
	t->slice_sum += length;
	if (length > t->slice_longest)
		t->slice_longest = length;
	push(t, t->slice.time, t->edge.time);
}

/* A gap from t->edge on. */
static void add_gap(struct pmx_track *t, uint64_t length)
{
	t->gaps++;
	t->gap_sum += length;
	if (length > t->gap_longest) {
		t->gap_longest = length;
		t->gap_longest_at = t->edge.time;
	}
}

/* What was gained since the last item of the bound. */
static void add_item(struct pmx_track *t, const struct pmx_point *to)
{
	pmx_bound_add(&t->bound, to->enabled - t->cycle.enabled, to->running - t->cycle.running,
		      to->raw - t->cycle.raw);
	t->cycle = *to;
}

static void begin_slice(struct pmx_track *t, const struct pmx_point *at)
{
	uint64_t gap = at->enabled - t->edge.enabled;
	bool is_first = !t->slice.time;

	t->on = true;
	if (gap < GLITCH_NS && !is_first) /* it never left */
		return;
	if (!is_first)
		add_slice(t);
	if (gap >= GLITCH_NS)
		add_gap(t, gap);
	t->gap_before = gap;
	add_item(t, at);
	t->slice = *at;
}

static void end_slice(struct pmx_track *t, const struct pmx_point *at)
{
	t->on = false;
	t->edge = *at;
}

/* --- pieces ------------------------------------------------------------------------------- */

/* What lies between the last point and this one. */
struct piece {
	const struct pmx_point *to;
	uint64_t enabled, running; /* gained */
};

/* The place in a piece, @enabled ns after its beginning; counts are those of one of its ends. */
static struct pmx_point place(const struct pmx_track *t, const struct piece *piece,
			      uint64_t enabled, const struct pmx_point *counts)
{
	double part = (double)enabled / (double)piece->enabled;
	double wall = (double)(piece->to->time - t->last.time);

	return (struct pmx_point){
		.time = t->last.time + (uint64_t)(part * wall),
		.enabled = t->last.enabled + enabled,
		.running = counts->running,
		.raw = counts->raw,
	};
}

static void draw(struct pmx_track *t, const struct pmx_point *edge, const struct piece *piece,
		 bool on_first)
{
	double on = (double)piece->running, off = (double)(piece->enabled - piece->running);

	if (on_first) {
		pmx_bins_add(t->bins, t->last.time, edge->time, on, on);
		pmx_bins_add(t->bins, edge->time, piece->to->time, 0, off);
	} else {
		pmx_bins_add(t->bins, t->last.time, edge->time, 0, off);
		pmx_bins_add(t->bins, edge->time, piece->to->time, on, on);
	}
}

/*
 * True when the last point was an edge, behind which is the opposite of what was before it. It need
 * not be one: drivers update a page also when the kernel rotates and the event stays on or off. But
 * what lies between two edges is not short.
 */
static bool is_behind_edge(const struct pmx_track *t, const struct piece *piece)
{
	uint64_t between = t->on ? piece->enabled - piece->running : piece->running;

	return t->last.is_edge && between >= SHORTEST_NS;
}

/*
 * One edge inside, as far as can be known: the slice that went on ended, or one began. Behind an
 * edge, the one inside was overwritten in the page by that at the end, with as many updates as two
 * edges have.
 */
static void add_mixed(struct pmx_track *t, const struct piece *piece)
{
	bool on_first = is_behind_edge(t, piece) ? !t->on : t->on;
	struct pmx_point edge;

	if ((t->last.is_edge ? piece->to->missed > TWO_EDGES : t->was_mixed) ||
	    piece->enabled > TOO_LONG_NS)
		t->folded++;
	if (on_first && !t->on)
		begin_slice(t, &t->last);
	else if (!on_first && t->on)
		end_slice(t, &t->last);
	if (on_first) {
		edge = place(t, piece, piece->running, piece->to);
		end_slice(t, &edge);
	} else {
		edge = place(t, piece, piece->enabled - piece->running, &t->last);
		begin_slice(t, &edge);
	}
	draw(t, &edge, piece, on_first);
}

static void add_piece(struct pmx_track *t, const struct piece *piece)
{
	uint64_t off = piece->enabled - piece->running;
	bool mostly_on = piece->running >= off;
	bool is_mixed = (mostly_on ? off : piece->running) >= GLITCH_NS;

	if (is_mixed) {
		add_mixed(t, piece);
	} else {
		struct pmx_point at = mostly_on ? t->last : place(t, piece, 0, piece->to);

		if (mostly_on && !t->on)
			begin_slice(t, &at);
		else if (!mostly_on && t->on)
			end_slice(t, &at);
		pmx_bins_add(t->bins, t->last.time, piece->to->time, (double)piece->running,
			     (double)piece->enabled);
	}
	t->was_mixed = is_mixed;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

void pmx_track_add(struct pmx_track *t, const struct pmx_point *point)
{
	struct pmx_point to = *point;
	struct piece piece = { .to = &to };

	t->points++;
	t->missed += point->missed;
	if (!t->last.time) {
		t->first = t->last = t->edge = t->cycle = to;
		return;
	}
	to.time = later(to.time, t->last.time);
	to.enabled = later(to.enabled, t->last.enabled);
	to.running = later(to.running, t->last.running);
	to.raw = later(to.raw, t->last.raw);
	piece.enabled = to.enabled - t->last.enabled;
	piece.running = to.running - t->last.running;
	if (piece.running > piece.enabled)
		piece.running = piece.enabled;
	if (piece.enabled)
		add_piece(t, &piece);
	t->last = to;
}

void pmx_track_end(struct pmx_track *t)
{
	uint64_t gap;

	if (!t->last.time)
		return;
	if (t->on)
		end_slice(t, &t->last);
	gap = t->last.enabled - t->edge.enabled;
	if (t->slice.time)
		add_slice(t);
	if (gap >= GLITCH_NS)
		add_gap(t, gap);
	t->between += t->rate * (double)gap;
	add_item(t, &t->last);
}

bool pmx_track_is_resolved(const struct pmx_track *t)
{
	return t->slices && t->folded * FOLDED_SHARE <= t->slices;
}

double pmx_track_interpolated(const struct pmx_track *t)
{
	return (double)(t->last.raw - t->first.raw) + t->between;
}
