// SPDX-License-Identifier: GPL-2.0-only
/*
 * capacity.c - "capacity": no counter stands idle while an event waits, and none is given twice
 */
#include <math.h>

#include "oracle/breach.h"

#define NAME "capacity"

bool pmx_oracle_capacity(struct pmx_breach *breach, const char *what, const double *shares,
			 size_t count, double capacity, double tolerance)
{
	double sum = 0, due = fmin((double)count, capacity);

	for (size_t i = 0; i < count; i++) {
		/* so written that what is not a number is out of range, too */
		if (!(shares[i] >= 0 && shares[i] <= 1 + tolerance))
			return pmx_breach_say(breach, NAME, what,
					      "share %zu of %zu is %s, which is not from 0 to 1",
					      i + 1, count, pmx_breach_real(shares[i]).text);
		sum += shares[i];
	}
	if (fabs(sum - due) <= tolerance * due)
		return true;
	return pmx_breach_say(breach, NAME, what,
			      "shares of %zu events on %s counters add up to %s, not %s, %s %s",
			      count, pmx_breach_real(capacity).text, pmx_breach_real(sum).text,
			      pmx_breach_real(due).text, pmx_breach_real(fabs(sum - due)).text,
			      sum < due ? "missing" : "too many");
}
