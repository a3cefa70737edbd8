/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmu_event.h - events of a PMU by its own words: pmu/event,term=value/
 */
#ifndef PERFMUX_EVENT_PMU_EVENT_H
#define PERFMUX_EVENT_PMU_EVENT_H

#include "event/resolve.h"

/* Room for any name of an event: a PMU's name, and an item. */
struct pmx_event_name {
	char text[PMX_MAX_ITEM_LENGTH + 256];
};

/*
 * Adds the event that the PMU's "events" directory calls @name, shown as @shown. -ENOENT and no
 * message when it has none of that name.
 */
int pmx_pmu_event_add_named(struct pmx_resolving *r, const struct pmx_pmu *pmu,
			    struct pmx_span name, const char *shown);

#endif
