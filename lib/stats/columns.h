/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * columns.h - which events share a row: one column for each event, or for the PMUs of one spec
 *
 * A result is a table of places by columns, of which the filled cells become rows.
 */
#ifndef PERFMUX_STATS_COLUMNS_H
#define PERFMUX_STATS_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include <perfmux/result.h>

struct pmx_column {
	uint32_t event;	   /* its first event */
	uint32_t count;	   /* events in it */
	uint32_t counters; /* counters of all of them; the aggregation's */
	const char *name;  /* the session's, the events' or in the pool */
};

struct pmx_columns {
	struct pmx_column *list;
	size_t count;
	uint32_t *of_event; /* column of each event */
};

/* 0 or -ENOMEM; names that must be made go into *pool. */
int pmx_columns_make(struct pmx_columns *out, const struct pmx_plan *plan,
		     const struct pmx_session *session, const struct pmx_aggregate_options *opts,
		     struct pmx_strings **pool);
void pmx_columns_free(struct pmx_columns *columns);

#endif
