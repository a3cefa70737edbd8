// SPDX-License-Identifier: GPL-2.0-only
/*
 * outcome.c - what became of a row: status, value and reason
 *
 * No number is made up: without running time there is no value, and times that contradict each
 * other scale nothing.
 */
#include <math.h>

#include "stats/outcome.h"

static const char never_ran[] =
	"the target never ran while the event was enabled, or never on the CPUs of its PMU";
static const char never_there[] = "the target was never on the CPUs of its PMU";
static const char never_scheduled[] =
	"never on the PMU while the target ran: it has no counter for the event, or none was free";
static const char contradiction[] =
	"the kernel says that it ran for longer than it was enabled: not scaled";
static const char too_large[] = "the scaled value is too large to be a number";

/* Where the session knows no better. */
static const char *const unknown[] = {
	[PMX_NOT_SUPPORTED] = "the kernel did not open it",
	[PMX_FAILED] = "lost while it was counted",
};

/* The worst first: one that failed says more than one that never was there. */
static const enum pmx_status ranks[] = { PMX_FAILED, PMX_NOT_COUNTED, PMX_NOT_SUPPORTED };

static const char *why(const struct pmx_session *session, const struct pmx_tally *tally,
		       enum pmx_status status)
{
	const char *reason = NULL;

	if (session)
		reason = pmx_session_why(session, tally->first[status], NULL);
	return reason ? reason : unknown[status];
}

static const char *why_not_counted(const struct pmx_row *row, const struct pmx_tally *tally,
				   const struct pmx_session *session)
{
	const char *reason = NULL;

	if (session && tally->count[PMX_NOT_COUNTED])
		reason = pmx_session_why(session, tally->first[PMX_NOT_COUNTED], NULL);
	if (reason)
		return reason;
	if (row->count.anywhere && !row->count.resident)
		return never_there;
	return row->count.enabled ? never_scheduled : never_ran;
}

static void set_missing(struct pmx_row *row, const struct pmx_tally *tally,
			const struct pmx_session *session)
{
	struct pmx_count *count = &row->count;

	count->status = PMX_NOT_COUNTED;
	for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
		if (tally->count[ranks[i]] && !tally->count[PMX_COUNTED]) {
			count->status = ranks[i];
			break;
		}
	}
	count->reason = count->status == PMX_NOT_COUNTED ? why_not_counted(row, tally, session) :
							   why(session, tally, count->status);
}

/* Whole counts: an estimate to a fraction of an event would only look precise. */
static double scaled(const struct pmx_count *count)
{
	uint64_t due = pmx_count_due(count);
	unsigned __int128 product = (unsigned __int128)count->raw * due;

	if (count->running >= due)
		return (double)count->raw;
	product = (product + count->running / 2) / count->running;
	return (double)product;
}

/* Counters of which more than this part of the time is without a bound have none together. */
#define UNBOUNDED_PART 0.05

static double in_unit(const struct pmx_row *row, double count)
{
	/* Not times 1e-6, which is no double: 1,100,000 ns are 1.1 ms, not 1.0999999999999999. */
	return row->event->msec ? count / 1e6 : count * row->event->scale;
}

/* Errors of counters are independent of one another: their squares add up. */
static void set_half(struct pmx_row *row, const struct pmx_tally *tally)
{
	struct pmx_count *count = &row->count;

	if (count->running >= pmx_count_due(count))
		count->half = 0;
	else if (tally->unbounded > UNBOUNDED_PART * (double)count->enabled)
		count->half = (double)NAN;
	else
		count->half = fabs(in_unit(row, sqrt(tally->half_squares)));
}

static void set_value(struct pmx_row *row, bool no_scale)
{
	struct pmx_count *count = &row->count;
	bool as_is = no_scale || row->event->gauge;
	double value = in_unit(row, as_is ? (double)count->raw : scaled(count));

	if (isfinite(value)) {
		count->value = value;
		return;
	}
	count->status = PMX_FAILED;
	count->reason = too_large;
}

void pmx_outcome(struct pmx_row *row, const struct pmx_tally *tally,
		 const struct pmx_session *session, bool no_scale)
{
	struct pmx_count *count = &row->count;

	/* what was counted until a counter failed is worth showing, as too small */
	if (!count->running || !(tally->count[PMX_COUNTED] || tally->count[PMX_FAILED])) {
		set_missing(row, tally, session);
		return;
	}
	count->status = PMX_COUNTED;
	count->lost = tally->count[PMX_FAILED] + tally->count[PMX_NOT_SUPPORTED];
	if (tally->count[PMX_FAILED])
		count->reason = why(session, tally, PMX_FAILED);
	else if (tally->count[PMX_NOT_SUPPORTED])
		count->reason = why(session, tally, PMX_NOT_SUPPORTED);
	else if (count->running > count->enabled)
		count->reason = contradiction;
	set_value(row, no_scale);
	if (!no_scale && !row->event->gauge)
		set_half(row, tally);
}

void pmx_outcome_none(struct pmx_row *row, const struct pmx_target *target)
{
	const struct pmx_pmu *pmu = row->event->pmu;

	row->count.status = PMX_NOT_SUPPORTED;
	if (target->kind != PMX_TARGET_CPUS && pmu->kind == PMX_PMU_UNCORE)
		row->count.reason = "its PMU counts for CPUs, not for tasks: count with -a or -C";
	else if (pmu->has_cpus)
		row->count.reason = "its PMU counts on none of the CPUs that are measured";
	else
		row->count.reason = "there is nothing to count it on";
}
