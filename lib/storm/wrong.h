/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * wrong.h - requests that every kernel must refuse, whatever the state of things
 */
#ifndef PERFMUX_STORM_WRONG_H
#define PERFMUX_STORM_WRONG_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/types.h>

/* perf_event_open(), by the driver. */
struct storm_wrong_open {
	const char *name;
	int error; /* what it must be refused with */
	struct perf_event_attr attr;
	pid_t pid;
	int cpu, group;
	unsigned long flags;
	const char *attr_text; /* attr as initializers in C */
};

extern const struct storm_wrong_open storm_wrong_opens[];
extern const size_t storm_wrong_open_count;

/* A request for an event. */
enum storm_wrong_target {
	STORM_OF_EVENT,
	STORM_OF_CLOSED, /* of a file descriptor that was the event's, and is closed */
};

struct storm_wrong_call {
	const char *name;
	int error;
	enum storm_wrong_target target;
	unsigned long request, arg;
};

extern const struct storm_wrong_call storm_wrong_calls[];
extern const size_t storm_wrong_call_count;

#endif
