// SPDX-License-Identifier: GPL-2.0-only
/*
 * together.c - were two counts on the PMU at the same time?
 */
#include "stats/together.h"

/*
 * What may be missing of the time of an event that was always on: the clocks of tasks are no finer.
 */
#define GRAIN 0.001

static bool was_always_on(const struct pmx_row *row)
{
	const struct pmx_count *count = &row->count;

	return (double)count->running >= (1 - GRAIN) * (double)pmx_count_due(count);
}

/*
 * The kernel puts a group on its PMU whole and gives all its members the same times. A weak one may
 * have been split, and then its members have times of their own.
 */
static bool is_same_group(const struct pmx_row *a, const struct pmx_row *b)
{
	if (a->event->group < 0 || a->event->group != b->event->group)
		return false;
	return !(a->event->weak || b->event->weak) ||
	       (a->count.running == b->count.running && a->count.enabled == b->count.enabled);
}

bool pmx_rows_are_together(const struct pmx_row *a, const struct pmx_row *b)
{
	if (a->event->pmu->software_class || b->event->pmu->software_class)
		return true;
	if (a->pass != b->pass || a->spread.n != b->spread.n)
		return false;
	return is_same_group(a, b) || (was_always_on(a) && was_always_on(b));
}
