// SPDX-License-Identifier: GPL-2.0-only
/*
 * always_on.c - "always-on": what needs no counter never waits for one
 */
#include <inttypes.h>

#include "oracle/breach.h"

#define NAME "always-on"

bool pmx_oracle_always_on(struct pmx_breach *breach, const char *what, const struct pmx_reading *it)
{
	if (it->eof)
		return pmx_breach_say(breach, NAME, what, "nothing could be read of it");
	if (!it->enabled)
		return pmx_breach_say(breach, NAME, what, "enabled 0 ns, ran %" PRIu64 " ns",
				      it->running);
	if (it->running == it->enabled)
		return true;
	return pmx_breach_say(breach, NAME, what,
			      "ran %" PRIu64 " ns, enabled %" PRIu64 " ns, %" PRIu64 " ns %s",
			      it->running, it->enabled, pmx_breach_apart(it->running, it->enabled),
			      it->running < it->enabled ? "missing" : "too many");
}
