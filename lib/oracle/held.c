// SPDX-License-Identifier: GPL-2.0-only
/*
 * held.c - "held": what does not count stands still, its times as well as its value
 */
#include <inttypes.h>

#include "oracle/breach.h"

#define NAME "held"

static bool stands(struct pmx_breach *breach, const char *what, const char *name, const char *unit,
		   uint64_t before, uint64_t after)
{
	if (before == after)
		return true;
	return pmx_breach_say(breach, NAME, what,
			      "%s %" PRIu64 "%s before, %" PRIu64 "%s after, %" PRIu64 "%s %s",
			      name, before, unit, after, unit, pmx_breach_apart(before, after),
			      unit, after > before ? "more" : "less");
}

bool pmx_oracle_held(struct pmx_breach *breach, const char *what, const struct pmx_reading *before,
		     const struct pmx_reading *after)
{
	if (before->eof || after->eof)
		return pmx_breach_say(breach, NAME, what, "nothing could be read %s",
				      before->eof ? "before" : "after");
	return stands(breach, what, "value", "", before->value, after->value) &&
	       stands(breach, what, "enabled", " ns", before->enabled, after->enabled) &&
	       stands(breach, what, "running", " ns", before->running, after->running);
}
