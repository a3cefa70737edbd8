// SPDX-License-Identifier: GPL-2.0-only
/*
 * conserved.c - "conservation": nothing is lost or made up where counts are divided or merged
 */
#include <inttypes.h>
#include <stdio.h>

#include "oracle/breach.h"

/* So many are told one by one. */
enum { TOLD = 6 };

static void tell_parts(char *buf, size_t size, const uint64_t *parts, size_t count)
{
	size_t used = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < count && count <= TOLD; i++)
		used += (size_t)snprintf(buf + used, size - used, "%s%" PRIu64, i ? " + " : " (",
					 parts[i]);
	if (used)
		snprintf(buf + used, size - used, ")");
}

bool pmx_oracle_conserved(struct pmx_breach *breach, const char *what, const uint64_t *parts,
			  size_t count, uint64_t whole, uint64_t slack)
{
	uint64_t sum = 0, apart;
	bool overflow = false;
	char told[TOLD * 24];

	for (size_t i = 0; i < count; i++)
		overflow |= __builtin_add_overflow(sum, parts[i], &sum);
	apart = pmx_breach_apart(sum, whole);
	if (!overflow && apart <= slack)
		return true;
	tell_parts(told, sizeof(told), parts, count);
	if (overflow)
		return pmx_breach_say(breach, "conservation", what,
				      "the sum of %zu parts%s does not fit 64 bits, %" PRIu64
				      " in the whole",
				      count, told, whole);
	return pmx_breach_say(breach, "conservation", what,
			      "%" PRIu64 " in %zu parts%s, %" PRIu64 " in the whole, %" PRIu64
			      " %s",
			      sum, count, told, whole, apart, sum < whole ? "missing" : "too many");
}
