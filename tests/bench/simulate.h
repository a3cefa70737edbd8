/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * simulate.h - what the parts of simulate share
 */
#ifndef PERFMUX_BENCH_SIMULATE_H
#define PERFMUX_BENCH_SIMULATE_H

#include <perfmux/compare.h>

#include "../unit/noises.h"

#define COUNTS 3
#define MOST   30 /* the largest of them */

extern const size_t counts[COUNTS]; /* of runs */
extern size_t trials;

/* Ends the program when @result says that there is no memory. */
void check(int result);

/* Of all trials. */
double percent(size_t part);

/* Of a table: @columns are divided by "|". */
void print_heading(const char *title, const char *first, const char *columns);

/* How runs are made: beside one another, or apart. */
typedef void make_runs(struct noise_source *, struct noise_runs *, size_t, enum noise, double,
		       double);

static inline make_runs *maker(bool in_rounds)
{
	return in_rounds ? noise_runs_beside : noise_runs_apart;
}

struct pmx_comparison compared(const struct noise_runs *runs, size_t count, bool in_rounds);

/* Is @truth in it, but for what rounding does? */
bool holds(const struct pmx_interval *interval, double truth);

/* The parts. */
void print_false_alarms(void);
void print_power(void);
void print_verdicts(void);
void print_coverage(void);
void print_bootstraps(void);
void print_stopping(void);
void print_speed(void);

#endif
