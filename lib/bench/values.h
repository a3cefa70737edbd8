/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * values.h - the values of one metric of one command, of which only a sample is kept when they are
 * many
 */
#ifndef PERFMUX_BENCH_VALUES_H
#define PERFMUX_BENCH_VALUES_H

#include <perfmux/bench.h>

enum { PMX_BENCH_FULL = 2 * PMX_BENCH_KEPT };

/* Room for one more, which pmx_bench_values_add() then has for certain. 0 or -ENOMEM. */
int pmx_bench_values_reserve(struct pmx_bench_values *it);

/* Adds a value, or not: as @seed and @round will have it. What is not finite was not measured. */
void pmx_bench_values_add(struct pmx_bench_values *it, uint64_t seed, uint32_t round, double value);

/* True when @round lies behind all that are kept. */
bool pmx_bench_values_rises(const struct pmx_bench_values *it, uint32_t round);

#endif
