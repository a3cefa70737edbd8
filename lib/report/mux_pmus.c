// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux_pmus.c - how each PMU shared its counters out, a few lines a PMU
 */
#include <math.h>
#include <string.h>

#include "report/duration.h"
#include "report/mux_text.h"
#include "report/mux_words.h"
#include "report/text_layout.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { MARGIN = 1, INDENT = 3, TEXT = 17 };

static void say_counters(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8)
{
	(void)utf8;
	if (!pmu->demand && !pmu->counters)
		return;
	pmx_say(words, "%u wanted", pmu->demand);
	if (pmu->capacity > 0 && isfinite(pmu->capacity)) {
		pmx_say(words, ", ");
		pmx_say_fixed(words, pmu->capacity, 1);
		pmx_say(words, " to be had at once");
	} else if (!pmu->waits) {
		pmx_say(words, ", and none had to wait");
	}
	if (pmu->counters)
		pmx_say(words, "; the PMU has %u", pmu->counters);
}

static void say_used(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8)
{
	char share[PMX_MUX_WORD];

	(void)utf8;
	if (!(pmu->used > 0) || !isfinite(pmu->used))
		return;
	pmx_say_fixed(words, pmu->used, 2);
	pmx_say(words, " counters on average");
	if (pmx_mux_share(pmu->used, pmu->capacity, share))
		pmx_say(words, ", %s of those to be had", share);
}

static void say_head_of_line(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8)
{
	(void)utf8;
	if (!(pmu->head_of_line >= 0.005 &&
	      isfinite(pmu->head_of_line))) /* less is shown as nothing */
		return;
	pmx_say_fixed(words, pmu->head_of_line, 2);
	pmx_say(words, " counters idle on average, while a group that did not fit was next");
}

static void say_fairness(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8)
{
	(void)utf8;
	if (!isfinite(pmu->jain))
		return;
	pmx_say_fixed(words, pmu->jain, 3);
	pmx_say(words, " (Jain's index over equal events: 1 is even)");
}

static void say_rotation(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8)
{
	char seen[PMX_DURATION_SIZE], set[PMX_DURATION_SIZE];
	const char *from = pmu->interval_from;

	pmx_duration(seen, pmu->interval_seen, utf8);
	pmx_duration(set, pmu->interval_set, utf8);
	if (pmu->interval_seen)
		pmx_say(words, "every %s%s%s%s", seen, from ? " (from " : "", from ? from : "",
			from ? ")" : "");
	if (pmu->interval_set)
		pmx_say(words, "%s%s is set", words->used ? "; " : "", set);
	if (pmu->rotations)
		pmx_say(words, "%s%llu seen", words->used ? "; " : "",
			(unsigned long long)pmu->rotations);
}

static void say_watchdog(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8)
{
	(void)utf8;
	if (pmu->watchdog)
		pmx_say(words, "the NMI watchdog is on, and may hold a counter");
}

static void say_context(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8)
{
	(void)utf8;
	if (pmu->shared_context)
		pmx_say(words, "shared with the events of other PMUs in the same tasks, as before "
			       "Linux 6.2: a PMU that is full makes all of them wait");
}

/* What there is to say of a PMU, and by whom. */
static const struct {
	const char *label;
	void (*say)(struct pmx_words *words, const struct pmx_mux_pmu *pmu, bool utf8);
} lines[] = {
	{ "counters", say_counters },	      { "in use", say_used },
	{ "head of line", say_head_of_line }, { "fairness", say_fairness },
	{ "rotation", say_rotation },	      { "watchdog", say_watchdog },
	{ "context", say_context },
};

static void put_name(struct pmx_out *out, const struct pmx_mux_view *view,
		     const struct pmx_mux_pmu *pmu)
{
	struct pmx_cell name;

	pmx_out_newline(out);
	pmx_out_spaces(out, MARGIN);
	pmx_mux_mark(out, view, PMX_MARK_BOLD);
	pmx_cell_set(&name, pmu->pmu->name);
	pmx_out_text(out, name.text);
	pmx_mux_mark(out, view, PMX_MARK_OFF);
	pmx_out_newline(out);
}

static void put_pmu(struct pmx_out *out, const struct pmx_mux_view *view,
		    const struct pmx_mux_pmu *pmu)
{
	bool is_named = false;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct pmx_words words = { 0 };

		lines[i].say(&words, pmu, view->utf8);
		if (!words.used)
			continue;
		if (!is_named)
			put_name(out, view, pmu);
		is_named = true;
		pmx_out_spaces(out, INDENT);
		pmx_out_left(out, lines[i].label, strlen(lines[i].label), TEXT - INDENT);
		pmx_wrap(out, words.text, TEXT, TEXT);
		pmx_out_newline(out);
	}
}

void pmx_mux_put_pmus(struct pmx_out *out, const struct pmx_mux_view *view,
		      const struct pmx_mux_report *report)
{
	for (size_t i = 0; i < report->pmu_count; i++)
		if (report->pmus[i].pmu)
			put_pmu(out, view, &report->pmus[i]);
}
