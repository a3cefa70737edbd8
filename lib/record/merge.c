// SPDX-License-Identifier: GPL-2.0-only
/*
 * merge.c - the records of all rings, in order of time
 *
 * The rings themselves are the queues: a record stays where the kernel wrote it until it is
 * delivered, so that memory is what was mapped, and nothing is copied but the record around the
 * ring's end. A heap over the lanes finds the oldest.
 *
 * A record is stamped before it becomes visible, so that an older one may still come on another
 * CPU: delivery waits for window_ns. A ring that fills up meanwhile cannot wait. From half full on
 * everything that was stamped before this drain began is delivered, from three quarters on
 * everything, whatever its stamp.
 */
#include <stdlib.h>
#include <sys/epoll.h>

#include "record/recorder.h"

enum { AT_ONCE = 64 };

/* --- heap --------------------------------------------------------------------------------- */

static bool is_before(const struct lane *a, const struct lane *b)
{
	return a->head.time < b->head.time || (a->head.time == b->head.time && a->cpu < b->cpu);
}

static void sink(struct pmx_recorder *r, size_t i)
{
	struct lane *moving = r->heap[i];

	for (;;) {
		size_t child = 2 * i + 1;

		if (child + 1 < r->heap_count && is_before(r->heap[child + 1], r->heap[child]))
			child++;
		if (child >= r->heap_count || !is_before(r->heap[child], moving))
			break;
		r->heap[i] = r->heap[child];
		i = child;
	}
	r->heap[i] = moving;
}

/* --- one lane ----------------------------------------------------------------------------- */

/* A ring that cannot be read on: one record at least is lost with it, which is not to be hidden. */
static void make_lost(struct lane *lane)
{
	lane->head = (struct pmx_record){ .kind = PMX_RECORD_LOST, .time = lane->last, .lost = 1 };
}

/* Makes the next record of a lane its head; false when there is none. */
static bool advance(struct pmx_recorder *r, struct lane *lane)
{
	const struct perf_event_header *header;
	bool broken = false;

	do {
		header = pmx_ring_next(lane->ring, &broken);
		if (header)
			lane->unreleased += header->size;
	} while (header && !pmx_decode(header, &r->ids, &lane->head, &lane->id));
	if (broken)
		make_lost(lane);
	lane->head.cpu = lane->cpu;
	return header || broken;
}

static int deliver(struct pmx_recorder *r, struct lane *lane, pmx_record_fn *fn, void *ctx)
{
	struct pmx_record *record = &lane->head;
	unsigned event;

	if (record->time < r->newest) {
		record->late = true;
		r->late++;
	} else {
		r->newest = record->time;
	}
	lane->last = record->time;
	if (record->kind == PMX_RECORD_SAMPLE)
		r->sums[record->event].samples++;
	else if (record->kind == PMX_RECORD_LOST && pmx_ids_find(&r->ids, lane->id, &event))
		r->sums[event].lost += record->lost;
	return fn(ctx, record);
}

/* --- all lanes ---------------------------------------------------------------------------- */

/*
 * Asks each ring that became readable, as only that makes it unreadable again, and forgets those
 * whose event has ended: they would be readable for ever.
 */
static void settle(struct pmx_recorder *r)
{
	struct epoll_event ready[AT_ONCE];

	for (size_t asked = 0; asked < r->lane_count; asked += AT_ONCE) {
		int count = epoll_wait(r->epoll, ready, AT_ONCE, 0);

		for (int i = 0; i < count; i++)
			if (ready[i].events & (EPOLLHUP | EPOLLERR))
				epoll_ctl(r->epoll, EPOLL_CTL_DEL, ready[i].data.fd, NULL);
		if (count < AT_ONCE)
			break;
	}
}

/* Up to which time records are due. */
static uint64_t due(const struct pmx_recorder *r, bool all, uint64_t now, size_t fullest)
{
	if (all || fullest > r->ring_bytes / 4 * 3)
		return UINT64_MAX;
	if (fullest > r->ring_bytes / 2)
		return now;
	return now > r->window_ns ? now - r->window_ns : 0;
}

static size_t begin(struct pmx_recorder *r)
{
	size_t fullest = 0;

	r->heap_count = 0;
	for (size_t i = 0; i < r->lane_count; i++) {
		struct lane *lane = &r->lanes[i];
		size_t held = pmx_ring_begin(lane->ring);

		fullest = held > fullest ? held : fullest;
		lane->unreleased = 0;
		if (held && advance(r, lane))
			r->heap[r->heap_count++] = lane;
	}
	for (size_t i = r->heap_count / 2; i-- > 0;)
		sink(r, i);
	return fullest;
}

/* The oldest record is delivered: its lane finds its new place, or leaves. */
static void replace_oldest(struct pmx_recorder *r)
{
	struct lane *lane = r->heap[0];

	if (!advance(r, lane))
		r->heap[0] = r->heap[--r->heap_count];
	else if (lane->unreleased > r->ring_bytes / 4) {
		pmx_ring_release(lane->ring);
		lane->unreleased = 0;
	}
	if (r->heap_count)
		sink(r, 0);
}

int pmx_recorder_drain(struct pmx_recorder *r, bool all, pmx_record_fn *fn, void *ctx)
{
	uint64_t now = r->sys->now(r->sys->ctx), until;
	int ret = 0;

	settle(r);
	until = due(r, all, now, begin(r));
	while (!ret && r->heap_count && r->heap[0]->head.time <= until) {
		ret = deliver(r, r->heap[0], fn, ctx);
		replace_oldest(r);
	}
	for (size_t i = 0; i < r->lane_count; i++)
		pmx_ring_release(r->lanes[i].ring);
	return ret;
}
