// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_trace.c - the multiplexing report for trace viewers
 *
 * A process for each PMU; below it a counter of the counters in use, and a thread for each event,
 * with its slices. Where slices were not kept, as of an event in several places at once, a counter
 * with its share of the time takes their place. All sources are in order by themselves and are
 * merged by a heap, so that memory does not grow with the slices.
 */
#include <stdio.h>
#include <stdlib.h>

#include <perfmux/report_mux.h>

#include "base/cleanup.h"
#include "report/mux_cells.h"
#include "report/mux_words.h"
#include "report/trace.h"
#include "report/words.h"

enum { STEPS = 1024 }; /* of a counter over the whole time */

enum kind { SLICES, SHARE, IN_USE };

/* Events of one track, the next of them at hand. */
struct source {
	enum kind kind;
	uint64_t at; /* of the next; ns since the start */
	unsigned pid, tid;
	const struct pmx_mux_row *row; /* of SLICES and SHARE */
	size_t next;
	struct pmx_cell_time *cells; /* of SHARE and IN_USE */
	double last;		     /* value written last, or -1 */
};

struct merge {
	const struct pmx_mux_report *report;
	const struct pmx_pmu **pmus;
	size_t pmu_count;
	struct source *heap;
	size_t count;
};

static void merge_free(struct merge *m)
{
	for (size_t i = 0; i < m->count; i++)
		free(m->heap[i].cells);
	free(m->heap);
	free(m->pmus);
}

static uint64_t span_of(const struct pmx_mux_report *report)
{
	return report->end > report->start ? report->end - report->start : 0;
}

static uint64_t since(const struct merge *m, uint64_t time)
{
	return time > m->report->start ? time - m->report->start : 0;
}

/* --- sources ------------------------------------------------------------------------------ */

static double value_of(const struct merge *m, const struct source *s, size_t step)
{
	double on = pmx_cell_on(&s->cells[step]), cell = (double)span_of(m->report) / STEPS;

	if (s->kind == SHARE)
		return on > 0 ? on : 0;
	return s->cells[step].on / cell;
}

/* Rounded, so that noise in the last digits makes no events. */
static double rounded(double value)
{
	return (double)(uint64_t)(value * 1000 + 0.5) / 1000;
}

/* Finds the next event of a source; false when there is none. */
static bool advance(const struct merge *m, struct source *s)
{
	if (s->kind == SLICES) {
		if (s->next >= pmx_track_kept(s->row->track))
			return false;
		s->at = since(m, pmx_track_slice(s->row->track, s->next).start);
		return true;
	}
	for (; s->next < STEPS; s->next++) {
		if (rounded(value_of(m, s, s->next)) == s->last)
			continue;
		s->at = span_of(m->report) / STEPS * s->next;
		return true;
	}
	return false;
}

static void put_slice(const struct merge *m, struct source *s, struct pmx_tef *tef)
{
	const struct pmx_track *track = s->row->track;
	struct pmx_slice slice = pmx_track_slice(track, s->next);
	uint64_t end = since(m, slice.end), dropped = track->ring_pushed - pmx_track_kept(track);
	struct pmx_words words = { 0 };

	if (!s->next && dropped) {
		pmx_say(&words, "%llu earlier slices were not kept", (unsigned long long)dropped);
		pmx_tef_instant(tef, s->pid, s->tid, words.text, s->at);
	}
	pmx_tef_slice(tef, s->pid, s->tid, s->row->name, s->at, end > s->at ? end - s->at : 0);
}

/* Writes the next event of a source, and goes on behind it. */
static void put_next(const struct merge *m, struct source *s, struct pmx_tef *tef)
{
	struct pmx_words words = { 0 };
	char place[PMX_MUX_WORD];

	if (s->kind == SLICES) {
		put_slice(m, s, tef);
		s->next++;
		return;
	}
	s->last = rounded(value_of(m, s, s->next));
	if (s->kind == SHARE) {
		bool has_place = pmx_mux_place(s->row, place);

		pmx_say(&words, "%.500s%s%s", s->row->name, has_place ? ", " : "", place);
		pmx_tef_counter(tef, s->pid, words.text, "share", s->at, s->last);
	} else {
		pmx_tef_counter(tef, s->pid, "counters in use", "counters", s->at, s->last);
	}
	s->next++;
}

/* --- the heap ----------------------------------------------------------------------------- */

/* Of two at the same time the one further up comes first: the file is the same every time. */
static bool is_before(const struct source *a, const struct source *b)
{
	if (a->at != b->at)
		return a->at < b->at;
	return a->pid != b->pid ? a->pid < b->pid : a->tid < b->tid;
}

static void swap(struct source *a, struct source *b)
{
	struct source kept = *a;

	*a = *b;
	*b = kept;
}

static void sift_up(struct source *heap, size_t i)
{
	for (; i && is_before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&heap[i], &heap[(i - 1) / 2]);
}

static void sift_down(struct source *heap, size_t count)
{
	size_t i = 0, child;

	for (; (child = 2 * i + 1) < count; i = child) {
		if (child + 1 < count && is_before(&heap[child + 1], &heap[child]))
			child++;
		if (!is_before(&heap[child], &heap[i]))
			return;
		swap(&heap[i], &heap[child]);
	}
}

static void push(struct merge *m, const struct source *source)
{
	struct source *s = &m->heap[m->count];

	*s = *source;
	s->last = -1;
	if (!advance(m, s)) {
		free(s->cells);
		return;
	}
	sift_up(m->heap, m->count++);
}

static void drain(struct merge *m, struct pmx_tef *tef)
{
	while (m->count) {
		put_next(m, &m->heap[0], tef);
		if (!advance(m, &m->heap[0])) {
			free(m->heap[0].cells);
			m->heap[0] = m->heap[--m->count];
		}
		sift_down(m->heap, m->count);
	}
}

/* --- tracks ------------------------------------------------------------------------------- */

/* The time of all rows of @pmu, or of @row, in steps. NULL: none, or no memory. */
static struct pmx_cell_time *cells_of(const struct merge *m, const struct pmx_pmu *pmu,
				      const struct pmx_mux_row *row)
{
	struct pmx_cell_time *cells = calloc(STEPS, sizeof(*cells));
	bool any = false;

	for (size_t i = 0; cells && i < m->report->row_count; i++) {
		const struct pmx_mux_row *each = &m->report->rows[i];

		if ((row && each != row) || each->event->pmu != pmu || !pmx_bins_any(each->bins))
			continue;
		pmx_cells_add(cells, STEPS, m->report->start, m->report->end, each->bins);
		any = true;
	}
	if (any && span_of(m->report) >= STEPS)
		return cells;
	free(cells);
	return NULL;
}

static void add_pmu(struct merge *m, struct pmx_tef *tef, size_t p)
{
	struct source source = { .kind = IN_USE, .pid = (unsigned)p + 1 };

	pmx_tef_process(tef, source.pid, m->pmus[p]->name);
	source.cells = cells_of(m, m->pmus[p], NULL);
	if (source.cells)
		push(m, &source);
}

static void add_row(struct merge *m, struct pmx_tef *tef, size_t r)
{
	const struct pmx_mux_row *row = &m->report->rows[r];
	struct source source = { .row = row, .tid = (unsigned)r + 1 };
	struct pmx_words words = { 0 };
	char place[PMX_MUX_WORD];

	if (!pmx_bins_any(row->bins))
		return;
	source.pid = (unsigned)pmx_mux_find_pmu(m->pmus, m->pmu_count, row->event->pmu) + 1;
	pmx_say(&words, "%.500s%s%s", row->name, pmx_mux_place(row, place) ? ", " : "", place);
	if (row->track && row->track->ring) {
		pmx_tef_thread(tef, source.pid, source.tid, words.text);
		push(m, &source);
		return;
	}
	source.kind = SHARE;
	source.cells = cells_of(m, row->event->pmu, row);
	if (source.cells)
		push(m, &source);
}

void pmx_mux_trace(FILE *file, const struct pmx_mux_report *report, const char *title)
{
	__attribute__((cleanup(merge_free))) struct merge m = { .report = report };
	PMX_OUT(out, file);
	struct pmx_tef tef = { .out = &out, .space = PMX_TEF_MUX, .start = report->start };

	m.pmus = calloc(report->row_count + 1, sizeof(*m.pmus));
	m.heap = calloc(2 * report->row_count + 1, sizeof(*m.heap));
	pmx_tef_begin(&tef, title ? title : "nothing");
	if (m.pmus && m.heap) {
		m.pmu_count = pmx_mux_list_pmus(report, m.pmus);
		for (size_t p = 0; p < m.pmu_count; p++)
			add_pmu(&m, &tef, p);
		for (size_t r = 0; r < report->row_count; r++)
			add_row(&m, &tef, r);
		drain(&m, &tef);
	}
	pmx_tef_end(&tef);
}
