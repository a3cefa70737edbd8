// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_details.c - all there is about a metric of a command, for readers who asked for it
 */
#include <math.h>

#include "report/bench_label.h"
#include "report/bench_text.h"
#include "report/bench_words.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { INDENT = 5 };

/* "..., mean 123.9 ms" */
static void say_amount(struct pmx_words *words, const char *name, enum pmx_bench_unit unit,
		       double value, bool utf8)
{
	char amount[PMX_AMOUNT_SIZE];

	if (pmx_bench_amount(amount, unit, value, utf8))
		pmx_say(words, ", %s %s", name, amount);
}

static void say_summary(struct pmx_words *words, const struct pmx_summary *it,
			enum pmx_bench_unit unit, bool utf8)
{
	size_t outliers = it->outliers_low + it->outliers_high;

	pmx_say(words, "%zu value%s", it->count, it->count == 1 ? "" : "s");
	say_amount(words, "mean", unit, it->mean, utf8);
	say_amount(words, "stddev", unit, it->stddev, utf8);
	say_amount(words, "MAD", unit, it->mad, utf8);
	if (outliers)
		pmx_say(words, ", %zu outlier%s", outliers, outliers == 1 ? "" : "s");
	if (it->ignored)
		pmx_say(words, ", %zu not finite", it->ignored);
}

static void say_interval(struct pmx_words *words, const struct pmx_comparison *it,
			 const struct pmx_bench_metric *metric, bool utf8)
{
	const struct pmx_interval *ratio = &it->ratio_interval, *d = &it->difference_interval;
	char low[PMX_AMOUNT_SIZE], high[PMX_AMOUNT_SIZE];
	double half = pmx_bench_half(ratio), most = fmax(fabs(d->low), fabs(d->high));
	struct pmx_bench_scale scale;

	if (it->has_ratio && isfinite(half) && it->ratio < PMX_BENCH_HUGE) {
		unsigned digits = half > 0 ? pmx_bench_digits(half, 2, 5) + 1 : 3;

		pmx_say(words, "; ratio ");
		pmx_say_fixed(words, ratio->low, digits);
		pmx_say(words, " to ");
		pmx_say_fixed(words, ratio->high, digits);
	}
	if (!isfinite(d->low) || !isfinite(d->high))
		return;
	pmx_bench_scale_of(&scale, metric->unit, most, most, utf8);
	pmx_bench_number(low, &scale, d->low);
	pmx_bench_scaled(high, &scale, d->high);
	pmx_say(words, "; difference %s to %s", low, high);
}

static void say_test(struct pmx_words *words, const struct pmx_bench_cell *cell, size_t tests)
{
	const struct pmx_rank_test *test = &cell->comparison.test;
	char p[PMX_BENCH_WORD];

	pmx_say(words, "%s", pmx_bench_p(test->p, p));
	if (!*p)
		return;
	pmx_say(words, " (%s)", pmx_p_method_name(test->method));
	if (tests > 1 && isfinite(cell->adjusted))
		pmx_say(words, ", corrected for %zu comparisons %s", tests,
			pmx_bench_p(cell->adjusted, p));
}

static void put(struct pmx_out *out, const struct pmx_bench_view *view,
		const struct pmx_words *words)
{
	pmx_out_spaces(out, INDENT);
	pmx_bench_mark(out, view, PMX_MARK_DIM);
	pmx_wrap(out, words->text, INDENT, INDENT);
	pmx_bench_mark(out, view, PMX_MARK_OFF);
	pmx_out_newline(out);
}

void pmx_bench_put_details(struct pmx_out *out, const struct pmx_bench_view *view, size_t command,
			   size_t metric)
{
	const struct pmx_bench_cell *cell = pmx_bench_cell(view->result, command, metric);
	const struct pmx_bench_metric *it = &view->bench->metrics[metric];
	struct pmx_words words = { 0 };

	if (!pmx_bench_has_value(&cell->summary))
		return;
	say_summary(&words, &cell->summary, it->unit, view->report->utf8);
	put(out, view, &words);
	if (!cell->compared)
		return;
	words = (struct pmx_words){ 0 };
	say_test(&words, cell, view->result->tests);
	say_interval(&words, &cell->comparison, it, view->report->utf8);
	put(out, view, &words);
}
