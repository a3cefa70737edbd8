// SPDX-License-Identifier: GPL-2.0-only
/*
 * times.c - "times": an event ran no longer than it was enabled, and no longer than there was time
 */
#include <inttypes.h>

#include "oracle/breach.h"

#define NAME "times"

/* @wall x @cpus + @slack; what does not fit 64 bits bounds nothing that does. */
static uint64_t bound(uint64_t wall, unsigned cpus, uint64_t slack)
{
	uint64_t most;

	if (__builtin_mul_overflow(wall, (uint64_t)cpus, &most) ||
	    __builtin_add_overflow(most, slack, &most))
		return UINT64_MAX;
	return most;
}

bool pmx_oracle_times(struct pmx_breach *breach, const char *what, const struct pmx_reading *it,
		      uint64_t wall, unsigned cpus, uint64_t slack)
{
	uint64_t most = bound(wall, cpus, slack);

	if (it->eof)
		return pmx_breach_say(breach, NAME, what, "nothing could be read of it");
	if (it->running > it->enabled)
		return pmx_breach_say(breach, NAME, what,
				      "ran %" PRIu64 " ns, enabled %" PRIu64 " ns, %" PRIu64
				      " ns too many",
				      it->running, it->enabled, it->running - it->enabled);
	if (it->enabled > most)
		return pmx_breach_say(breach, NAME, what,
				      "enabled %" PRIu64 " ns, passed at most %" PRIu64
				      " ns (%" PRIu64 " ns on %u CPU%s, and %" PRIu64
				      " ns), %" PRIu64 " ns too many",
				      it->enabled, most, wall, cpus, cpus == 1 ? "" : "s", slack,
				      it->enabled - most);
	return true;
}
