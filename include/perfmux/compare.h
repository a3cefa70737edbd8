/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compare.h - did it get faster? statistics of repeated runs that do not cry wolf
 *
 *	pmx_summarize()    one metric of one command: where it lies, how it spreads, how sure it is
 *	pmx_compare()      one metric of two commands: ratio, difference, p-value
 *	pmx_holm()         p-values of all that is compared in one go, corrected for their number
 *	pmx_change_of()    the verdict on one comparison
 *	pmx_stopping_...   run until the interval of a median is narrow enough
 *
 * Pure functions over arrays: no clock, no I/O, no chance, no state but what is handed in. Time is
 * n log n; memory is a few doubles a value, and up to 150 KiB for exact p-values.
 *
 * Values are doubles, of any sign: counts above 2^53 are exact to 16 digits. One that is not finite
 * is the caller's mistake: it is left out and counted in `ignored`. What cannot be said is NAN; a
 * writer prints nothing there.
 *
 * tests/bench/statistics.md has what all of this was measured to keep: how often it raises a false
 * alarm, how often it finds what is there, how often its intervals cover the truth.
 */
#ifndef PERFMUX_COMPARE_H
#define PERFMUX_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perfmux/error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_interval {
	double low, high; /* both included; NAN when nothing can be said */
	double level; /* what it is an interval for, 0.95; less when there were too few values */
};

/* --- one command -------------------------------------------------------------------------- */

struct pmx_summary {
	size_t count;		       /* values that were used */
	size_t ignored;		       /* values that were not finite */
	double median, mean, min, max; /* NAN without a value */
	/*
	 * Median absolute deviation from the median, as it is. Times 1.4826 it estimates the
	 * standard deviation of normal data.
	 */
	double mad;
	double stddev; /* with count - 1; NAN below 2 values */
	/*
	 * 95 % interval of the median: that of the smoothed bootstrap (Banks, Histospline smoothing
	 * the Bayesian bootstrap, Biometrika 75, 1988) with no end of resamples, for which there is
	 * a formula: interpolated order statistics (Hettmansperger and Sheather, Statistics &
	 * Probability Letters 4, 1986). The common percentile bootstrap of a median covers too
	 * little in small samples. It is as much wider as runs that depend on the one before make
	 * it (see autocorrelation). Constant values: the value. Below 5 values it is their range,
	 * at the level that this has. Values with many ties: it covers more than 95 %, as no
	 * interval could help.
	 */
	struct pmx_interval median_interval;
	/*
	 * How much a run is like the one before it: correlation of the ranks of neighbours, from -1
	 * to 1, 0 when runs are independent; NAN below 10 values or when all are the same.
	 */
	double autocorrelation;
	/*
	 * Outliers by Tukey's fences: below the first quartile less 1.5 times the distance of the
	 * quartiles, or as far above the third (Exploratory Data Analysis, 1977; quartiles as R's
	 * type 7). They are counted here and dropped nowhere. None below 5 values.
	 */
	double fence_low, fence_high; /* NAN below 5 values */
	size_t outliers_low, outliers_high;
};

/* @values in the order in which they were measured. 0, or -ENOMEM. */
int pmx_summarize(const double *values, size_t count, struct pmx_summary *out,
		  struct pmx_error *err);

/* --- two commands ------------------------------------------------------------------------- */

/* One metric over the successful runs of one command. */
struct pmx_sample {
	const double *values; /* in the order in which they were measured */
	/*
	 * In which round each value was measured, rising; a round whose run failed is missing. NULL
	 * for values that share no rounds with the other sample: a saved baseline.
	 */
	const uint32_t *rounds;
	size_t count;
};

/* How a p-value came about. */
enum pmx_p_method {
	PMX_P_NONE,   /* a sample without values */
	PMX_P_EXACT,  /* from all ways to deal the values out */
	PMX_P_NORMAL, /* normal approximation with continuity and tie correction */
};

/* "none", "exact", "normal": for JSON. */
const char *pmx_p_method_name(enum pmx_p_method method);

/* Up to so many values in both samples together a p-value is exact, with ties or without. */
#define PMX_P_EXACT_MOST 40

/* The test of Mann and Whitney (1947): does one sample tend to larger values than the other? */
struct pmx_rank_test {
	double u;     /* pairs in which the value of b is larger, ties count half */
	double p;     /* two-sided; 1 when all values are equal; NAN with PMX_P_NONE */
	double least; /* the least that p can be with so many values: it must be below 5 % */
	enum pmx_p_method method;
};

/* 0, or -ENOMEM. Values that are not finite are left out. */
int pmx_rank_test(const double *a, size_t count_a, const double *b, size_t count_b,
		  struct pmx_rank_test *out, struct pmx_error *err);

/* Fewer rounds in common than this are no use: the samples are compared as if they had none. */
#define PMX_LEAST_ROUNDS 5

/*
 * b against a, which came first: a ratio above 1, or a difference above 0, means that b has more.
 *
 * Both are medians over pairs of runs, "how much more does b take than a when run beside it". With
 * rounds in common the pairs are those of each round, as what slows the machine down for a while
 * does so for both (Bulej and others, Duet benchmarking, ICPE 2020); and as the order in a round is
 * random, each round is a coin that is tossed anew, whatever the noise has to do with itself: the
 * interval, by order statistics as that of a median, holds for any drift. Without rounds the pairs
 * are all there are, and the interval is made of what the Mann-Whitney test would not reject
 * (Hollander and Wolfe, Nonparametric Statistical Methods, 2nd edition, 1999, section 4.3), wider
 * where runs are seen to depend on the one before. Few runs cannot show that they do, and nothing
 * shows what else changed since a baseline was saved: without rounds false alarms are more than 5 %
 * on a machine that is now fast, now slow.
 *
 * The ratio of the two medians is near, but not the same. A bootstrap of rounds makes an interval
 * for it, which was measured to cover 92 to 98 % where this one covers 93 to 96 %, and for which
 * values are sorted anew in each of its many resamples.
 */
struct pmx_comparison {
	size_t count_a, count_b; /* values that were used */
	size_t ignored;		 /* values that were not finite, of both */
	size_t rounds;		 /* whose pairs were used; 0: all pairs */
	double median_a, median_b;
	/*
	 * A ratio takes that every value is above 0. Without one `ratio` and its interval are NAN,
	 * and the difference decides.
	 */
	bool has_ratio;
	double ratio; /* b / a */
	struct pmx_interval ratio_interval;
	double difference; /* b - a, in the metric's unit */
	struct pmx_interval difference_interval;
	struct pmx_rank_test test; /* over all values, whatever the rounds */
};

/* 0, or -ENOMEM. */
int pmx_compare(const struct pmx_sample *a, const struct pmx_sample *b, struct pmx_comparison *out,
		struct pmx_error *err);

/*
 * Corrects the p-values of @count tests that are made in one go (all metrics of all comparisons),
 * so that one or more false alarms happen in at most 5 % of such goes: Holm, A simple sequentially
 * rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979). @adjusted rises
 * with @p, is at most 1, and may be the same array. NAN stays NAN and is no test. 0, or -ENOMEM.
 */
int pmx_holm(const double *p, double *adjusted, size_t count, struct pmx_error *err);

/* --- the verdict -------------------------------------------------------------------------- */

/* What is said of b against a. Of a time, less is faster. */
enum pmx_change {
	PMX_CHANGE_TOO_FEW, /* so few values that no difference could be significant */
	PMX_CHANGE_LESS,    /* significant, and the interval lies below 1 */
	PMX_CHANGE_MORE,    /* significant, and the interval lies above 1 */
	PMX_CHANGE_NONE,    /* none shown: neither, and the interval is within the resolution */
	PMX_CHANGE_NOISY,   /* too noisy to tell: neither, and the interval is wider than that */
};

/* "too-few", "less", "more", "none", "noisy": for JSON. */
const char *pmx_change_name(enum pmx_change change);

#define PMX_RESOLUTION 0.01 /* a difference below 1 % is none, unless asked otherwise */

/*
 * The verdict. Significant is @adjusted, the p-value after pmx_holm(), at most 5 %, with the
 * interval of the ratio on one side of 1. @tests is how many p-values were corrected together.
 * Within the resolution is an interval of the ratio inside 1 - @resolution to 1 + @resolution.
 * Where there is no ratio it is the interval of the difference, on one side of 0 or within
 * @resolution times the first median.
 */
enum pmx_change pmx_change_of(const struct pmx_comparison *it, double adjusted, size_t tests,
			      double resolution);

/* How many runs each of two commands needs so that one of @tests can be significant. */
size_t pmx_least_runs(size_t tests);

/* --- when to stop ------------------------------------------------------------------------- */

/*
 * Runs go on until the interval of a median is narrower than was asked. Who looks after every run
 * and stops at the first interval that is narrow stops at a lucky moment, and covers less than 95
 * %. Against that: looks are few, at counts that grow by half each, and an interval that ends the
 * runs is one of level 97 %. It was measured to cover 95 % or more then; 92 % of runs half of which
 * take one path and half another, 90 % of few runs that are like the one before. (Levels with
 * errors that add up to 5 % over all looks, 1 - 0.05 / (k (k + 1)) in look k, were measured to
 * cover 93 to 100 % and to take up to 2.8 times the runs.)
 */
struct pmx_stopping {
	double precision; /* half width of the interval, relative to the median: 0.01 */
	size_t next;	  /* the count of values at which to look next */
	unsigned looks;	  /* so far */
};

/* @first: values before the first look, at least 7; 0 for the default, 10. */
void pmx_stopping_init(struct pmx_stopping *it, double precision, size_t first);

/* The count of values at which to look next. */
size_t pmx_stopping_next(const struct pmx_stopping *it);

/*
 * Looks at @count values, in the order in which they were measured: 1 when the median is known well
 * enough, 0 to go on, -ENOMEM. With fewer values than pmx_stopping_next() says it does not look.
 * @interval, NAN where it did not look, is that of the median; its level is what it covers, the
 * looks accounted for. A median of 0 is known well enough only by the interval 0 to 0.
 */
int pmx_stopping_done(struct pmx_stopping *it, const double *values, size_t count,
		      struct pmx_interval *interval, struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
