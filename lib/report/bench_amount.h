/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_amount.h - what a metric measures, for people: "123.4 ms", "4.02 MiB", "1,234,567"
 *
 * What is compared is in one unit, which follows from the smallest of it: nobody should have to see
 * that 998.7 us is less than 1.002 ms.
 */
#ifndef PERFMUX_REPORT_BENCH_AMOUNT_H
#define PERFMUX_REPORT_BENCH_AMOUNT_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmux/bench.h>

enum { PMX_AMOUNT_SIZE = 64 };

struct pmx_bench_scale {
	double per;	  /* how many of @name are one of the metric's own unit */
	const char *name; /* "ms"; "" for plain counts */
	unsigned digits;  /* behind the point */
};

/* For amounts of which @least is the smallest that is not 0, and @most the largest. */
void pmx_bench_scale_of(struct pmx_bench_scale *out, enum pmx_bench_unit unit, double least,
			double most, bool utf8);

/* For an amount alone where exact counts have no room: a million and more are "1.235 M". */
void pmx_bench_scale_short(struct pmx_bench_scale *out, enum pmx_bench_unit unit, double value,
			   bool utf8);

/* Fewer digits where @spread, the smallest distance that is to be seen, needs no more. */
void pmx_bench_scale_coarser(struct pmx_bench_scale *scale, double spread);

/* "123.4", "1,234.5"; from 10^15 on "1.23e+15". Returns the length. */
size_t pmx_bench_number(char buf[PMX_AMOUNT_SIZE], const struct pmx_bench_scale *scale,
			double value);

/* With the unit: "123.4 ms". */
size_t pmx_bench_scaled(char buf[PMX_AMOUNT_SIZE], const struct pmx_bench_scale *scale,
			double value);

/* In the unit that suits it. */
size_t pmx_bench_amount(char buf[PMX_AMOUNT_SIZE], enum pmx_bench_unit unit, double value,
			bool utf8);

#endif
