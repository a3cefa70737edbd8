// SPDX-License-Identifier: GPL-2.0-only
/*
 * residency.c - how long the tasks of each place were on the CPUs of each core PMU
 */
#include "stats/residency.h"

#include <errno.h>
#include <stdlib.h>

int pmx_residency_make(struct pmx_residency *r, const struct pmx_events *events, size_t places)
{
	*r = (struct pmx_residency){ .events = events, .first = events->count };
	for (size_t e = events->count; e-- > 0 && events->list[e].residency_of;) {
		r->first = e;
		r->count++;
	}
	if (!r->count)
		return 0;
	r->ns = calloc(places * r->count, sizeof(*r->ns));
	return r->ns ? 0 : -ENOMEM;
}

void pmx_residency_free(struct pmx_residency *r)
{
	free(r->ns);
	r->ns = NULL;
}

void pmx_residency_add(struct pmx_residency *r, size_t place, size_t event, uint64_t running)
{
	r->ns[place * r->count + event - r->first] += running;
}

void pmx_residency_apply(const struct pmx_residency *r, size_t place, bool merged,
			 struct pmx_row *row)
{
	if (row->event->pmu->kind != PMX_PMU_CORE)
		return;
	for (size_t i = 0; i < r->count; i++) {
		uint64_t ns = r->ns[place * r->count + i];

		/* the enabled times of merged PMUs were added up, too */
		row->count.anywhere += merged ? ns * r->count : ns;
		if (merged || r->events->list[r->first + i].residency_of == row->event->pmu)
			row->count.resident += ns;
	}
}
