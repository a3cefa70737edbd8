// SPDX-License-Identifier: GPL-2.0-only
/*
 * decode.c - a ring's bytes as a record
 *
 * The layouts are those of linux/perf_event.h for PMX_RECORD_SAMPLE_TYPE and sample_id_all. Every
 * length is checked against the record's own, which lies within the ring.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "record/decode.h"

/* --- ids ---------------------------------------------------------------------------------- */

int pmx_ids_add(struct pmx_ids *ids, uint64_t id, unsigned event)
{
	struct pmx_id *grown =
		pmx_array_room(ids->list, &ids->room, ids->count + 1, sizeof(*ids->list));

	if (!grown)
		return -ENOMEM;
	ids->list = grown;
	ids->list[ids->count++] = (struct pmx_id){ .id = id, .event = event };
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	const struct pmx_id *one = a, *other = b;

	return one->id < other->id ? -1 : one->id > other->id;
}

void pmx_ids_sort(struct pmx_ids *ids)
{
	if (ids->count)
		qsort(ids->list, ids->count, sizeof(*ids->list), compare_ids);
}

bool pmx_ids_find(const struct pmx_ids *ids, uint64_t id, unsigned *event)
{
	size_t low = 0, high = ids->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ids->list[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == ids->count || ids->list[low].id != id)
		return false;
	*event = ids->list[low].event;
	return true;
}

void pmx_ids_free(struct pmx_ids *ids)
{
	free(ids->list);
	*ids = (struct pmx_ids){ .list = NULL };
}

/* --- records ------------------------------------------------------------------------------ */

/* What sample_id_all puts at the end of every record but samples. */
struct trailer {
	uint32_t pid, tid;
	uint64_t time, id;
};

struct sample {
	struct perf_event_header header;
	uint64_t id;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t size;
	unsigned char raw[];
};

struct task {
	struct perf_event_header header;
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
	struct trailer trailer;
};

struct comm {
	struct perf_event_header header;
	uint32_t pid, tid;
	char comm[]; /* and the trailer */
};

struct lost {
	struct perf_event_header header;
	uint64_t id, lost;
	struct trailer trailer;
};

struct lost_samples {
	struct perf_event_header header;
	uint64_t lost;
	struct trailer trailer;
};

static bool sample(const struct perf_event_header *header, struct pmx_record *out, uint64_t *id)
{
	const struct sample *s = (const struct sample *)header;

	if (header->size < offsetof(struct sample, raw) ||
	    s->size > header->size - offsetof(struct sample, raw))
		return false;
	*id = s->id;
	*out = (struct pmx_record){
		.kind = PMX_RECORD_SAMPLE,
		.time = s->time,
		.pid = (pid_t)s->pid,
		.tid = (pid_t)s->tid,
		.raw = s->raw,
		.size = s->size,
	};
	return true;
}

static bool task(const struct perf_event_header *header, struct pmx_record *out, uint64_t *id)
{
	const struct task *t = (const struct task *)header;

	if (header->size < sizeof(*t))
		return false;
	*id = t->trailer.id;
	*out = (struct pmx_record){
		.kind = header->type == PERF_RECORD_EXIT ? PMX_RECORD_EXIT : PMX_RECORD_FORK,
		.time = t->time,
		.pid = (pid_t)t->pid,
		.tid = (pid_t)t->tid,
		.ppid = (pid_t)t->ppid,
	};
	return true;
}

static bool comm(const struct perf_event_header *header, struct pmx_record *out, uint64_t *id)
{
	const struct comm *c = (const struct comm *)header;
	struct trailer trailer;
	size_t room;

	if (header->size <= sizeof(*c) + sizeof(trailer))
		return false;
	room = header->size - sizeof(*c) - sizeof(trailer);
	if (!memchr(c->comm, '\0', room))
		return false;
	memcpy(&trailer, c->comm + room, sizeof(trailer));
	*id = trailer.id;
	*out = (struct pmx_record){
		.kind = PMX_RECORD_COMM,
		.time = trailer.time,
		.pid = (pid_t)c->pid,
		.tid = (pid_t)c->tid,
		.comm = c->comm,
	};
	return true;
}

static bool lost(const struct perf_event_header *header, struct pmx_record *out, uint64_t *id)
{
	const struct lost *l = (const struct lost *)header;

	if (header->size < sizeof(*l))
		return false;
	*id = l->id;
	*out = (struct pmx_record){
		.kind = PMX_RECORD_LOST,
		.time = l->trailer.time,
		.lost = l->lost,
	};
	return true;
}

static bool lost_samples(const struct perf_event_header *header, struct pmx_record *out,
			 uint64_t *id)
{
	const struct lost_samples *l = (const struct lost_samples *)header;

	if (header->size < sizeof(*l))
		return false;
	*id = l->trailer.id;
	*out = (struct pmx_record){
		.kind = PMX_RECORD_LOST,
		.time = l->trailer.time,
		.lost = l->lost,
	};
	return true;
}

bool pmx_decode(const struct perf_event_header *header, const struct pmx_ids *ids,
		struct pmx_record *out, uint64_t *id)
{
	switch (header->type) {
	case PERF_RECORD_SAMPLE:
		return sample(header, out, id) && pmx_ids_find(ids, *id, &out->event);
	case PERF_RECORD_EXIT:
	case PERF_RECORD_FORK:
		return task(header, out, id);
	case PERF_RECORD_COMM:
		return comm(header, out, id);
	case PERF_RECORD_LOST:
		return lost(header, out, id);
	case PERF_RECORD_LOST_SAMPLES:
		return lost_samples(header, out, id);
	default:
		return false;
	}
}
