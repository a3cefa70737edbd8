// SPDX-License-Identifier: GPL-2.0-only
/*
 * monotone.c - "monotone": what is counted and timed only ever grows
 */
#include <inttypes.h>
#include <stddef.h>

#include "oracle/breach.h"

#define NAME "monotone"

static const struct {
	const char *name, *unit;
	size_t offset;
} fields[] = {
	{ "value", "", offsetof(struct pmx_reading, value) },
	{ "enabled", " ns", offsetof(struct pmx_reading, enabled) },
	{ "running", " ns", offsetof(struct pmx_reading, running) },
};

static uint64_t field(const struct pmx_reading *reading, size_t i)
{
	return *(const uint64_t *)((const char *)reading + fields[i].offset);
}

static bool grows(struct pmx_breach *breach, const char *what, const struct pmx_reading *series,
		  size_t at)
{
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		uint64_t before = field(&series[at - 1], i), now = field(&series[at], i);

		if (now < before)
			return pmx_breach_say(breach, NAME, what,
					      "%s %" PRIu64 "%s in reading %zu, %" PRIu64
					      "%s in reading %zu, %" PRIu64 "%s back",
					      fields[i].name, before, fields[i].unit, at, now,
					      fields[i].unit, at + 1, before - now, fields[i].unit);
	}
	return true;
}

bool pmx_oracle_monotone(struct pmx_breach *breach, const char *what,
			 const struct pmx_reading *series, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (series[i].eof)
			return pmx_breach_say(breach, NAME, what,
					      "nothing could be read in reading %zu of %zu", i + 1,
					      count);
		if (i && !grows(breach, what, series, i))
			return false;
	}
	return true;
}
