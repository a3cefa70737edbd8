// SPDX-License-Identifier: GPL-2.0-only
/*
 * passes.c - one result from runs that each counted a part of the events
 *
 * A row is the mean over the runs of its own pass. What every pass counted is the mean over all of
 * them, so that it tells how much the runs differ.
 */
#include <stdlib.h>

#include <perfmux/result.h>

#include "base/cleanup.h"
#include "stats/runs.h"

static const char never_ran[] = "the measurement ended before the run that would have counted it";

struct joining {
	const struct pmx_result *all, *sums;
	size_t *hints; /* by pass, that of @all first */
};

/* False when the row is to be left out. */
static bool take_row(struct joining *j, struct pmx_row *row, unsigned pass)
{
	const struct pmx_result *from = pass ? &j->sums[pass - 1] : j->all;
	const struct pmx_row *found = pmx_row_find(from, row, &j->hints[pass]);
	const struct pmx_event *event = row->event;

	if (!found && from->runs)
		return false;
	if (found)
		*row = *found;
	else
		row->count = (struct pmx_count){ .status = PMX_NOT_COUNTED, .reason = never_ran };
	row->event = event;
	row->pass = pass;
	if (row->spread.n < 2)
		row->spread = (struct pmx_spread){ 0 };
	return true;
}

static void take_times(struct pmx_result *out, const struct pmx_result *all)
{
	out->start_ns = all->start_ns;
	out->elapsed_ns = all->elapsed_ns;
	out->has_rusage = all->has_rusage;
	out->user_ns = all->user_ns;
	out->sys_ns = all->sys_ns;
	out->elapsed = all->elapsed;
	out->user = all->user;
	out->sys = all->sys;
	out->runs = all->runs;
}

int pmx_result_join(struct pmx_result *out, const struct pmx_events *events, const unsigned *pass,
		    const struct pmx_result *all, struct pmx_result *sums, unsigned count,
		    struct pmx_error *err)
{
	pmx_autofree size_t *hints = calloc((size_t)count + 1, sizeof(*hints));
	struct joining joining = { .all = all, .sums = sums, .hints = hints };
	size_t kept = 0;

	if (!hints)
		return pmx_error_nomem(err);
	for (unsigned k = 0; k < count; k++)
		pmx_derive_metrics(&sums[k]);
	for (size_t i = 0; i < out->count; i++) {
		struct pmx_row *row = &out->rows[i];

		if (take_row(&joining, row, pass[row->event - events->list]))
			out->rows[kept++] = *row;
	}
	out->count = kept;
	out->passes = count;
	take_times(out, all);
	return 0;
}
