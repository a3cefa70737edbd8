/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bound.h - how far a scaled count may be off
 *
 * While an event is off its PMU nobody counts. The kernel's estimate, raw x enabled / running,
 * takes for granted that the target did then what it did while the event was on: it is the ratio
 * estimator of sampling theory (Cochran, Sampling Techniques, 3rd edition, chapter 6) over a
 * systematic sample in time (chapter 8). Mathur and Cook ("Improved estimation for software
 * multiplexing of performance counters", MASCOTS 2005) and May ("MPX", IPDPS 2001) show that its
 * error comes from changes of the rate between slices.
 *
 * How much the rate changes is seen from the sample itself. The sample is a row of items, each a
 * piece of enabled time with the part of it that was counted: from one slice to the next, or from
 * one reading to the next. The rates of the items are taken for a random walk (phases of the
 * target) plus noise (what changes faster than the items): mean squares of their differences, one
 * and two items apart, give the strength of both, as a variogram with nugget and linear slope does
 * (Matheron 1963). Noise leaves the error of a simple random sample with the correction for a
 * finite population, 1 - running/enabled; a random walk leaves in each gap that of a Brownian
 * bridge, q x gap^3 / 12; and the ends, which have a neighbour on one side only, leave theirs.
 *
 * Where nothing was counted at all, up to three events may have happened in as much time (the rule
 * of three: Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 1983).
 *
 * It takes for granted that the target's phases are not in step with the rotation, which no
 * sample could show. tests/lab/coverage compares the interval with truths that are known.
 */
#ifndef PERFMUX_BOUND_H
#define PERFMUX_BOUND_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Fewer items than this say nothing about the spread between them. */
#define PMX_BOUND_MIN_ITEMS 4

/* What is kept of a sample, however long it gets. Zero before the first item. */
struct pmx_bound {
	uint64_t items;		      /* that were counted at least for a moment */
	uint64_t pairs1, pairs2;      /* differences between items, one and two apart */
	double enabled, running, raw; /* sums; ns, ns, counts */
	double squares1, squares2;    /* sums of squared differences of rates */
	double first, last, before;   /* rates: of the first item, the last, the one before it */
	double pending;		      /* enabled ns that the next item takes over */
};

/* The next item: what enabled and running time and the raw count grew by. */
void pmx_bound_add(struct pmx_bound *bound, uint64_t enabled, uint64_t running, uint64_t raw);

/*
 * Half the width of the 95 % interval around the scaled count of the whole sample, in counts.
 * @cycle_ns: enabled time from the beginning of a slice to the beginning of the next; 0 when each
 * item is one such cycle. 0 where the event was always on; NAN with fewer than
 * PMX_BOUND_MIN_ITEMS items.
 */
double pmx_bound_half(const struct pmx_bound *bound, double cycle_ns);

/* The same around the scaled count of @span_ns of enabled time that the sample is typical of. */
double pmx_bound_half_of(const struct pmx_bound *bound, double span_ns, double cycle_ns);

/* Two-sided 95 % quantile of Student's t with @df degrees of freedom, df at least 1. */
double pmx_student_t95(uint64_t df);

#ifdef __cplusplus
}
#endif
#endif
