// SPDX-License-Identifier: GPL-2.0-only
/*
 * isolated.c - "isolation": what one PMU is asked for takes nothing from the events of another
 */
#include <math.h>

#include "oracle/breach.h"

bool pmx_oracle_isolated(struct pmx_breach *breach, const char *what, double alone, double beside,
			 double tolerance)
{
	double apart = fabs(alone - beside);

	if (apart <= tolerance)
		return true;
	return pmx_breach_say(breach, "isolation", what,
			      "share %s alone, %s beside load on another PMU, %s %s, %s allowed",
			      pmx_breach_real(alone).text, pmx_breach_real(beside).text,
			      pmx_breach_real(apart).text, beside > alone ? "more" : "less",
			      pmx_breach_real(tolerance).text);
}
