// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_words.c - what all writers say of a comparison in the same words
 *
 * A change is in per cent of what it is compared with, up to twice or half as much. "60 % faster"
 * would leave open 60 % of what: a time that is half as long or less is so many times as fast.
 */
#include <math.h>
#include <stdio.h>

#include "report/bench_amount.h"
#include "report/bench_words.h"
#include "report/number.h"
#include "report/words.h"

enum { MOST_DIGITS = 6 };

static const double almost_all = 99.9; /* per cent: that it is not all of it must be seen */

const char *pmx_bench_plus_minus(bool utf8)
{
	return utf8 ? "\xc2\xb1" : "+-";
}

const char *pmx_bench_copy(char buf[PMX_BENCH_WORD], const struct pmx_words *words)
{
	snprintf(buf, PMX_BENCH_WORD, "%.*s", PMX_BENCH_WORD - 1, words->text);
	return buf;
}

void pmx_bench_say_count(struct pmx_words *words, uint64_t count)
{
	char number[PMX_NUMBER_SIZE];

	pmx_number_u64(number, count, true);
	pmx_say(words, "%s", number);
}

unsigned pmx_bench_digits(double value, unsigned least, unsigned most)
{
	double digits = value > 0 ? ceil(-log10(value) - 1e-9) : 0;

	return digits <= least ? least : digits < most ? (unsigned)digits : most;
}

unsigned pmx_bench_percent_digits(double percent)
{
	if (!(percent > 0))
		return 0;
	return percent >= 9.95 ? 0 : pmx_bench_digits(percent, 1, MOST_DIGITS);
}

bool pmx_bench_has_value(const struct pmx_summary *summary)
{
	return summary->count && isfinite(summary->median);
}

bool pmx_bench_was_measured(const struct pmx_bench_result *result, size_t commands, size_t metric)
{
	for (size_t c = 0; c < commands; c++)
		if (pmx_bench_has_value(&pmx_bench_cell(result, c, metric)->summary))
			return true;
	return false;
}

double pmx_bench_half(const struct pmx_interval *interval)
{
	return (interval->high - interval->low) / 2;
}

bool pmx_bench_differs(const struct pmx_bench_cell *cell)
{
	return cell->compared &&
	       (cell->change == PMX_CHANGE_LESS || cell->change == PMX_CHANGE_MORE);
}

const char *pmx_bench_direction(const struct pmx_bench_metric *metric, bool is_more)
{
	if (metric->is_time)
		return is_more ? "slower" : "faster";
	return is_more ? "more" : "less";
}

/* --- one command ---------------------------------------------------------------------------- */

const char *pmx_bench_bound(const struct pmx_summary *summary, enum pmx_bench_unit unit, bool utf8,
			    char buf[PMX_BENCH_WORD])
{
	double half = pmx_bench_half(&summary->median_interval);
	double percent = 100 * half / summary->median;
	struct pmx_words words = { 0 };
	char amount[PMX_AMOUNT_SIZE];

	if (!pmx_bench_has_value(summary) || !isfinite(half)) {
		buf[0] = '\0';
		return buf;
	}
	pmx_say(&words, "%s ", pmx_bench_plus_minus(utf8));
	if (!(summary->median > 0) || !isfinite(percent)) {
		pmx_bench_amount(amount, unit, half, utf8);
		pmx_say(&words, "%s", amount);
	} else if (percent > 0 && percent < 0.095) {
		pmx_say(&words, "<0.1 %%");
	} else if (percent > 999) {
		pmx_say(&words, ">999 %%");
	} else {
		pmx_say_fixed(&words, percent, pmx_bench_percent_digits(percent));
		pmx_say(&words, " %%");
	}
	return pmx_bench_copy(buf, &words);
}

/* --- verdicts --------------------------------------------------------------------------------- */

enum pmx_bench_form pmx_bench_form(const struct pmx_comparison *it, bool is_time)
{
	if (!it->has_ratio || !isfinite(it->ratio))
		return PMX_BENCH_DIFFERENCE;
	if (it->ratio >= 2)
		return PMX_BENCH_TIMES;
	return is_time && it->ratio <= 0.5 && it->ratio > 0 ? PMX_BENCH_TIMES_FAST :
							      PMX_BENCH_PERCENT;
}

unsigned pmx_bench_times_digits(double times)
{
	return times < 9.995 ? 2 : times < 99.95 ? 1 : 0;
}

static void say_times(struct pmx_words *words, double times, const char *as)
{
	bool is_huge = times >= PMX_BENCH_HUGE;
	char number[PMX_NUMBER_SIZE];

	pmx_number_fixed(number, is_huge ? PMX_BENCH_HUGE : times, pmx_bench_times_digits(times),
			 true);
	pmx_say(words, "%s%.40s times as %s", is_huge ? ">" : "", number, as);
}

static void say_percent(struct pmx_words *words, double ratio, const char *direction)
{
	double percent = 100 * fabs(ratio - 1), least = pow(10, -MOST_DIGITS);

	if (percent > 0 && percent < least) {
		pmx_say(words, "<");
		percent = least;
	} else if (percent > almost_all && ratio > 0 && ratio < 1) {
		pmx_say(words, ">");
		percent = almost_all;
	}
	pmx_say_fixed(words, percent, percent >= 9.95 ? 1 : pmx_bench_percent_digits(percent));
	pmx_say(words, " %% %s", direction);
}

static void say_change(struct pmx_words *words, const struct pmx_bench_cell *cell,
		       const struct pmx_bench_metric *metric, bool utf8)
{
	const struct pmx_comparison *it = &cell->comparison;
	const char *direction = pmx_bench_direction(metric, cell->change == PMX_CHANGE_MORE);
	char amount[PMX_AMOUNT_SIZE];

	switch (pmx_bench_form(it, metric->is_time)) {
	case PMX_BENCH_PERCENT:
		say_percent(words, it->ratio, direction);
		break;
	case PMX_BENCH_TIMES:
		say_times(words, it->ratio, metric->is_time ? "slow" : "much");
		break;
	case PMX_BENCH_TIMES_FAST:
		say_times(words, 1 / it->ratio, "fast");
		break;
	case PMX_BENCH_DIFFERENCE:
		pmx_bench_amount(amount, metric->unit, fabs(it->difference), utf8);
		pmx_say(words, "%s%s%s", amount, *amount ? " " : "", direction);
		break;
	}
}

const char *pmx_bench_change(const struct pmx_bench_cell *cell,
			     const struct pmx_bench_metric *metric, bool utf8,
			     char buf[PMX_BENCH_WORD])
{
	static const char *const words_of[] = {
		[PMX_CHANGE_TOO_FEW] = "too few runs to tell",
		[PMX_CHANGE_NONE] = "no difference shown",
		[PMX_CHANGE_NOISY] = "too noisy to tell",
	};
	struct pmx_words words = { 0 };

	if (pmx_bench_differs(cell))
		say_change(&words, cell, metric, utf8);
	else if (cell->compared)
		pmx_say(&words, "%s", words_of[cell->change]);
	return pmx_bench_copy(buf, &words);
}

const char *pmx_bench_verdict(const struct pmx_bench_cell *cell,
			      const struct pmx_bench_metric *metric, char *buf, size_t size)
{
	char words[PMX_BENCH_WORD];

	if (size)
		snprintf(buf, size, "%s", pmx_bench_change(cell, metric, false, words));
	return buf;
}

const char *pmx_bench_p(double p, char buf[PMX_BENCH_WORD])
{
	struct pmx_words words = { 0 };

	if (p < 0.0001)
		pmx_say(&words, "p < 0.0001");
	else if (isfinite(p)) {
		pmx_say(&words, "p = ");
		pmx_say_fixed(&words, p, p >= 1 ? 0 : p >= 0.1 ? 2 : pmx_bench_digits(p, 1, 5) + 1);
	}
	return pmx_bench_copy(buf, &words);
}
