// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_refused.c - of all threads of the system, those and the events that could not be counted
 *
 * Threads that did nothing have no rows then. Those that may not be looked at have none either, and
 * what they did is not known: that is said, once for all of them.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "report/words.h"
#include "stat_run.h"

struct refused {
	const struct pmx_plan *plan;
	const struct pmx_session *session;
	bool *event_open; /* for some thread */
	bool *task_short; /* it lacks an event that others have */
	struct pmx_words words;
};

/* NULL where it was opened, or its thread had ended. */
static const char *why_refused(const struct refused *r, size_t counter)
{
	int code = 0;
	const char *why = pmx_session_why(r->session, counter, &code);

	return code == ESRCH ? NULL : why;
}

static void find_open_events(struct refused *r)
{
	for (size_t i = 0; i < r->plan->counter_count; i++)
		if (!pmx_session_why(r->session, i, NULL))
			r->event_open[r->plan->counters[i].event] = true;
}

/* The threads, and why the first of them could not be counted. */
static void say_tasks(struct refused *r)
{
	size_t count = 0;
	const char *first = NULL;

	for (size_t i = 0; i < r->plan->counter_count; i++) {
		const struct pmx_counter *c = &r->plan->counters[i];
		const char *why = r->event_open[c->event] ? why_refused(r, i) : NULL;

		if (!why || r->task_short[c->task])
			continue;
		r->task_short[c->task] = true;
		first = first ? first : why;
		count++;
	}
	if (count)
		pmx_say(&r->words, "%zu of %zu threads could not be counted: %s", count,
			r->plan->target->task_count, first);
}

static void say_event(struct refused *r, size_t event)
{
	for (size_t i = 0; i < r->plan->counter_count; i++) {
		const char *why = r->plan->counters[i].event == event ? why_refused(r, i) : NULL;

		if (!why)
			continue;
		pmx_say(&r->words, "%s%s: %s", r->words.used ? "; " : "",
			pmx_session_event_name(r->session, r->plan->events, event), why);
		return;
	}
}

void stat_note_refused(struct stat_run *sr)
{
	const struct stat_options *o = sr->options;
	struct refused r = { .plan = sr->run.plan, .session = sr->run.session };
	pmx_autofree bool *events = NULL, *tasks = NULL;

	if (!o->target.all_cpus || o->aggr != PMX_AGGR_THREAD)
		return;
	r.event_open = events = calloc(r.plan->events->count + 1, sizeof(*events));
	r.task_short = tasks = calloc(r.plan->target->task_count + 1, sizeof(*tasks));
	if (!events || !tasks)
		return;
	find_open_events(&r);
	say_tasks(&r);
	for (size_t e = 0; e < r.plan->events->count; e++)
		if (!events[e])
			say_event(&r, e);
	stat_output_note(sr->output, STAT_NOTE_REFUSED, r.words.used ? r.words.text : NULL);
}
