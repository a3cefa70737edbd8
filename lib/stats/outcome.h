/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * outcome.h - what became of a row: status, value and reason, from its counters' sums and statuses
 */
#ifndef PERFMUX_STATS_OUTCOME_H
#define PERFMUX_STATS_OUTCOME_H

#include <stdint.h>

#include <perfmux/result.h>

enum { PMX_STATUSES = PMX_FAILED + 1 };

/* The counters behind a row. */
struct pmx_tally {
	uint32_t count[PMX_STATUSES]; /* how many have this status */
	uint32_t first[PMX_STATUSES]; /* the first that has it */
	double half_squares;	      /* of the intervals around their counts */
	double unbounded;	      /* enabled ns of those whose interval is not known */
};

static inline void pmx_tally_add(struct pmx_tally *tally, enum pmx_status status, size_t counter)
{
	if (!tally->count[status]++)
		tally->first[status] = (uint32_t)counter;
}

static inline bool pmx_tally_is_empty(const struct pmx_tally *tally)
{
	uint32_t sum = 0;

	for (int i = 0; i < PMX_STATUSES; i++)
		sum |= tally->count[i];
	return !sum;
}

/* Sets row->count but for its sums, which are there already. */
void pmx_outcome(struct pmx_row *row, const struct pmx_tally *tally,
		 const struct pmx_session *session, bool no_scale);

/* The same for an event that has no counter at all. */
void pmx_outcome_none(struct pmx_row *row, const struct pmx_target *target);

#endif
