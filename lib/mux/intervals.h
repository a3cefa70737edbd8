/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * intervals.h - how long it is between instants, however many there are
 *
 * Intervals are counted in buckets, 32 to each power of two, and each bucket knows the sum of what
 * is in it. The median is the mean of the bucket that holds it: exact to a few parts in a thousand
 * at worst, and better where intervals are much alike, as those of a timer are.
 */
#ifndef PMX_MUX_INTERVALS_H
#define PMX_MUX_INTERVALS_H

#include <stddef.h>
#include <stdint.h>

/* From a microsecond to some minutes; what is outside is put into the first or last. */
#define PMX_INTERVAL_BUCKETS (28 * 32)

struct pmx_intervals {
	uint64_t count;
	uint64_t shortest, longest; /* ns; 0 when there are none */
	struct {
		uint64_t count;
		uint64_t sum; /* ns */
	} buckets[PMX_INTERVAL_BUCKETS];
};

void pmx_intervals_add(struct pmx_intervals *intervals, uint64_t ns);
void pmx_intervals_merge(struct pmx_intervals *into, const struct pmx_intervals *from);
/* ns; 0 when there are none */
uint64_t pmx_intervals_median(const struct pmx_intervals *intervals);

#endif
