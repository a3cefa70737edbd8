// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_end.c - what comes below the rows: times, the table of runs, and why something is missing
 */
#include <math.h>
#include <string.h>

#include <perfmux/report.h>

#include "report/number.h"
#include "report/out.h"
#include "report/reasons.h"
#include "report/text_layout.h"

enum {
	SECONDS = 18, /* perf stat's width of the seconds */
	MAX_DIGITS = 9,
	TABLE = 10, /* its indentation of the table */
	MAX_BAR = 40,
};

/* Digits behind the point: two more than the first that the spread leaves uncertain. */
static unsigned digits_for(double sem)
{
	double digits = sem > 0 ? ceil(-log10(sem)) : MAX_DIGITS;

	if (sem > 1)
		digits = 0;
	digits += 2;
	return digits > MAX_DIGITS ? MAX_DIGITS : (unsigned)digits;
}

static void put_seconds(struct pmx_out *out, double seconds, unsigned digits)
{
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_number_fixed(number, seconds, digits, false);

	pmx_out_right(out, number, length, SECONDS);
}

/* " 0.001225 +- 0.000269 seconds time elapsed  ( +- 21.97% )" */
static void put_mean(struct pmx_out *out, const struct pmx_spread *spread, const char *what)
{
	double sem = pmx_spread_sem(spread), percent = pmx_spread_sem_percent(spread);
	unsigned digits = digits_for(sem);
	char number[PMX_NUMBER_SIZE];
	size_t length;

	put_seconds(out, spread->mean, digits);
	pmx_out_text(out, " +- ");
	pmx_out_fixed(out, sem, digits);
	pmx_out_text(out, what);
	if (percent > 0) {
		length = pmx_number_fixed(number, percent, 2, false);
		pmx_out_text(out, "  ( +-");
		pmx_out_right(out, number, length, 6);
		pmx_out_text(out, "% )");
	}
	pmx_out_newline(out);
}

static void put_time(struct pmx_out *out, uint64_t ns, const char *what)
{
	char number[PMX_NUMBER_SIZE];
	size_t length = pmx_number_seconds(number, ns);

	pmx_out_right(out, number, length, SECONDS);
	pmx_out_text(out, what);
	pmx_out_newline(out);
}

/* A mark for each 5 % that a run is off the mean, and one more. */
static void put_bar(struct pmx_out *out, double run, double mean)
{
	double off = mean > 0 ? fabs(run - mean) / mean * 20 : 0;
	unsigned marks = off < MAX_BAR - 1 ? 1 + (unsigned)off : MAX_BAR;

	while (marks--)
		pmx_out_text(out, "#");
}

static void put_table(struct pmx_out *out, const struct pmx_report *report,
		      const struct pmx_spread *elapsed)
{
	unsigned digits = digits_for(pmx_spread_sem(elapsed));

	pmx_out_spaces(out, TABLE);
	pmx_out_text(out, "# Table of individual measurements:\n");
	for (unsigned i = 0; i < report->runs; i++) {
		double run = report->run_seconds[i], off = run - elapsed->mean;

		put_seconds(out, run, digits);
		pmx_out_text(out, signbit(off) ? " (" : " (+");
		pmx_out_fixed(out, off, digits);
		pmx_out_text(out, ") ");
		put_bar(out, run, elapsed->mean);
		pmx_out_newline(out);
	}
	pmx_out_newline(out);
	pmx_out_spaces(out, TABLE);
	pmx_out_text(out, "# Final result:\n");
}

static void put_means(struct pmx_out *out, const struct pmx_report *report,
		      const struct pmx_result *result)
{
	if (report->table && report->run_seconds)
		put_table(out, report, &result->elapsed);
	put_mean(out, &result->elapsed, " seconds time elapsed");
	if (!result->has_rusage)
		return;
	pmx_out_newline(out);
	put_mean(out, &result->user, " seconds user");
	put_mean(out, &result->sys, " seconds sys");
}

static void put_times(struct pmx_out *out, const struct pmx_result *result)
{
	put_time(out, result->elapsed_ns, " seconds time elapsed");
	if (!result->has_rusage)
		return;
	pmx_out_newline(out);
	put_time(out, result->user_ns, " seconds user");
	put_time(out, result->sys_ns, " seconds sys");
}

static void put_mark(struct pmx_out *out)
{
	pmx_out_text(out, "\n  ");
	pmx_out_mem(out, (char[]){ PMX_TEXT_APART }, 1);
	pmx_out_text(out, " from events that were not counted at the same time\n");
}

void pmx_text_end(const struct pmx_report *report, const struct pmx_result *last)
{
	bool show_times = report->show_times && (!last->stamp_ns || last->is_summary);
	PMX_OUT(out, report->out);

	if (show_times) {
		pmx_out_newline(&out);
		if (last->elapsed.n > 1)
			put_means(&out, report, last);
		else
			put_times(&out, last);
	}
	if (report->marked)
		put_mark(&out);
	pmx_put_reasons(&out, report, last);
	if (show_times)
		pmx_out_newline(&out);
}
