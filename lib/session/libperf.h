/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libperf.h - the gate to libperf's internals: an event's table of file descriptors, and rings
 *
 * libperf's own perf_evsel__open() closes everything at the first failure, takes no flags and no
 * cgroup. Its table of descriptors (place x task) can be filled by others, and serves closing.
 * perf_evlist__mmap() in turn gives up when one CPU has gone, and maps behind the back of the
 * system-call gate; its ring buffer (struct perf_mmap) reads what others have mapped just as well.
 */
#ifndef PMX_SESSION_LIBPERF_H
#define PMX_SESSION_LIBPERF_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/sys.h"

struct pmx_fds;

/* @places: CPUs, or 1 for any; @tasks: tasks, or 1. NULL when there is no memory. */
struct pmx_fds *pmx_fds_new(const struct perf_event_attr *attr, size_t places, size_t tasks);

/* The table owns the descriptor from then on. */
void pmx_fds_set(struct pmx_fds *fds, size_t place, size_t task, int fd);

/* -1: none. */
int pmx_fds_get(const struct pmx_fds *fds, size_t place, size_t task);

/* Closes one descriptor before its time. */
void pmx_fds_close(struct pmx_fds *fds, size_t place, size_t task);

void pmx_fds_free(struct pmx_fds *fds); /* closes all */

/* --- rings -------------------------------------------------------------------------------- */

/* More than this libperf cannot count, nor would anybody want it locked in memory. */
#define PMX_RING_MAX ((size_t)1 << 29)

struct pmx_ring;

/*
 * Maps event @fd with @bytes of ring, a power of two of pages up to PMX_RING_MAX. The descriptor
 * stays the caller's, and must be open until the ring is freed. -errno of the mapping, -ENOMEM.
 */
int pmx_ring_new(struct pmx_ring **out, const struct pmx_sys *sys, int fd, size_t bytes);
void pmx_ring_free(struct pmx_ring *ring);

/*
 * Starts reading with the first record that was not released. What comes into the ring afterwards
 * is left for the next time, so that reading ends however fast others write. Returns the bytes that
 * are to be read.
 */
size_t pmx_ring_begin(struct pmx_ring *ring);

/*
 * The next record, valid until the next call; NULL at the end. A ring that cannot be read on (a
 * size that no record has) sets @broken: the rest of it is given up.
 */
const struct perf_event_header *pmx_ring_next(struct pmx_ring *ring, bool *broken);

/* Makes room for the kernel where records were, but for the one that pmx_ring_next() gave last. */
void pmx_ring_release(struct pmx_ring *ring);

#endif
