/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * observer.h - what the files of the observer share
 */
#ifndef PMX_MUX_OBSERVER_H
#define PMX_MUX_OBSERVER_H

#include <pthread.h>
#include <stdatomic.h>

#include <perfmux/mux.h>

#include "session/pages.h"
#include "session/sys.h"

/* A PMU in one place: the counters that compete for it. */
struct spot {
	const struct pmx_pmu *pmu;
	uint32_t task;
	int32_t cpu;
	bool has_residency; /* its tasks may be where the PMU is not */
	uint64_t resident;  /* ns that they were on its CPUs, at the last reading */
};

/* A counter that is watched. */
struct watched {
	size_t counter; /* of the plan */
	size_t spot;
	struct pmx_page *page; /* or NULL */
	uint32_t version;
	struct pmx_track track;
	uint64_t due, running, raw; /* at the last reading */
};

struct pmx_observer {
	struct pmx_session *session;
	const struct pmx_plan *plan;
	const struct pmx_sys *sys;
	uint64_t sweep_ns, read_ns; /* as asked; read_ns 0: from the cost */
	struct watched *watched;
	size_t count, mapped;
	size_t *watched_of; /* by counter: its index, or SIZE_MAX */
	struct spot *spots;
	size_t spot_count;
	struct pmx_snapshot snap;
	struct pmx_observed seen;
	uint64_t start, last_sweep, next_read, reading_ns;
	pthread_t thread;
	bool is_running, is_over;
	atomic_bool stop;
};

/* One look at all pages. */
void pmx_observer_sweep(struct pmx_observer *o, uint64_t now);

/* One reading of all counters, by system calls. */
void pmx_observer_read(struct pmx_observer *o);

#endif
