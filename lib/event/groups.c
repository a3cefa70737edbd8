// SPDX-License-Identifier: GPL-2.0-only
/*
 * groups.c - making groups of events that were resolved one by one
 *
 * {cycles,instructions} on a machine with two core PMUs is two groups, since a group counts on one
 * PMU. Software-class members go with the first of them: they must not be counted twice. A group
 * whose members name different PMUs by themselves is left as it is typed: the plan says why it
 * cannot be.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "event/groups.h"

/* Where a member goes. */
struct place {
	const struct pmx_pmu *pmu; /* of its group */
	size_t index;		   /* as typed */
};

static int compare(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	/* By name, as the events of one spec are. */
	if (a->pmu != b->pmu)
		return strcmp(a->pmu->name, b->pmu->name);
	return a->index < b->index ? -1 : a->index > b->index;
}

static bool is_spread(const struct pmx_event *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].merged)
			return true;
	return false;
}

/* The PMU of the first group, in the order of compare(). */
static const struct pmx_pmu *first_pmu(const struct pmx_event *list, size_t count)
{
	const struct pmx_pmu *first = NULL;

	for (size_t i = 0; i < count; i++)
		if (!list[i].pmu->software_class &&
		    (!first || strcmp(list[i].pmu->name, first->name) < 0))
			first = list[i].pmu;
	return first;
}

/* The PMU whose group the event goes to. */
static const struct pmx_pmu *pmu_of(const struct pmx_event *event, const struct pmx_pmu *first)
{
	return event->pmu->software_class ? first : event->pmu;
}

static int sort_by_pmu(struct pmx_event *list, size_t count, const struct pmx_pmu *first,
		       struct pmx_error *err)
{
	struct place *places = calloc(count, sizeof(*places));
	struct pmx_event *copy = calloc(count, sizeof(*copy));

	if (!places || !copy) {
		free(places);
		free(copy);
		return pmx_error_nomem(err);
	}
	for (size_t i = 0; i < count; i++) {
		copy[i] = list[i];
		places[i].pmu = pmu_of(&list[i], first);
		places[i].index = i;
	}
	qsort(places, count, sizeof(*places), compare);
	for (size_t i = 0; i < count; i++)
		list[i] = copy[places[i].index];
	free(places);
	free(copy);
	return 0;
}

int pmx_groups_close(struct pmx_events *events, size_t first, struct pmx_error *err)
{
	struct pmx_event *list = events->list + first;
	size_t count = events->count - first;
	bool spread = is_spread(list, count), weak = false;
	/* The kernel takes these of a leader only, and they then hold for the group. */
	bool pinned = count && list[0].attr.pinned, exclusive = count && list[0].attr.exclusive;
	const struct pmx_pmu *pmu = first_pmu(list, count);
	int rc = spread ? sort_by_pmu(list, count, pmu, err) : 0;

	if (rc)
		return rc;
	for (size_t i = 0; i < count; i++)
		weak = weak || list[i].weak;
	for (size_t i = 0; i < count; i++) {
		bool leads = i == 0 ||
			     (spread && pmu_of(&list[i], pmu) != pmu_of(&list[i - 1], pmu));

		events->groups += leads;
		list[i].group = events->groups - 1;
		list[i].weak = weak;
		list[i].attr.pinned = leads && pinned;
		list[i].attr.exclusive = leads && exclusive;
	}
	return 0;
}
