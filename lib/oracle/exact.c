// SPDX-License-Identifier: GPL-2.0-only
/*
 * exact.c - "exact": known work is counted as often as it was done
 *
 * A range rather than a number, since some work causes a few events of its own that nobody
 * controls.
 */
#include <inttypes.h>
#include <stdio.h>

#include "oracle/breach.h"

bool pmx_oracle_exact(struct pmx_breach *breach, const char *what, uint64_t got, uint64_t low,
		      uint64_t high)
{
	char done[48];

	if (got >= low && got <= high)
		return true;
	if (low == high)
		snprintf(done, sizeof(done), "%" PRIu64, low);
	else
		snprintf(done, sizeof(done), "%" PRIu64 " to %" PRIu64, low, high);
	if (got < low)
		return pmx_breach_say(breach, "exact", what,
				      "%" PRIu64 " counted, %s done, %" PRIu64 " missing", got,
				      done, low - got);
	return pmx_breach_say(breach, "exact", what,
			      "%" PRIu64 " counted, %s done, %" PRIu64 " too many", got, done,
			      got - high);
}
