// SPDX-License-Identifier: GPL-2.0-only
/*
 * rate.c - "rate": an event that counts time counted what it ran, and not what it was enabled
 */
#include <inttypes.h>
#include <math.h>

#include "oracle/breach.h"

#define NAME "rate"
#define NSEC 1e9

bool pmx_oracle_rate(struct pmx_breach *breach, const char *what, const struct pmx_reading *it,
		     double rate, double tolerance, uint64_t slack)
{
	double due = rate * (double)it->running, apart = fabs((double)it->value - due);

	if (it->eof)
		return pmx_breach_say(breach, NAME, what, "nothing could be read of it");
	if (apart <= due * tolerance + (double)slack)
		return true;
	return pmx_breach_say(breach, NAME, what,
			      "%" PRIu64 " counted in %" PRIu64
			      " ns, %s expected (%s a second), %s %s",
			      it->value, it->running, pmx_breach_real(due).text,
			      pmx_breach_real(rate * NSEC).text, pmx_breach_real(apart).text,
			      (double)it->value < due ? "missing" : "too many");
}
