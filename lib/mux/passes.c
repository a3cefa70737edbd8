// SPDX-License-Identifier: GPL-2.0-only
/*
 * passes.c - events divided so that in each pass every event is always on its PMU
 *
 * First-fit decreasing (Johnson, Near-optimal bin packing algorithms, MIT 1973), a pass after the
 * other: the largest pieces first, each into the first pass that has room for it. What fits is not
 * reckoned but tried, since counters differ in what they can count. Each PMU is packed by itself:
 * no event waits for those of another.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "mux/pieces.h"

/*
 * After as many different pieces of one size in a row that did not fit, a pass is taken for full as
 * far as pieces of this size go. A list of hundreds would otherwise be tried to its end each time.
 */
#define FULL_AFTER 8

/* As many pieces are tried together at first: in most cases everything fits. */
#define FIRST_BATCH 64

/* Instead of the number of a pass. */
enum { UNPACKED = UINT_MAX, NEVER = UINT_MAX - 1 };

struct packing {
	struct pmx_meter *meter;
	const struct pmx_events *events;
	struct pmx_piece *pieces;
	size_t count;
	unsigned *pass;			/* by piece */
	bool *in;			/* by piece: in the pass that is being filled */
	enum pmx_tried *tried;		/* by piece */
	const struct pmx_piece **order; /* those of one PMU, largest first */
	size_t ordered;
	size_t *refused, refusals; /* what did not fit into this pass */
	struct pmx_error *err;
};

/* A pass that is being filled: the candidates from next on are still to be tried. */
struct filling {
	size_t *candidates, count, next;
	size_t batch; /* as many are tried together */
	size_t taken; /* are in it */
	unsigned number, refused_in_row;
	size_t full_for; /* pieces of this size and larger ones; 0: for none */
};

static void put_in(struct packing *p, const struct filling *f, size_t count, bool in)
{
	for (size_t i = 0; i < count; i++)
		p->in[f->candidates[f->next + i]] = in;
}

static size_t count_tried(const struct packing *p, const struct filling *f, size_t count,
			  enum pmx_tried what)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += p->tried[f->candidates[f->next + i]] == what;
	return found;
}

static bool any_off(const struct packing *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->in[i] && p->tried[i] == PMX_TRIED_OFF)
			return true;
	return false;
}

static bool is_refused_alike(const struct packing *p, size_t piece)
{
	for (size_t i = 0; i < p->refusals; i++)
		if (pmx_piece_is_same(p->events, &p->pieces[p->refused[i]], &p->pieces[piece]))
			return true;
	return false;
}

/* What cannot be opened takes no room: it is said in the first pass that it cannot. */
static void accept(struct packing *p, struct filling *f, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t piece = f->candidates[f->next + i];
		bool opens = p->tried[piece] != PMX_TRIED_NONE;

		p->pass[piece] = opens ? f->number : 0;
		p->in[piece] = opens;
		f->taken += opens;
	}
	f->next += count;
	f->refused_in_row = 0;
	f->batch = count == 1 ? 2 : 1;
}

/* Of several the kernel has put on their PMU what it could, in its order: a guess at what fits. */
static void refuse(struct packing *p, struct filling *f, size_t count)
{
	size_t guess = count_tried(p, f, count, PMX_TRIED_ON);

	put_in(p, f, count, false);
	if (count > 1) {
		f->batch = guess == 0 || guess == count ? 1 : guess;
		return;
	}
	if (!f->taken)
		p->pass[f->candidates[f->next]] = NEVER;
	p->refused[p->refusals++] = f->candidates[f->next];
	if (f->taken && ++f->refused_in_row == FULL_AFTER) {
		f->full_for = p->pieces[f->candidates[f->next]].size;
		f->refused_in_row = 0;
	}
	f->next++;
}

/* The same as one that was refused is refused, too. */
static bool skip(struct packing *p, struct filling *f)
{
	size_t piece = f->candidates[f->next];

	if (f->full_for && p->pieces[piece].size >= f->full_for) {
		f->next++;
		return true;
	}
	if (!is_refused_alike(p, piece))
		return false;
	if (!f->taken)
		p->pass[piece] = NEVER;
	f->next++;
	return true;
}

static int fill(struct packing *p, struct filling *f)
{
	memset(p->in, 0, p->count * sizeof(*p->in));
	p->refusals = 0;
	while (f->next < f->count) {
		size_t left = f->count - f->next, count = f->batch < left ? f->batch : left;
		int ret;

		if (p->refusals && skip(p, f))
			continue;
		put_in(p, f, count, true);
		ret = pmx_pieces_try(p->meter, p->events, p->pieces, p->count, p->in, p->tried,
				     p->err);
		if (ret)
			return ret;
		if (any_off(p))
			refuse(p, f, count);
		else
			accept(p, f, count);
	}
	return 0;
}

/* --- one PMU -------------------------------------------------------------------------------- */

/* Largest first; equal ones stay in the order of the list. */
static int compare_pieces(const void *a, const void *b)
{
	const struct pmx_piece *x = *(const struct pmx_piece *const *)a,
			       *y = *(const struct pmx_piece *const *)b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static void sort_pieces(struct packing *p, const struct pmx_pmu *pmu)
{
	p->ordered = 0;
	for (size_t i = 0; i < p->count; i++)
		if (p->pieces[i].pmu == pmu)
			p->order[p->ordered++] = &p->pieces[i];
	qsort(p->order, p->ordered, sizeof(*p->order), compare_pieces);
}

static void find_candidates(const struct packing *p, struct filling *f)
{
	f->count = 0;
	for (size_t i = 0; i < p->ordered; i++) {
		size_t piece = (size_t)(p->order[i] - p->pieces);

		if (p->pass[piece] == UNPACKED)
			f->candidates[f->count++] = piece;
	}
}

/*
 * What fits nowhere would keep others waiting for nothing: it gets a pass of its own, which is the
 * one, too, of what is left over at the limit.
 */
static unsigned end_pmu(struct packing *p, unsigned passes)
{
	bool any = false;

	for (size_t i = 0; i < p->ordered; i++) {
		size_t piece = (size_t)(p->order[i] - p->pieces);

		if (p->pass[piece] < NEVER)
			continue;
		p->pass[piece] = passes;
		any = true;
	}
	return passes + any;
}

/* Packs the events of one PMU; *passes is how many that takes. */
static int pack_pmu(struct packing *p, const struct pmx_pmu *pmu, unsigned limit, unsigned *passes)
{
	pmx_autofree size_t *candidates = calloc(p->count, sizeof(*candidates));
	size_t batch = FIRST_BATCH;

	if (!candidates)
		return pmx_error_nomem(p->err);
	sort_pieces(p, pmu);
	for (*passes = 0; !limit || *passes + 1 < limit;) {
		struct filling f = { .candidates = candidates, .number = *passes, .batch = batch };
		int ret;

		find_candidates(p, &f);
		if (!f.count)
			break;
		ret = fill(p, &f);
		if (ret)
			return ret;
		*passes += f.taken > 0;
		batch = f.taken ? f.taken : 1; /* as many again, at a guess */
	}
	*passes = end_pmu(p, *passes);
	return 0;
}

/* --- all of them ---------------------------------------------------------------------------- */

static int pack(struct packing *p, unsigned limit, unsigned *passes)
{
	*passes = 1;
	for (size_t i = 0; i < p->count; i++)
		p->pass[i] = p->pieces[i].pmu ? UNPACKED : 0;
	for (size_t i = 0; i < p->count; i++) {
		unsigned own = 0;
		int ret;

		if (p->pass[i] != UNPACKED)
			continue;
		ret = pack_pmu(p, p->pieces[i].pmu, limit, &own);
		if (ret)
			return ret;
		if (own > *passes)
			*passes = own;
	}
	return 0;
}

static void free_packing(struct packing *p)
{
	free(p->pieces);
	free(p->pass);
	free(p->in);
	free(p->tried);
	free(p->order);
	free(p->refused);
}

static int make_packing(struct packing *p)
{
	size_t room;

	if (pmx_pieces_new(&p->pieces, &p->count, p->events))
		return -ENOMEM;
	room = p->count + 1;
	p->pass = calloc(room, sizeof(*p->pass));
	p->in = calloc(room, sizeof(*p->in));
	p->tried = calloc(room, sizeof(*p->tried));
	p->order = calloc(room, sizeof(*p->order));
	p->refused = calloc(room, sizeof(*p->refused));
	return p->pass && p->in && p->tried && p->order && p->refused ? 0 : -ENOMEM;
}

int pmx_meter_passes(struct pmx_meter *meter, const struct pmx_events *events, unsigned limit,
		     unsigned *pass, struct pmx_error *err)
{
	struct packing p = { .meter = meter, .events = events, .err = err };
	unsigned passes = 0;
	int ret = make_packing(&p);

	if (ret)
		pmx_error_nomem(err);
	else
		ret = pack(&p, limit, &passes);
	for (size_t i = 0; i < p.count && !ret; i++)
		for (size_t e = 0; e < p.pieces[i].count; e++)
			pass[p.pieces[i].first + e] = p.pass[i];
	free_packing(&p);
	return ret ? ret : (int)passes;
}
