// SPDX-License-Identifier: GPL-2.0-only
/*
 * values.c - keeping values, and a fair sample of them when they are many
 *
 * Every round draws a lot, a number that depends on the seed and the round alone. When the array is
 * full, what lies above a limit is dropped, which leaves about three quarters, and rounds to come
 * must draw below it, too. So each round is as likely to stay as any other, first or last; and two
 * arrays that lack a few rounds, of runs that failed, still have the same limits, and keep the same
 * of all others, so that they remain paired by round.
 */
#include <errno.h>
#include <math.h>

#include "base/array.h"
#include "bench/values.h"

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014): maps 64 bits one to one, and evenly. */
static uint64_t mix(uint64_t z)
{
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/*
 * Mixed twice: the seed's own sequence, from which the order of runs may come, says nothing of it.
 */
static uint64_t lot_of(uint64_t seed, uint32_t round)
{
	return mix(mix(seed ^ 0x6a09e667f3bcc908u) + (round + UINT64_C(1)) * 0x9e3779b97f4a7c15u);
}

static bool is_kept(const struct pmx_bench_values *it, uint64_t seed, uint32_t round)
{
	return !it->limit || lot_of(seed, round) < it->limit;
}

static void thin_out(struct pmx_bench_values *it, uint64_t seed)
{
	uint64_t limit = it->limit ? it->limit : UINT64_MAX;
	size_t kept = 0;

	it->limit = limit - limit / 4;
	for (size_t i = 0; i < it->count; i++) {
		if (!is_kept(it, seed, it->rounds[i]))
			continue;
		it->values[kept] = it->values[i];
		it->rounds[kept++] = it->rounds[i];
	}
	it->count = kept;
}

int pmx_bench_values_reserve(struct pmx_bench_values *it)
{
	size_t room = it->room;
	double *values;
	uint32_t *rounds;

	if (it->count < it->room)
		return 0;
	values = pmx_array_room(it->values, &room, it->count + 1, sizeof(*values));
	if (!values)
		return -ENOMEM;
	it->values = values;
	room = it->room; /* the other array grows by as much */
	rounds = pmx_array_room(it->rounds, &room, it->count + 1, sizeof(*rounds));
	if (!rounds)
		return -ENOMEM;
	it->rounds = rounds;
	it->room = room;
	return 0;
}

void pmx_bench_values_add(struct pmx_bench_values *it, uint64_t seed, uint32_t round, double value)
{
	if (!isfinite(value))
		return;
	it->seen++;
	if (!is_kept(it, seed, round))
		return;
	it->values[it->count] = value;
	it->rounds[it->count++] = round;
	while (it->count >= PMX_BENCH_FULL)
		thin_out(it, seed);
}

bool pmx_bench_values_rises(const struct pmx_bench_values *it, uint32_t round)
{
	return !it->count || round > it->rounds[it->count - 1];
}
