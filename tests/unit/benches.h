/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * benches.h - runs of commands, made up
 */
#ifndef TESTS_BENCHES_H
#define TESTS_BENCHES_H

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <perfmux/bench.h>

static inline struct pmx_bench *new_bench(uint64_t seed)
{
	struct pmx_bench *bench = NULL;

	assert_int_equal(pmx_bench_new(&bench, seed, NULL), 0);
	return bench;
}

/* A time when @name is "wall", else a count. */
static inline void add_metric(struct pmx_bench *bench, const char *name)
{
	struct pmx_error err = { 0 };
	bool is_time = !strcmp(name, "wall");
	const struct pmx_bench_metric metric = {
		.name = (char *)(uintptr_t)name,
		.unit = is_time ? PMX_BENCH_SECONDS : PMX_BENCH_COUNT,
		.is_time = is_time,
	};

	if (pmx_bench_add_metric(bench, &metric, &err))
		fail_msg("%s", err.text);
}

static inline void add_command(struct pmx_bench *bench, const char *name)
{
	struct pmx_error err = { 0 };

	if (pmx_bench_add_command(bench, name, name, &err))
		fail_msg("%s", err.text);
}

/* A run that gave one value, of the first metric, and nothing for the others. */
static inline void add_value(struct pmx_bench *bench, size_t command, uint32_t round, double value)
{
	double values[PMX_BENCH_MOST_METRICS];

	values[0] = value;
	for (size_t i = 1; i < bench->metric_count; i++)
		values[i] = NAN;
	assert_int_equal(pmx_bench_add_run(bench, command, round, values, NULL), 0);
}

#endif
