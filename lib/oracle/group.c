// SPDX-License-Identifier: GPL-2.0-only
/*
 * group.c - "group": a group is on the PMU whole or not at all, and its members can be told apart
 */
#include <inttypes.h>
#include <stddef.h>

#include "oracle/breach.h"

#define NAME "group"

static uint64_t time_of(const struct pmx_reading *reading, size_t offset)
{
	return *(const uint64_t *)((const char *)reading + offset);
}

/* The shortest and the longest of a time are no more than @slack apart. */
static bool agree(struct pmx_breach *breach, const char *what, const char *name, size_t offset,
		  const struct pmx_reading *members, size_t count, uint64_t slack)
{
	size_t least = 0, most = 0;
	uint64_t low, high;

	for (size_t i = 1; i < count; i++) {
		uint64_t time = time_of(&members[i], offset);

		if (time < time_of(&members[least], offset))
			least = i;
		if (time > time_of(&members[most], offset))
			most = i;
	}
	low = time_of(&members[least], offset);
	high = time_of(&members[most], offset);
	if (high - low <= slack)
		return true;
	return pmx_breach_say(breach, NAME, what,
			      "member %zu %s %" PRIu64 " ns, member %zu %" PRIu64 " ns, %" PRIu64
			      " ns apart, %" PRIu64 " ns allowed",
			      least + 1, name, low, most + 1, high, high - low, slack);
}

static bool has_own_id(struct pmx_breach *breach, const char *what,
		       const struct pmx_reading *members, size_t at)
{
	if (!members[at].id)
		return pmx_breach_say(breach, NAME, what, "member %zu has id 0", at + 1);
	for (size_t i = 0; i < at; i++)
		if (members[i].id == members[at].id)
			return pmx_breach_say(breach, NAME, what,
					      "members %zu and %zu both have id %" PRIu64, i + 1,
					      at + 1, members[at].id);
	return true;
}

bool pmx_oracle_group(struct pmx_breach *breach, const char *what,
		      const struct pmx_reading *members, size_t count, uint64_t slack)
{
	if (!count)
		return pmx_breach_say(breach, NAME, what, "0 members could be read");
	for (size_t i = 0; i < count; i++) {
		if (members[i].eof)
			return pmx_breach_say(breach, NAME, what,
					      "nothing could be read of member %zu of %zu", i + 1,
					      count);
		if (!has_own_id(breach, what, members, i))
			return false;
	}
	return agree(breach, what, "enabled", offsetof(struct pmx_reading, enabled), members, count,
		     slack) &&
	       agree(breach, what, "ran", offsetof(struct pmx_reading, running), members, count,
		     slack);
}
