// SPDX-License-Identifier: GPL-2.0-only
/*
 * pinned.c - "pinned": what must be on the PMU and cannot is in error, and nothing else is
 */
#include "oracle/breach.h"

bool pmx_oracle_pinned(struct pmx_breach *breach, const char *what, const bool *error, size_t count,
		       size_t capacity)
{
	size_t surplus = count > capacity ? count - capacity : 0, errors = 0;

	for (size_t i = 0; i < count; i++)
		errors += error[i];
	if (errors == surplus)
		return true;
	return pmx_breach_say(breach, "pinned", what,
			      "%zu pinned events, capacity %zu: %zu in error, %zu expected, %zu %s",
			      count, capacity, errors, surplus,
			      errors > surplus ? errors - surplus : surplus - errors,
			      errors > surplus ? "too many" : "missing");
}
