/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_words.h - what all writers say of a comparison in the same words
 */
#ifndef PERFMUX_REPORT_BENCH_WORDS_H
#define PERFMUX_REPORT_BENCH_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include <perfmux/report_bench.h>

#include "report/words.h"

enum { PMX_BENCH_WORD = 128, PMX_BENCH_HUGE = 1000000 /* times: more is said to be more */ };

/* How a difference is told. */
enum pmx_bench_form {
	PMX_BENCH_PERCENT,
	PMX_BENCH_TIMES,      /* twice as much and more */
	PMX_BENCH_TIMES_FAST, /* half the time and less */
	PMX_BENCH_DIFFERENCE, /* there is no ratio */
};

enum pmx_bench_form pmx_bench_form(const struct pmx_comparison *it, bool is_time);

/* False when no run gave a value. */
bool pmx_bench_has_value(const struct pmx_summary *summary);
/* True when there is a value of one of the first @commands. */
bool pmx_bench_was_measured(const struct pmx_bench_result *result, size_t commands, size_t metric);

/* Half of an interval; NAN where there is none. */
double pmx_bench_half(const struct pmx_interval *interval);

/*
 * Half the interval of the median: "± 0.3 %" of it, or, where that is 0 or less, in the metric's
 * unit; "" where it is not known. Without @utf8 "+-".
 */
const char *pmx_bench_bound(const struct pmx_summary *summary, enum pmx_bench_unit unit, bool utf8,
			    char buf[PMX_BENCH_WORD]);

/*
 * "1.023 ± 0.004", or, where there is no ratio, the difference "+12 ± 3"; "" where it was not
 * compared.
 */
const char *pmx_bench_ratio(const struct pmx_bench_cell *cell, enum pmx_bench_unit unit, bool utf8,
			    char buf[PMX_BENCH_WORD]);

/* Was a difference shown, and which? */
bool pmx_bench_differs(const struct pmx_bench_cell *cell);
/* "faster", "slower", "less", "more". */
const char *pmx_bench_direction(const struct pmx_bench_metric *metric, bool is_more);

/* As pmx_bench_verdict(), which knows no better than "us". */
const char *pmx_bench_change(const struct pmx_bench_cell *cell,
			     const struct pmx_bench_metric *metric, bool utf8,
			     char buf[PMX_BENCH_WORD]);

/*
 * How sure a shown difference is, in its words' unit: "± 0.4 %"; else its interval, "-0.3 to +0.5
 * %".
 */
const char *pmx_bench_certainty(const struct pmx_bench_cell *cell,
				const struct pmx_bench_metric *metric, bool utf8,
				char buf[PMX_BENCH_WORD]);

/* "p < 0.0001", "p = 0.0043", "p = 1". */
const char *pmx_bench_p(double p, char buf[PMX_BENCH_WORD]);

/* --- pieces --------------------------------------------------------------------------------- */

/* "±", without @utf8 "+-". */
const char *pmx_bench_plus_minus(bool utf8);

/* Digits behind the point that show @value with at least one that is not 0. */
unsigned pmx_bench_digits(double value, unsigned least, unsigned most);
/* Digits for the uncertainty of a percentage, and for so many times. */
unsigned pmx_bench_percent_digits(double percent);
unsigned pmx_bench_times_digits(double times);

/* "10,000" */
void pmx_bench_say_count(struct pmx_words *words, uint64_t count);

/* Returns @buf. */
const char *pmx_bench_copy(char buf[PMX_BENCH_WORD], const struct pmx_words *words);

#endif
