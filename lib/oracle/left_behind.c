// SPDX-License-Identifier: GPL-2.0-only
/*
 * left_behind.c - "left-behind": what was opened is closed, what was started has ended
 */
#include <stdio.h>

#include "oracle/breach.h"

static bool is_more(long before, long after, long slack)
{
	return before >= 0 && after >= 0 && after - before > slack;
}

bool pmx_oracle_nothing_left(struct pmx_breach *breach, const char *what,
			     const struct pmx_holdings *before, const struct pmx_holdings *after,
			     long slack)
{
	const struct {
		const char *name;
		long before, after, slack;
	} rows[] = {
		{ "file descriptors", before->fds, after->fds, 0 },
		{ "tasks", before->tasks, after->tasks, 0 },
		{ "events in the kernel", before->events, after->events, slack },
	};
	char text[400]; /* three rows of the largest numbers */
	size_t used = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (is_more(rows[i].before, rows[i].after, rows[i].slack))
			used += (size_t)snprintf(text + used, sizeof(text) - used,
						 "%s%s %ld before, %ld after, %ld left behind",
						 used ? "; " : "", rows[i].name, rows[i].before,
						 rows[i].after, rows[i].after - rows[i].before);
	return !used || pmx_breach_say(breach, "left-behind", what, "%s", text);
}
