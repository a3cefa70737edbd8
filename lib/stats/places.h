/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * places.h - the places of a result: its CPUs, cores, sockets or threads, in the order of reports
 */
#ifndef PERFMUX_STATS_PLACES_H
#define PERFMUX_STATS_PLACES_H

#include <stdint.h>

#include <perfmux/result.h>

struct pmx_places {
	struct pmx_place *list;
	const char **labels; /* NULL for a place without one */
	size_t count;	     /* at least 1 */
	uint32_t *of_cpu;    /* by CPU number + 1; NULL where the CPU does not decide */
	bool by_task;	     /* the index of the task is the place */
};

/* 0 or -ENOMEM; labels go into *pool. */
int pmx_places_make(struct pmx_places *out, const struct pmx_plan *plan,
		    struct pmx_machine *machine, const struct pmx_aggregate_options *opts,
		    struct pmx_strings **pool);
void pmx_places_free(struct pmx_places *places);

/* The place that @counter counts for. */
static inline uint32_t pmx_places_of(const struct pmx_places *places,
				     const struct pmx_counter *counter)
{
	if (places->by_task)
		return counter->task;
	return places->of_cpu ? places->of_cpu[counter->cpu + 1] : 0;
}

#endif
