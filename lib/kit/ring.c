// SPDX-License-Identifier: GPL-2.0-only
/*
 * ring.c - the ring buffer of an event
 *
 * Its layout is in perf_event_open(2), "MMAP layout": the kernel writes at data_head and stops at
 * data_tail, which is ours; both only grow.
 */
#include "kit/ring.h"

#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { LONGEST = 256 }; /* records are a header, an id, and a few words at most */

struct perf_event_attr kit_sampling(const struct perf_event_attr *attr, uint64_t period)
{
	struct perf_event_attr sampling = *attr;

	sampling.sample_period = period;
	sampling.sample_type = PERF_SAMPLE_IDENTIFIER;
	return sampling;
}

int kit_ring_map(struct kit *kit, int fd, size_t pages, struct kit_ring *out)
{
	*out = (struct kit_ring){ .page = (size_t)sysconf(_SC_PAGESIZE) };
	out->size = pages * out->page;
	return kit->sys->map(kit->sys->ctx, fd, out->page + out->size, true, &out->map);
}

void kit_ring_unmap(struct kit *kit, struct kit_ring *ring)
{
	kit->sys->unmap(kit->sys->ctx, ring->map, ring->page + ring->size);
	ring->map = NULL;
}

static void copy(const struct kit_ring *ring, uint64_t at, void *out, size_t size)
{
	const char *data = (const char *)ring->map + ring->page;
	size_t start = at & (ring->size - 1), first = ring->size - start;

	if (first > size)
		first = size;
	memcpy(out, data + start, first);
	memcpy((char *)out + first, data, size - first);
}

static void count_sample(struct kit_ring *ring, uint64_t id)
{
	unsigned at = 0;

	ring->samples++;
	while (at < ring->ids && ring->id[at] != id)
		at++;
	if (at == KIT_RING_IDS)
		return;
	if (at == ring->ids) {
		ring->id[at] = id;
		ring->ids++;
	}
	ring->by_id[at]++;
}

static void count_record(struct kit_ring *ring, const struct perf_event_header *header,
			 const uint64_t *word)
{
	switch (header->type) {
	case PERF_RECORD_SAMPLE:
		count_sample(ring, word[0]);
		break;
	case PERF_RECORD_LOST: /* an id, then how many */
		ring->lost += word[1];
		ring->losses++;
		break;
	default:
		ring->others++;
	}
}

void kit_ring_drain(struct kit *kit, struct kit_ring *ring)
{
	struct perf_event_mmap_page *page = ring->map;
	uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE), tail = page->data_tail;
	struct {
		struct perf_event_header header;
		uint64_t word[LONGEST / sizeof(uint64_t)];
	} record;

	if (head < tail || head - tail > ring->size) {
		kit_breach(kit, "records",
			   "a ring of %zu bytes has its head at %llu and its tail at %llu",
			   ring->size, (unsigned long long)head, (unsigned long long)tail);
		return;
	}
	while (tail < head) {
		copy(ring, tail, &record.header, sizeof(record.header));
		if (record.header.size < sizeof(record.header) || record.header.size > LONGEST ||
		    record.header.size > head - tail) {
			kit_breach(kit, "records", "a record of %u bytes, where there are %llu",
				   record.header.size, (unsigned long long)(head - tail));
			tail = head;
			break;
		}
		memset(record.word, 0, sizeof(record.word));
		copy(ring, tail, &record, record.header.size);
		count_record(ring, &record.header, record.word);
		tail += record.header.size;
	}
	__atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

uint64_t kit_ring_samples_of(const struct kit_ring *ring, uint64_t id)
{
	for (unsigned i = 0; i < ring->ids; i++)
		if (ring->id[i] == id)
			return ring->by_id[i];
	return 0;
}

bool kit_has_lost(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	pmx_autoclose int fd = -1;

	attr.read_format = PERF_FORMAT_LOST;
	fd = kit_open(kit, &attr, 0, -1, -1);
	return fd >= 0;
}

struct kit_lost kit_read_lost(struct kit *kit, int fd)
{
	struct kit_lost it = { 0 };
	ssize_t got = kit->sys->read(kit->sys->ctx, fd, &it, sizeof(it));

	if (got != sizeof(it))
		kit_breach(kit, "readable", "read() of an event and its losses: %zd of %zu bytes",
			   got, sizeof(it));
	return it;
}
