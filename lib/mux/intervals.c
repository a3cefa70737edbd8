// SPDX-License-Identifier: GPL-2.0-only
/*
 * intervals.c - counts of intervals by length, and their median
 */
#include "mux/intervals.h"

enum {
	PER_OCTAVE_BITS = 5,
	PER_OCTAVE = 1 << PER_OCTAVE_BITS,
	LOWEST_BIT = 10, /* 1024 ns */
};

static size_t bucket_of(uint64_t ns)
{
	unsigned top;
	size_t bucket;

	if (ns < (uint64_t)1 << LOWEST_BIT)
		return 0;
	top = 63 - (unsigned)__builtin_clzll(ns);
	bucket = (size_t)(top - LOWEST_BIT) * PER_OCTAVE +
		 ((ns >> (top - PER_OCTAVE_BITS)) & (PER_OCTAVE - 1));
	return bucket < PMX_INTERVAL_BUCKETS ? bucket : PMX_INTERVAL_BUCKETS - 1;
}

static uint64_t add_up(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static void widen(struct pmx_intervals *intervals, uint64_t shortest, uint64_t longest)
{
	if (!intervals->count || shortest < intervals->shortest)
		intervals->shortest = shortest;
	if (longest > intervals->longest)
		intervals->longest = longest;
}

void pmx_intervals_add(struct pmx_intervals *intervals, uint64_t ns)
{
	size_t bucket = bucket_of(ns);

	widen(intervals, ns, ns);
	intervals->count++;
	intervals->buckets[bucket].count++;
	intervals->buckets[bucket].sum = add_up(intervals->buckets[bucket].sum, ns);
}

void pmx_intervals_merge(struct pmx_intervals *into, const struct pmx_intervals *from)
{
	if (!from->count)
		return;
	widen(into, from->shortest, from->longest);
	into->count += from->count;
	for (size_t i = 0; i < PMX_INTERVAL_BUCKETS; i++) {
		into->buckets[i].count += from->buckets[i].count;
		into->buckets[i].sum = add_up(into->buckets[i].sum, from->buckets[i].sum);
	}
}

uint64_t pmx_intervals_median(const struct pmx_intervals *intervals)
{
	uint64_t below = 0;

	for (size_t i = 0; i < PMX_INTERVAL_BUCKETS; i++) {
		below += intervals->buckets[i].count;
		if (below > intervals->count / 2)
			return intervals->buckets[i].sum / intervals->buckets[i].count;
	}
	return 0;
}
