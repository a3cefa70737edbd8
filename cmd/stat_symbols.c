// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_symbols.c - for --dry-run: where the symbols of events were found
 */
#include "stat_plan.h"

#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>

#include <perfmux/symbol.h>
#include <perfmux/text.h>

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

void stat_symbols_print(const struct pmx_plan *plan, const struct pmx_symbols *symbols,
			size_t event)
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
