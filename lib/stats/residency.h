/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * residency.h - how long the tasks of each place were on the CPUs of each core PMU
 */
#ifndef PERFMUX_STATS_RESIDENCY_H
#define PERFMUX_STATS_RESIDENCY_H

#include <perfmux/result.h>

struct pmx_residency {
	const struct pmx_events *events;
	size_t first, count; /* the events that measure it are neighbours */
	uint64_t *ns;	     /* by place and event */
};

/* 0 or -ENOMEM. Without events that measure it, it stays empty, and the others do nothing. */
int pmx_residency_make(struct pmx_residency *r, const struct pmx_events *events, size_t places);
void pmx_residency_free(struct pmx_residency *r);

/* Adds what a counter of @event, which measures residency, ran. */
void pmx_residency_add(struct pmx_residency *r, size_t place, size_t event, uint64_t running);

/*
 * Sets row->count.resident and anywhere, when the row's event is of one of several core PMUs.
 * @merged: the row is of all of them.
 */
void pmx_residency_apply(const struct pmx_residency *r, size_t place, bool merged,
			 struct pmx_row *row);

#endif
