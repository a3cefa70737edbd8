// SPDX-License-Identifier: GPL-2.0-only
/*
 * runs.c - the mean of repeated runs, row by row
 *
 * Sums are kept in whole numbers, so that a mean does not drift with the number of runs. A run
 * that could not count a row says nothing about its value: such runs are left out of that row.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/result.h>

#include "base/cleanup.h"
#include "stats/runs.h"
#include "stats/strings.h"

/* A command is another task in each run: threads are then told apart by their position alone. */
static bool is_same_row(const struct pmx_row *a, const struct pmx_row *b, bool by_position)
{
	return a->is_sum == b->is_sum && pmx_is_same_text(a->event->name, b->event->name) &&
	       a->event->spec == b->event->spec && pmx_is_same_text(a->cgroup, b->cgroup) &&
	       (by_position || (a->tid == b->tid && pmx_is_same_text(a->label, b->label)));
}

static bool is_same_shape(const struct pmx_result *sum, const struct pmx_result *run)
{
	bool by_position = sum->aggr == PMX_AGGR_THREAD;

	if (sum->count != run->count)
		return false;
	for (size_t i = 0; i < sum->count; i++)
		if (!is_same_row(&sum->rows[i], &run->rows[i], by_position))
			return false;
	return true;
}

struct pmx_row *pmx_row_find(const struct pmx_result *in, const struct pmx_row *row, size_t *hint)
{
	for (size_t i = 0; i < in->count; i++) {
		size_t at = *hint + i < in->count ? *hint + i : *hint + i - in->count;

		if (is_same_row(&in->rows[at], row, false)) {
			*hint = at + 1 < in->count ? at + 1 : 0;
			return &in->rows[at];
		}
	}
	return NULL;
}

static int keep(struct pmx_strings **pool, const char **text)
{
	if (!*text)
		return 0;
	*text = pmx_strings_add(pool, *text);
	return *text ? 0 : -ENOMEM;
}

/* A row that has counted nothing yet; its strings are @sum's own. */
static int copy_row(struct pmx_result *sum, struct pmx_row *to, const struct pmx_row *from)
{
	*to = *from;
	to->count = (struct pmx_count){ .status = from->count.status };
	to->metric = to->second = (struct pmx_metric){ 0 };
	to->spread = (struct pmx_spread){ 0 };
	memset(to->sums, 0, sizeof(to->sums));
	to->half_squares = 0;
	return keep(&sum->strings, &to->label) || keep(&sum->strings, &to->name) ? -ENOMEM : 0;
}

static int copy_rows(struct pmx_result *sum, const struct pmx_result *run)
{
	sum->rows = calloc(run->count + 1, sizeof(*sum->rows));
	if (!sum->rows)
		return -ENOMEM;
	for (size_t i = 0; i < run->count; i++)
		if (copy_row(sum, &sum->rows[i], &run->rows[i]))
			return -ENOMEM;
	sum->count = run->count;
	sum->aggr = run->aggr;
	sum->start_ns = run->start_ns;
	sum->stamp_ns = run->stamp_ns;
	sum->is_summary = run->is_summary;
	return 0;
}

static int append_row(struct pmx_result *sum, const struct pmx_row *row)
{
	struct pmx_row *more = realloc(sum->rows, (sum->count + 1) * sizeof(*more));

	if (!more)
		return -ENOMEM;
	sum->rows = more;
	if (copy_row(sum, &more[sum->count], row))
		return -ENOMEM;
	sum->count++;
	return 0;
}

/* The mean of @n, to the nearest whole number. */
static uint64_t mean(uint64_t *sum, uint64_t more, uint64_t n)
{
	if (__builtin_add_overflow(*sum, more, sum))
		*sum = UINT64_MAX;
	return *sum / n + (*sum % n > (n - 1) / 2);
}

/* The first reason stays: a thousand runs with a reason each must not grow without end. */
static int keep_reason(struct pmx_result *sum, struct pmx_count *count, const char *reason)
{
	if (!reason || count->reason)
		return 0;
	count->reason = reason;
	return keep(&sum->strings, &count->reason);
}

static const char missing_in_some[] = "not counted in every run: the mean is over those that did";

static int add_row(struct pmx_result *sum, struct pmx_row *row, const struct pmx_row *run)
{
	struct pmx_count *count = &row->count;

	if (run->count.status != PMX_COUNTED) {
		if (row->spread.n)
			return 0;
		if (count->status != run->count.status)
			count->reason = NULL;
		count->status = run->count.status;
		return keep_reason(sum, count, run->count.reason);
	}
	if (!row->spread.n)
		count->reason = NULL;
	pmx_spread_add(&row->spread, run->count.value);
	count->status = PMX_COUNTED;
	count->value = row->spread.mean;
	count->raw = mean(&row->sums[0], run->count.raw, row->spread.n);
	count->enabled = mean(&row->sums[1], run->count.enabled, row->spread.n);
	count->running = mean(&row->sums[2], run->count.running, row->spread.n);
	count->resident = mean(&row->sums[3], run->count.resident, row->spread.n);
	count->anywhere = mean(&row->sums[4], run->count.anywhere, row->spread.n);
	row->half_squares += run->count.half * run->count.half;
	count->half = sqrt(row->half_squares) / (double)row->spread.n;
	if (run->count.lost > count->lost)
		count->lost = run->count.lost;
	return keep_reason(sum, count, run->count.reason);
}

static int add_rows(struct pmx_result *sum, const struct pmx_result *run)
{
	bool same = is_same_shape(sum, run);
	size_t hint = 0;

	for (size_t i = 0; i < run->count; i++) {
		const struct pmx_row *from = &run->rows[i];
		struct pmx_row *row = same ? &sum->rows[i] : pmx_row_find(sum, from, &hint);

		if (!row && append_row(sum, from))
			return -ENOMEM;
		if (!row)
			row = &sum->rows[sum->count - 1];
		if (add_row(sum, row, from))
			return -ENOMEM;
	}
	return 0;
}

static uint64_t add_time(struct pmx_spread *spread, uint64_t ns)
{
	pmx_spread_add(spread, (double)ns / 1e9);
	return (uint64_t)(spread->mean * 1e9 + 0.5);
}

int pmx_result_add_run(struct pmx_result *sum, const struct pmx_result *run, struct pmx_error *err)
{
	if ((!sum->runs && copy_rows(sum, run)) || add_rows(sum, run))
		return pmx_error_nomem(err);
	sum->runs++;
	for (size_t i = 0; i < sum->count; i++)
		if (sum->rows[i].spread.n && sum->rows[i].spread.n < sum->runs &&
		    !sum->rows[i].count.reason)
			sum->rows[i].count.reason = missing_in_some;
	sum->elapsed_ns = add_time(&sum->elapsed, run->elapsed_ns);
	if (run->has_rusage) {
		sum->has_rusage = true;
		sum->user_ns = add_time(&sum->user, run->user_ns);
		sum->sys_ns = add_time(&sum->sys, run->sys_ns);
	}
	return 0;
}
