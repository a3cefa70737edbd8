// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_remarks_metrics.c - metrics that were not measured, or not all the time, in a sentence for
 * each reason
 */
#include <string.h>

#include "report/bench_label.h"
#include "report/bench_remarks.h"
#include "report/text_marks.h"
#include "report/words.h"

static bool was_measured(const struct pmx_bench_view *view, size_t metric)
{
	return pmx_bench_part_of(view, metric) != PMX_BENCH_ABSENT;
}

/* Names of the metrics that @is_one says yes to: the first few of them. Returns their number. */
static size_t say_metrics(struct pmx_words *words, const struct pmx_bench_view *view,
			  bool (*is_one)(const struct pmx_bench_view *view, size_t m, size_t like),
			  size_t like)
{
	size_t count = 0;

	for (size_t m = 0; m < view->bench->metric_count; m++) {
		struct pmx_cell name;

		if (!is_one(view, m, like) || count++ >= PMX_BENCH_REMARK_FEW)
			continue;
		pmx_bench_cut(&name, view->bench->metrics[m].name, PMX_BENCH_REMARK_NAME,
			      view->report->utf8);
		pmx_say(words, "%s%s", count > 1 ? ", " : "", name.text);
	}
	if (count > PMX_BENCH_REMARK_FEW)
		pmx_say(words, " and %zu more", count - PMX_BENCH_REMARK_FEW);
	return count;
}

static const char *why_of(const struct pmx_bench_view *view, size_t m)
{
	const char *why = view->bench->metrics[m].why;

	return why ? why : "no run gave a value";
}

static bool is_missing_alike(const struct pmx_bench_view *view, size_t m, size_t like)
{
	return !was_measured(view, m) && !strcmp(why_of(view, m), why_of(view, like));
}

/* Was its reason told with an earlier metric? */
static bool was_told(const struct pmx_bench_view *view, size_t metric)
{
	for (size_t m = 0; m < metric; m++)
		if (is_missing_alike(view, m, metric))
			return true;
	return false;
}

static void put_missing(struct pmx_bench_remarks *r)
{
	for (size_t m = 0; m < r->view->bench->metric_count; m++) {
		struct pmx_words words = { 0 };

		if (was_measured(r->view, m) || was_told(r->view, m))
			continue;
		say_metrics(&words, r->view, is_missing_alike, m);
		pmx_say(&words, ": %.500s", why_of(r->view, m));
		pmx_bench_remark(r, "not measured", PMX_MARK_WARN, words.text);
	}
}

static bool is_scaled(const struct pmx_bench_view *view, size_t m, size_t like)
{
	(void)like;
	return was_measured(view, m) && view->bench->metrics[m].scaled;
}

static void put_scaled(struct pmx_bench_remarks *r)
{
	struct pmx_words words = { 0 };

	if (!say_metrics(&words, r->view, is_scaled, 0))
		return;
	pmx_say(&words, "; took turns on the counters, and what was not counted is estimated.");
	pmx_bench_remark(r, "scaled (~)", PMX_MARK_WARN, words.text);
}

void pmx_bench_remark_metrics(struct pmx_bench_remarks *r)
{
	put_missing(r);
	put_scaled(r);
}
