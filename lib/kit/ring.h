/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ring.h - the ring buffer of an event, and how many records of which kind came through it
 */
#ifndef PERFMUX_KIT_RING_H
#define PERFMUX_KIT_RING_H

#include "kit/kit.h"

#define KIT_RING_IDS 16

struct kit_ring {
	void *map;
	size_t page, size; /* bytes: of the first page, and of the data behind it */
	uint64_t samples;
	uint64_t lost, losses; /* records that were lost, and records that say so */
	uint64_t others;
	/* Samples by id, for events with PERF_SAMPLE_IDENTIFIER. */
	uint64_t id[KIT_RING_IDS], by_id[KIT_RING_IDS];
	unsigned ids;
};

/*
 * An attr that samples: each @period-th event has a record, which has the event's id and nothing
 * else.
 */
struct perf_event_attr kit_sampling(const struct perf_event_attr *attr, uint64_t period);

/* Maps the ring of an event: a page, and @pages (a power of two) of data. 0 or -errno. */
int kit_ring_map(struct kit *kit, int fd, size_t pages, struct kit_ring *out);
void kit_ring_unmap(struct kit *kit, struct kit_ring *ring);

/*
 * Counts the records that are there, and makes room for more. What makes no sense is a breach of
 * "records", once.
 */
void kit_ring_drain(struct kit *kit, struct kit_ring *ring);
uint64_t kit_ring_samples_of(const struct kit_ring *ring, uint64_t id);

/*
 * What an event with a read_format of PERF_FORMAT_LOST alone has. That there is such a format is
 * since Linux 6.0.
 */
struct kit_lost {
	uint64_t value, lost;
};

bool kit_has_lost(struct kit *kit);
struct kit_lost kit_read_lost(struct kit *kit, int fd);

#endif
