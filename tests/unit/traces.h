/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * traces.h - traces as a viewer reads them: events, the tracks that they are on, and their names
 */
#ifndef TESTS_TRACES_H
#define TESTS_TRACES_H

#include "json.h"

static inline json_t *events_of(const json_t *trace)
{
	json_t *events = get(trace, "traceEvents");

	assert_true(json_is_array(events));
	return events;
}

static inline bool is_phase(const json_t *event, char phase)
{
	return text(event, "ph")[0] == phase;
}

/* What a process (@tid 0) or a thread was called; NULL: nothing. */
static inline const char *track_name(json_t *events, json_int_t pid, json_int_t tid)
{
	json_t *event;
	size_t i;

	json_array_foreach(events, i, event) {
		if (!is_phase(event, 'M') || whole(event, "pid") != pid)
			continue;
		if (strcmp(text(event, "name"), tid ? "thread_name" : "process_name") != 0)
			continue;
		if (!tid || whole(event, "tid") == tid)
			return text(get(event, "args"), "name");
	}
	return NULL;
}

/* The event @n of that name in a process, in one of @phases; NULL: there are fewer. */
static inline json_t *nth_event(json_t *events, json_int_t pid, const char *phases,
				const char *name, size_t n)
{
	json_t *event;
	size_t i;

	json_array_foreach(events, i, event)
		if (strchr(phases, text(event, "ph")[0]) && whole(event, "pid") == pid &&
		    !strcmp(text(event, "name"), name) && !n--)
			return event;
	return NULL;
}

#endif
