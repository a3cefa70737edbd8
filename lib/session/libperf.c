// SPDX-License-Identifier: GPL-2.0-only
/*
 * libperf.c - the only file that knows libperf from the inside
 */
#include "session/libperf.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <perf/core.h>
#include <perf/event.h>
#include <perf/evsel.h>
#include <perf/mmap.h>

#include <internal/evsel.h>
#include <internal/mmap.h>
#include <internal/xyarray.h>

struct pmx_fds {
	struct perf_evsel *evsel;
};

static int *entry(const struct pmx_fds *fds, size_t place, size_t task)
{
	return xyarray__entry(fds->evsel->fd, place, task);
}

struct pmx_fds *pmx_fds_new(const struct perf_event_attr *attr, size_t places, size_t tasks)
{
	struct perf_event_attr copy = *attr;
	struct pmx_fds *fds;

	if (places > INT_MAX || tasks > INT_MAX)
		return NULL;
	fds = calloc(1, sizeof(*fds));
	if (!fds)
		return NULL;
	fds->evsel = perf_evsel__new(&copy);
	if (!fds->evsel || perf_evsel__alloc_fd(fds->evsel, (int)places, (int)tasks) < 0) {
		pmx_fds_free(fds);
		return NULL;
	}
	return fds;
}

void pmx_fds_set(struct pmx_fds *fds, size_t place, size_t task, int fd)
{
	*entry(fds, place, task) = fd;
}

int pmx_fds_get(const struct pmx_fds *fds, size_t place, size_t task)
{
	return *entry(fds, place, task);
}

void pmx_fds_close(struct pmx_fds *fds, size_t place, size_t task)
{
	int *fd = entry(fds, place, task);

	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void pmx_fds_free(struct pmx_fds *fds)
{
	if (!fds)
		return;
	if (fds->evsel) {
		perf_evsel__close(fds->evsel); /* which asks itself whether there is a table */
		perf_evsel__delete(fds->evsel);
	}
	free(fds);
}

/* --- rings -------------------------------------------------------------------------------- */

struct pmx_ring {
	struct perf_mmap map;
	const struct pmx_sys *sys;
	size_t mapped;	  /* bytes, the page in front included */
	uint64_t limit;	  /* where reading ends this time */
	uint64_t current; /* where the record begins that was read last */
};

int pmx_ring_new(struct pmx_ring **out, const struct pmx_sys *sys, int fd, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct pmx_ring *ring;
	void *base;
	int ret;

	if (bytes < page || bytes > PMX_RING_MAX || (bytes & (bytes - 1)))
		return -EINVAL;
	if (!sys->map || !sys->unmap)
		return -ENOSYS;
	ring = calloc(1, sizeof(*ring));
	if (!ring)
		return -ENOMEM;
	libperf_init(NULL); /* it must know the size of a page, and has nobody to speak to */
	perf_mmap__init(&ring->map, NULL, false, NULL);
	ring->sys = sys;
	ring->mapped = page + bytes;
	ret = sys->map(sys->ctx, fd, ring->mapped, true, &base);
	if (ret) {
		free(ring);
		return ret;
	}
	ring->map.base = base;
	ring->map.mask = (int)bytes - 1;
	ring->map.fd = fd;
	refcount_set(&ring->map.refcnt, 2); /* one is the reader's: never unmapped by consuming */
	*out = ring;
	return 0;
}

void pmx_ring_free(struct pmx_ring *ring)
{
	if (!ring)
		return;
	ring->sys->unmap(ring->sys->ctx, ring->map.base, ring->mapped);
	ring->map.base = NULL;
	perf_mmap__munmap(&ring->map); /* frees the copy of a record that lay around the end */
	free(ring);
}

static size_t ring_size(const struct pmx_ring *ring)
{
	return (size_t)ring->map.mask + 1;
}

size_t pmx_ring_begin(struct pmx_ring *ring)
{
	uint64_t held;

	ring->limit = perf_mmap__read_head(&ring->map);
	held = ring->limit - ring->map.prev;
	ring->current = ring->map.start = ring->map.prev;
	if (held > ring_size(ring)) /* libperf would print something; pmx_ring_next() gives up */
		return ring_size(ring);
	perf_mmap__read_init(&ring->map);
	return (size_t)held;
}

/* Nothing after this can be told apart from what it is not. */
static const struct perf_event_header *give_up(struct pmx_ring *ring, bool *broken)
{
	ring->map.start = ring->map.prev = ring->current = ring->limit;
	*broken = true;
	return NULL;
}

const struct perf_event_header *pmx_ring_next(struct pmx_ring *ring, bool *broken)
{
	const union perf_event *event;

	ring->current = ring->map.start;
	if (ring->map.start == ring->limit)
		return NULL;
	/* a header that is not aligned may end outside of the ring */
	if (ring->map.start % sizeof(uint64_t) || ring->limit - ring->map.start > ring_size(ring))
		return give_up(ring, broken);
	event = perf_mmap__read_event(&ring->map);
	if (!event)
		return give_up(ring, broken);
	return &event->header;
}

void pmx_ring_release(struct pmx_ring *ring)
{
	ring->map.prev = ring->current;
	perf_mmap__consume(&ring->map);
}
