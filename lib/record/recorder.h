/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recorder.h - what the files of the recorder share
 *
 * Each CPU has a lane: a ring, owned by a dummy event that is opened first. It costs nothing to
 * open a second time, should the ring turn out too large, says when tasks begin and end, and stays
 * when any of the real events goes.
 */
#ifndef PERFMUX_RECORD_RECORDER_H
#define PERFMUX_RECORD_RECORDER_H

#include <sys/resource.h>

#include <perfmux/record.h>

#include "record/decode.h"
#include "session/libperf.h"

struct lane {
	int cpu;
	struct pmx_ring *ring;
	struct pmx_record head; /* the oldest record that was not delivered, while draining */
	uint64_t id;		/* of the event that wrote it */
	size_t unreleased;	/* bytes read since the kernel got room back */
	uint64_t last;		/* time of the record before */
};

struct pmx_recorder {
	const struct pmx_sys *sys;
	pid_t pid;
	bool tasks;
	uint64_t window_ns;
	int epoll;

	struct lane *lanes; /* of CPUs that could be opened */
	size_t lane_count;
	size_t ring_bytes;
	struct pmx_fds *dummies; /* by lane */

	struct pmx_fds **events; /* by event, then lane */
	size_t event_count;
	struct pmx_ids ids;
	bool has_lost; /* the kernel has PERF_FORMAT_LOST */

	struct lane **heap; /* by time of their heads */
	size_t heap_count;
	uint64_t newest; /* time of what was delivered so far */
	uint64_t late;
	struct {
		uint64_t samples, lost; /* delivered; by records of kind LOST */
	} * sums;			/* by event */

	struct rlimit nofile;
	bool nofile_raised;
};

/* open.c: opens dummies, rings and events, disabled. -errno as pmx_recorder_new(). */
int pmx_recorder_open(struct pmx_recorder *r, const struct pmx_events *events,
		      const struct pmx_recorder_options *opts, struct pmx_error *err);

/* why.c: sentences. Each returns the errno to be returned. */
int pmx_record_why_open(const char *name, bool all_tasks, int code, struct pmx_error *err);
int pmx_record_why_ring(size_t bytes, size_t cpus, int code, struct pmx_error *err);

#endif
