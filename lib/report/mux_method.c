// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_method.c - how multiplexing was observed, how closely, and what that cost
 */
#include <math.h>
#include <stdio.h>

#include "report/duration.h"
#include "report/mux_text.h"
#include "report/mux_words.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { MARGIN = 1 };

static void say_how(struct pmx_words *words, const struct pmx_observed *seen, bool utf8)
{
	static const char *const methods[] = {
		[PMX_METHOD_NONE] = "Nothing was observed: none of what was opened shares counters",
		[PMX_METHOD_PAGES] = "Observed through the pages of the events",
		[PMX_METHOD_READS] = "Observed by reading the counters",
	};
	char period[PMX_DURATION_SIZE], longest[PMX_DURATION_SIZE];

	pmx_say(words, "%s", methods[seen->method]);
	pmx_duration(period, seen->period_ns, utf8);
	pmx_duration(longest, seen->period_longest, utf8);
	if (seen->period_ns)
		pmx_say(words, " every %s", period);
	if (seen->period_ns && seen->period_longest)
		pmx_say(words, ", at the longest %s apart", longest);
	if (seen->method == PMX_METHOD_READS && seen->why_reads)
		pmx_say(words, " (%s)", seen->why_reads);
	pmx_say(words, ".");
}

static void say_missed(struct pmx_words *words, const struct pmx_observed *seen)
{
	if (seen->missed)
		pmx_say(words,
			" At most %llu edges were "
			"missed.",
			(unsigned long long)seen->missed);
	if (seen->folded)
		pmx_say(words, " Several edges lay between two looks %llu times.",
			(unsigned long long)seen->folded);
}

static void say_cost(struct pmx_words *words, const struct pmx_observed *seen, bool utf8)
{
	char cpu[PMX_DURATION_SIZE], share[PMX_MUX_WORD];

	pmx_duration(cpu, seen->cpu_ns, utf8);
	if (seen->cpu_ns)
		pmx_say(words, " The observer took %s of CPU time", cpu);
	if (seen->cpu_ns && seen->read_share > 0 && pmx_mux_share(seen->read_share, 1, share))
		pmx_say(words, ", and was reading counters for %s of the time", share);
	if (seen->cpu_ns)
		pmx_say(words, ".");
	if (seen->alone && seen->method != PMX_METHOD_NONE)
		pmx_say(words,
			" perfmux had one CPU to observe from: if it was the target's, too, each "
			"look took time from it.");
}

static void say_details(struct pmx_words *words, const struct pmx_observed *seen)
{
	pmx_say(words, " %llu sweeps over all counters, %llu looks at pages, %llu readings.",
		(unsigned long long)seen->sweeps, (unsigned long long)seen->polls,
		(unsigned long long)seen->reads);
}

static bool has_bound(const struct pmx_mux_report *report)
{
	for (size_t i = 0; i < report->row_count; i++)
		if (pmx_mux_has_value(&report->rows[i]) && report->rows[i].half > 0)
			return true;
	return false;
}

void pmx_mux_put_method(struct pmx_out *out, const struct pmx_mux_view *view,
			const struct pmx_mux_report *report)
{
	const struct pmx_observed *seen = &report->observed;
	struct pmx_words words = { 0 };

	say_how(&words, seen, view->utf8);
	say_missed(&words, seen);
	say_cost(&words, seen, view->utf8);
	if (view->verbose && seen->method != PMX_METHOD_NONE)
		say_details(&words, seen);
	if (view->verbose && report->no_rotations)
		pmx_say(&words, " Rotations were not recorded: %s.", report->no_rotations);
	if (has_bound(report))
		pmx_say(&words, " %s is half the 95%% interval.", view->utf8 ? "\xc2\xb1" : "+-");
	pmx_out_newline(out);
	pmx_mux_mark(out, view, PMX_MARK_DIM);
	pmx_out_spaces(out, MARGIN);
	pmx_wrap(out, words.text, MARGIN, MARGIN);
	pmx_mux_mark(out, view, PMX_MARK_OFF);
	pmx_out_newline(out);
}
