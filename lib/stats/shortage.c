// SPDX-License-Identifier: GPL-2.0-only
/*
 * shortage.c - which PMUs had more to count than they have counters
 *
 * That is seen in the measurement itself: the shares of the events that wanted to be on a PMU at
 * the same time add up to how many it had room for.
 */
#include "stats/shortage.h"

#include "stats/strings.h"

/*
 * A PMU with N counters that is one short keeps an event off for 1 / (N + 1) of the time; less than
 * this may be somebody else who measures for a moment.
 */
#define SHORT_OF 0.01

static bool has_waited(const struct pmx_row *row)
{
	const struct pmx_count *count = &row->count;
	double due = (double)pmx_count_due(count);

	if (row->event->pmu->software_class || row->is_sum)
		return false;
	if (count->status == PMX_FAILED) /* in error because of that, as a rule */
		return row->event->attr.pinned;
	if (count->status != PMX_COUNTED && count->status != PMX_NOT_COUNTED)
		return false;
	return due > 0 && (double)count->running < (1 - SHORT_OF) * due;
}

/* Do both want the PMU at the same time? Events of two cgroups do not, nor those of two passes. */
static bool is_beside(const struct pmx_row *row, const struct pmx_row *other)
{
	return row->event->pmu == other->event->pmu && row->pass == other->pass && !other->is_sum &&
	       other->count.status != PMX_NOT_SUPPORTED && row->tid == other->tid &&
	       pmx_is_same_text(row->label, other->label) &&
	       pmx_is_same_text(row->cgroup, other->cgroup);
}

static struct pmx_shortage shortage_at(const struct pmx_result *result, const struct pmx_row *row)
{
	struct pmx_shortage found = { .pmu = row->event->pmu };

	for (size_t i = 0; i < result->count; i++) {
		const struct pmx_count *count = &result->rows[i].count;

		if (!is_beside(row, &result->rows[i]))
			continue;
		found.events++;
		if (count->status != PMX_FAILED && pmx_count_due(count))
			found.at_once += (double)count->running / (double)pmx_count_due(count);
	}
	return found;
}

static bool is_listed(const struct pmx_shortage *list, size_t count, const struct pmx_pmu *pmu)
{
	while (count--)
		if (list[count].pmu == pmu)
			return true;
	return false;
}

size_t pmx_shortages(const struct pmx_result *result, struct pmx_shortage *list, size_t room)
{
	size_t count = 0;

	for (size_t i = 0; i < result->count && count < room; i++) {
		const struct pmx_row *row = &result->rows[i];

		if (has_waited(row) && !is_listed(list, count, row->event->pmu))
			list[count++] = shortage_at(result, row);
	}
	return count;
}
