// SPDX-License-Identifier: GPL-2.0-only
/*
 * slots.c - who holds the breakpoint slots of a task or CPU
 */
#include <stdio.h>

#include "base/list.h"
#include "session/internal.h"

static bool is_same_task(const struct pmx_session *s, size_t a, size_t b)
{
	const struct pmx_counter *x = &s->plan->counters[a], *y = &s->plan->counters[b];

	return x->task == y->task && (s->plan->target->kind != PMX_TARGET_CPUS || x->cpu == y->cpu);
}

unsigned pmx_slots_used(const struct pmx_session *s, size_t i, char *names, size_t size)
{
	size_t first = i;
	unsigned used = 0;

	/* counters of one task, or of one CPU, are neighbours */
	while (first > 0 && is_same_task(s, first - 1, i))
		first--;
	for (size_t k = first; k < s->plan->counter_count && is_same_task(s, k, i); k++) {
		const struct pmx_event *event = counter_event(s, k);

		if (event->attr.type != PERF_TYPE_BREAKPOINT || counter_fd(s, k) < 0)
			continue;
		used++;
		if (names)
			pmx_list_append(names, size, event->name);
	}
	return used;
}

/* Our own breakpoints by name, and others where these are too few to fill the slots. */
void pmx_slots_why(const struct pmx_session *s, size_t i, char *buf, size_t size)
{
	unsigned slots = pmx_breakpoint_slots();
	char names[400] = "";
	unsigned used = pmx_slots_used(s, i, names, sizeof(names));

	if (used && used == slots)
		snprintf(buf, size,
			 "all %u breakpoint slots of the CPU are in use, by %s; this would be "
			 "number %u",
			 slots, names, slots + 1);
	else if (used)
		snprintf(buf, size, "all breakpoint slots of the CPU are in use, %u by %s%s", used,
			 names, slots ? ", the others by somebody else (a debugger?)" : "");
	else
		snprintf(buf, size,
			 "all breakpoint slots of the CPU are in use, by somebody else (a "
			 "debugger?)");
}
