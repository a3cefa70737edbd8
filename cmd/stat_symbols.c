// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_symbols.c - breakpoints by symbol
 */
#include "stat_symbols.h"

#include <inttypes.h>
#include <limits.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>

#include <perfmux/text.h>

/* Whoever names an array should know that most of it is not watched. */
static void tell_parts(const struct pmx_symbols *symbols, const struct pmx_events *events)
{
	for (size_t e = 0; e < events->count; e++) {
		const struct pmx_location *where = pmx_symbols_find(symbols, e, 0);

		if (!where || !where->path || where->access == HW_BREAKPOINT_X ||
		    where->length >= where->size || events->list[e].symbol->has_length)
			continue;
		fputs("perfmux stat: ", stderr);
		pmx_print_safe(stderr, events->list[e].name);
		fprintf(stderr,
			" watches %u of %" PRIu64 " bytes, as many as a breakpoint can there; others "
			"with +OFFSET or /LENGTH\n",
			where->length, where->size);
	}
}

int stat_symbols_make(struct pmx_symbols **out, const struct pmx_events *events,
		      const struct pmx_target *target, const struct stat_options *options,
		      struct pmx_error *err)
{
	char path[PATH_MAX];
	bool has_path;
	int ret;

	if (!pmx_symbols_are_in(events))
		return 0;
	/* a command that cannot be found is said where it is launched, with a status of its own */
	has_path = target->kind == PMX_TARGET_COMMAND && options->command &&
		   !pmx_launch_find(options->command[0], path, sizeof(path), NULL);
	ret = pmx_symbols_new(out, events, target, has_path ? path : NULL, err);
	if (!ret && !options->dry_run)
		tell_parts(*out, events);
	return ret;
}

int stat_symbols_open(struct pmx_symbols *symbols, struct pmx_launch *launch,
		      struct pmx_session *session, struct pmx_error *err)
{
	uint64_t entry = 0;
	int ret;

	if (!pmx_launch_is_stopped(launch))
		return 0;
	ret = pmx_symbols_locate(symbols, pmx_launch_pid(launch), false, &entry, err);
	if (ret == 1) {
		ret = pmx_launch_run_to(launch, entry, err);
		if (!ret && pmx_launch_is_stopped(launch))
			ret = pmx_symbols_locate(symbols, pmx_launch_pid(launch), true, &entry, err);
	}
	if (ret)
		return ret;
	pmx_session_open_located(session);
	return pmx_session_filter(session, err);
}

static void print_location(const struct pmx_location *where)
{
	fputs("  ", stdout);
	pmx_print_safe(stdout, where->path);
	printf(" 0x%" PRIx64, where->vaddr);
	if (where->in_process)
		printf(" at 0x%" PRIx64, where->address);
	printf(", %s%s%s", where->access & HW_BREAKPOINT_R ? "r" : "",
	       where->access & HW_BREAKPOINT_W ? "w" : "",
	       where->access & HW_BREAKPOINT_X ? "x" : "");
	if (where->access == HW_BREAKPOINT_X)
		return;
	if (where->size > where->length)
		printf(" %u of %" PRIu64 " bytes", where->length, where->size);
	else
		printf(" %u byte%s", where->length, where->length == 1 ? "" : "s");
}

/* Which breakpoint of the list it is, beginning with 1. */
static unsigned number_of(const struct pmx_events *events, size_t event)
{
	unsigned number = 0;

	for (size_t e = 0; e <= event; e++)
		number += events->list[e].attr.type == PERF_TYPE_BREAKPOINT;
	return number;
}

void stat_symbols_print(const struct pmx_plan *plan, const struct pmx_symbols *symbols, size_t event)
{
	const struct pmx_location *where = pmx_symbols_find(symbols, event, 0);
	unsigned slots = pmx_breakpoint_slots();

	if (where && where->path)
		print_location(where);
	else if (plan->events->list[event].symbol)
		fputs("  (looked up when the command runs)", stdout);
	if (plan->events->list[event].attr.type == PERF_TYPE_BREAKPOINT && slots &&
	    number_of(plan->events, event) > slots)
		printf("  (number %u for %u slots)", number_of(plan->events, event), slots);
}
