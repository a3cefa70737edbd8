// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_ratio.c - ratios and differences with their intervals
 */
#include <math.h>

#include "report/bench_amount.h"
#include "report/bench_words.h"
#include "report/number.h"

/* --- a ratio or a difference ------------------------------------------------------------------ */

static void say_signed(struct pmx_words *words, double value, unsigned digits)
{
	pmx_say(words, "%s", value > 0 ? "+" : value < 0 ? "-" : "");
	pmx_say_fixed(words, fabs(value), digits);
}

static void say_signed_amount(struct pmx_words *words, const struct pmx_bench_scale *scale,
			      double value)
{
	char number[PMX_AMOUNT_SIZE];

	pmx_bench_number(number, scale, fabs(value));
	pmx_say(words, "%s%s", value > 0 ? "+" : value < 0 ? "-" : "", number);
}

static void say_unit(struct pmx_words *words, const struct pmx_bench_scale *scale)
{
	pmx_say(words, "%s%s", *scale->name ? " " : "", scale->name);
}

static void say_ratio(struct pmx_words *words, const struct pmx_comparison *it, bool utf8)
{
	double half = pmx_bench_half(&it->ratio_interval);
	unsigned least = pmx_bench_times_digits(it->ratio);
	unsigned digits = half > 0 ? pmx_bench_digits(half, least, 5) : 3;

	if (it->ratio >= PMX_BENCH_HUGE || (it->ratio > 0 && it->ratio < 1e-5)) {
		pmx_say(words, "%s", it->ratio < 1 ? "<0.00001" : ">1000000");
		return;
	}
	pmx_say_fixed(words, it->ratio, digits);
	if (!isfinite(half))
		return;
	pmx_say(words, " %s ", pmx_bench_plus_minus(utf8));
	pmx_say_fixed(words, half, half > 0 ? digits : 0);
}

static void say_difference(struct pmx_words *words, const struct pmx_comparison *it,
			   enum pmx_bench_unit unit, bool utf8)
{
	double half = pmx_bench_half(&it->difference_interval), size = fabs(it->difference);
	struct pmx_bench_scale scale;

	size = size > 0 || !(half > 0) ? size : half;
	pmx_bench_scale_of(&scale, unit, size, size, utf8);
	say_signed_amount(words, &scale, it->difference);
	if (isfinite(half)) {
		char number[PMX_AMOUNT_SIZE];

		pmx_bench_number(number, &scale, half);
		pmx_say(words, " %s %s", pmx_bench_plus_minus(utf8), number);
	}
	say_unit(words, &scale);
}

const char *pmx_bench_ratio(const struct pmx_bench_cell *cell, enum pmx_bench_unit unit, bool utf8,
			    char buf[PMX_BENCH_WORD])
{
	struct pmx_words words = { 0 };

	if (cell->compared && cell->comparison.has_ratio && isfinite(cell->comparison.ratio))
		say_ratio(&words, &cell->comparison, utf8);
	else if (cell->compared && isfinite(cell->comparison.difference))
		say_difference(&words, &cell->comparison, unit, utf8);
	return pmx_bench_copy(buf, &words);
}

/* --- how sure it is --------------------------------------------------------------------------- */

/* Half the interval of what the verdict says. */
static double half_of(const struct pmx_comparison *it, enum pmx_bench_form form)
{
	const struct pmx_interval *ratio = &it->ratio_interval;

	switch (form) {
	case PMX_BENCH_PERCENT:
		return 100 * pmx_bench_half(ratio);
	case PMX_BENCH_TIMES:
		return pmx_bench_half(ratio);
	case PMX_BENCH_TIMES_FAST:
		return ratio->low > 0 ? (1 / ratio->low - 1 / ratio->high) / 2 : NAN;
	default:
		return pmx_bench_half(&it->difference_interval);
	}
}

static void say_bound(struct pmx_words *words, const struct pmx_comparison *it,
		      const struct pmx_bench_metric *metric, bool utf8)
{
	enum pmx_bench_form form = pmx_bench_form(it, metric->is_time);
	double half = half_of(it, form);
	char amount[PMX_AMOUNT_SIZE];
	unsigned least;

	if (!isfinite(half) || (form == PMX_BENCH_TIMES && it->ratio >= PMX_BENCH_HUGE) ||
	    (form == PMX_BENCH_TIMES_FAST && 1 / it->ratio >= PMX_BENCH_HUGE))
		return;
	pmx_say(words, "%s ", pmx_bench_plus_minus(utf8));
	if (form == PMX_BENCH_DIFFERENCE) {
		pmx_bench_amount(amount, metric->unit, half, utf8);
		pmx_say(words, "%s", amount);
	} else if (form == PMX_BENCH_PERCENT) {
		pmx_say_fixed(words, half, pmx_bench_percent_digits(half));
		pmx_say(words, " %%");
	} else {
		least = pmx_bench_times_digits(form == PMX_BENCH_TIMES ? it->ratio : 1 / it->ratio);
		pmx_say_fixed(words, half, pmx_bench_digits(half, least, 5));
	}
}

static void say_range(struct pmx_words *words, const struct pmx_comparison *it,
		      const struct pmx_bench_metric *metric, bool utf8)
{
	const struct pmx_interval *ratio = &it->ratio_interval, *d = &it->difference_interval;
	struct pmx_bench_scale scale;
	double most;

	if (it->has_ratio) {
		most = 100 * fmax(fabs(ratio->low - 1), fabs(ratio->high - 1));
		if (most == 0) {
			pmx_say(words, "0 %%");
			return;
		}
		say_signed(words, 100 * (ratio->low - 1), pmx_bench_percent_digits(most));
		if (ratio->low < ratio->high) {
			pmx_say(words, " to ");
			say_signed(words, 100 * (ratio->high - 1), pmx_bench_percent_digits(most));
		}
		pmx_say(words, " %%");
		return;
	}
	most = fmax(fabs(d->low), fabs(d->high));
	pmx_bench_scale_of(&scale, metric->unit, most, most, utf8);
	say_signed_amount(words, &scale, d->low);
	if (d->low < d->high) {
		pmx_say(words, " to ");
		say_signed_amount(words, &scale, d->high);
	}
	say_unit(words, &scale);
}

const char *pmx_bench_certainty(const struct pmx_bench_cell *cell,
				const struct pmx_bench_metric *metric, bool utf8,
				char buf[PMX_BENCH_WORD])
{
	const struct pmx_comparison *it = &cell->comparison;
	const struct pmx_interval *interval = it->has_ratio ? &it->ratio_interval :
							      &it->difference_interval;
	struct pmx_words words = { 0 };

	if (cell->compared && isfinite(interval->low) && isfinite(interval->high)) {
		if (pmx_bench_differs(cell))
			say_bound(&words, it, metric, utf8);
		else
			say_range(&words, it, metric, utf8);
	}
	return pmx_bench_copy(buf, &words);
}
