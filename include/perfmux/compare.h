/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compare.h - did it get faster? statistics of repeated runs that do not cry wolf
 *
 *	pmx_summarize()    one metric of one command: where it lies, how it spreads, how sure that is
 *	pmx_compare()      one metric of two commands: ratio and difference of medians, p-value
 *	pmx_holm()         p-values of all that is compared in one go, corrected for there being many
 *	pmx_change_of()    the verdict on one comparison
 *	pmx_stopping_...   run until the interval of a median is narrow enough
 *
 * Pure functions over arrays: no clock, no I/O, no state but what is handed in; the same seed gives
 * the same numbers on every machine. Time is n log n, memory a few doubles a value and 200 KiB.
 *
 * Values are doubles: counts above 2^53 are exact to 16 digits. A value that is not finite is the
 * caller's mistake: it is left out and counted in `ignored`. What cannot be said is NAN; a writer
 * prints nothing there. tests/bench/statistics.md has what all of this was measured to keep.
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
	 * Median absolute deviation from the median, as it is. Times 1.4826 it estimates the standard
	 * deviation of normal data.
	 */
	double mad;
	double stddev;			     /* with count - 1; NAN below 2 values */
	struct pmx_interval median_interval; /* 95 %; below 5 values their range, at a lower level */
	/*
	 * Outliers by Tukey's fences: below the first quartile less 1.5 times the distance of the
	 * quartiles, or as far above the third (Exploratory Data Analysis, 1977; quartiles are those
	 * of R's type 7). They are counted here and dropped nowhere. None below 5 values.
	 */
	double fence_low, fence_high; /* NAN below 5 values */
	size_t outliers_low, outliers_high;
};

/*
 * @values in the order in which they were measured. 0, or -ENOMEM. Of 0 values all is NAN, of 1 the
 * spread and the interval.
 */
int pmx_summarize(const double *values, size_t count, struct pmx_summary *out,
		  struct pmx_error *err);

/* --- two commands ------------------------------------------------------------------------- */

/* One metric over the successful runs of one command. */
struct pmx_sample {
	const double *values;
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
#define PMX_P_EXACT_MOST 60

/* The test of Mann and Whitney (1947): does one sample tend to larger values than the other? */
struct pmx_rank_test {
	double u;     /* pairs in which the value of b is larger, ties count half */
	double p;     /* two-sided; 1 when all values are equal; NAN with PMX_P_NONE */
	double least; /* the least that p can be with so many values: it must be below 5 % */
	enum pmx_p_method method;
};

/* 0, or -ENOMEM. Values must be finite. */
int pmx_rank_test(const double *a, size_t count_a, const double *b, size_t count_b,
		  struct pmx_rank_test *out, struct pmx_error *err);

/* b against a, which came first: above 1, or above 0, b has more. */
struct pmx_comparison {
	size_t count_a, count_b; /* values that were used */
	size_t ignored;		 /* values that were not finite, of both */
	size_t rounds;		 /* in which both have a value; 0: compared as if unpaired */
	double median_a, median_b;
	/*
	 * Is there a ratio of medians? Not when the interval of the first median reaches down to 0, or
	 * a median is negative: then `ratio` and its interval are NAN, and the difference decides.
	 */
	bool has_ratio;
	double ratio; /* median_b / median_a */
	struct pmx_interval ratio_interval;
	double difference; /* median_b - median_a, in the metric's unit */
	struct pmx_interval difference_interval;
	struct pmx_rank_test test;
};

/* 0, or -ENOMEM. The bootstrap draws from @seed. */
int pmx_compare(const struct pmx_sample *a, const struct pmx_sample *b, uint64_t seed,
		struct pmx_comparison *out, struct pmx_error *err);

/*
 * Corrects the p-values of @count tests that are made in one go (all metrics of all comparisons), so
 * that one or more false alarms happen in at most 5 % of such goes: Holm, A simple sequentially
 * rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979). @adjusted rises
 * with @p, is at most 1, and may be the same array. NAN stays NAN and is no test. 0, or -ENOMEM.
 */
int pmx_holm(const double *p, double *adjusted, size_t count, struct pmx_error *err);

/* --- the verdict -------------------------------------------------------------------------- */

/* What is said of b against a. Of a time, less is faster. */
enum pmx_change {
	PMX_CHANGE_TOO_FEW, /* so few values that no difference, however large, could be significant */
	PMX_CHANGE_LESS,    /* significant, and the interval lies below 1 */
	PMX_CHANGE_MORE,    /* significant, and the interval lies above 1 */
	PMX_CHANGE_NONE, /* no difference shown: neither, and the interval is within the resolution */
	PMX_CHANGE_NOISY, /* too noisy to tell: neither, and the interval is wider than that */
};

/* "too-few", "less", "more", "none", "noisy": for JSON. */
const char *pmx_change_name(enum pmx_change change);

#define PMX_RESOLUTION 0.01 /* a difference below 1 % is none, unless asked otherwise */

/*
 * The verdict. Significant is @adjusted, the p-value after pmx_holm(), at most 5 %. @tests is how
 * many p-values were corrected together. Within the resolution is an interval of the ratio inside
 * 1 - @resolution to 1 + @resolution. Where there is no ratio the interval of the difference is
 * looked at in its place, and only one that is exactly 0 is within the resolution.
 */
enum pmx_change pmx_change_of(const struct pmx_comparison *it, double adjusted, size_t tests,
			      double resolution);

/* How many runs each of two commands needs so that one of @tests can be significant. */
size_t pmx_least_runs(size_t tests);

/* --- when to stop ------------------------------------------------------------------------- */

/*
 * Runs go on until the interval of a median is narrower than was asked. Who looks after every run
 * stops at a lucky moment, and the interval covers less than it says. So there are few looks, at
 * counts that grow by half each, and look k has an interval of level 1 - 0.05 / (k (k + 1)): what
 * can go wrong adds up to 5 % over all looks (Bonferroni), however many there are.
 */
struct pmx_stopping {
	double precision; /* half width of the interval, relative to the median: 0.01 */
	size_t look_at;	  /* the count of values at which to look next */
	size_t most;	  /* values, after which it ends anyway; 0: no end */
	unsigned looks;	  /* so far */
};

/* @first: values before the first look; 0 for the default, 10. */
void pmx_stopping_init(struct pmx_stopping *it, double precision, size_t first, size_t most);

/* The count of values at which to look next; the work in between needs no look. */
size_t pmx_stopping_next(const struct pmx_stopping *it);

/*
 * Looks at @count values: 1 when it is done, 0 to go on, -ENOMEM. With fewer values than
 * pmx_stopping_next() says this is no look: 0. @interval, which is what may be said of the median
 * then, has the level of this look. A median of 0 never is precise enough, unless the interval is
 * [0, 0].
 */
int pmx_stopping_done(struct pmx_stopping *it, const double *values, size_t count,
		      struct pmx_interval *interval, struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
