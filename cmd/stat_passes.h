/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_passes.h - the runs that a measurement is divided over, each with events of its own
 *
 * Mostly it is one, with all events. With --passes it may be several, so that in each of them every
 * event is always on its PMU; what needs no counter is in all of them.
 */
#ifndef PMX_CMD_STAT_PASSES_H
#define PMX_CMD_STAT_PASSES_H

#include <perfmux/event.h>
#include <perfmux/plan.h>
#include <perfmux/sampler.h>
#include <perfmux/session.h>
#include <perfmux/symbol.h>

#include "stat.h"

struct stat_pass {
	struct pmx_events events;
	struct pmx_symbols *symbols; /* NULL where none of them has one */
	struct pmx_plan *plan;
	int *cgroup_fds; /* by event, or NULL; not opened for --dry-run */

	/*
	 * Of its last run: the counts, those at the end of its last interval, and of that interval.
	 */
	struct pmx_snapshot now, before, delta;
	struct pmx_sampler *sampler; /* for error bounds; NULL where there are none */
};

struct stat_passes {
	struct stat_pass *list;
	unsigned count; /* at least 1 */

	/*
	 * Where there are several: all events, as if they were counted in one; nothing is opened.
	 */
	struct pmx_events events;
	struct pmx_plan *plan;
	unsigned *pass; /* by event: the one that counts it, from 1; 0: each of them */
};

/* What passes are made from. */
struct stat_given {
	const struct stat_options *options;
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
	const struct pmx_target *target;
};

/*
 * Takes @events, which is empty then. What was made until an error is the caller's to free, too. A
 * division that was wished for and is not possible is said on standard error: it is one pass then.
 */
int stat_passes_make(struct stat_passes *passes, struct pmx_events *events,
		     const struct stat_given *given, struct pmx_error *err);
void stat_passes_free(struct stat_passes *passes);

#endif
