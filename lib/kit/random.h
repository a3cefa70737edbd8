/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * random.h - numbers that a seed determines, on every machine the same
 *
 * splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
 */
#ifndef PERFMUX_KIT_RANDOM_H
#define PERFMUX_KIT_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct kit_random {
	uint64_t state;
};

static inline uint64_t kit_random_next(struct kit_random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* From 0 to @below - 1; 0 when @below is 0. Its bias is below 2^-32 for what is below 2^32. */
static inline uint32_t kit_random_below(struct kit_random *random, uint32_t below)
{
	return (uint32_t)((kit_random_next(random) >> 32) * below >> 32);
}

static inline bool kit_random_chance(struct kit_random *random, uint32_t one_in)
{
	return kit_random_below(random, one_in) == 0;
}

#endif
