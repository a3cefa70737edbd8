// SPDX-License-Identifier: GPL-2.0-only
/*
 * same.c - "same": the same work counts the same, whichever way the kernel takes
 */
#include <inttypes.h>
#include <stdio.h>

#include "oracle/breach.h"

enum { NAMED = 40 };

/* The variants in which a number is least and most. */
struct spread {
	size_t least, most;
	uint64_t apart;
};

static struct spread spread_of(const struct pmx_variant *variants, size_t count, size_t number)
{
	struct spread spread = { 0 };

	for (size_t i = 1; i < count; i++) {
		uint64_t it = variants[i].counts[number];

		if (it < variants[spread.least].counts[number])
			spread.least = i;
		if (it > variants[spread.most].counts[number])
			spread.most = i;
	}
	spread.apart = variants[spread.most].counts[number] - variants[spread.least].counts[number];
	return spread;
}

static bool say(struct pmx_breach *breach, const char *what, const struct pmx_variant *variants,
		const char *name, size_t number, const struct spread *spread, size_t others)
{
	const struct pmx_variant *least = &variants[spread->least], *most = &variants[spread->most];
	char named[NAMED], low[NAMED], high[NAMED], more[40] = "";

	pmx_breach_cut(named, sizeof(named), name);
	pmx_breach_cut(low, sizeof(low), least->name);
	pmx_breach_cut(high, sizeof(high), most->name);
	if (others)
		snprintf(more, sizeof(more), "; %zu more differ%s", others, others == 1 ? "s" : "");
	return pmx_breach_say(breach, "same", what,
			      "%s %" PRIu64 " with %s, %" PRIu64 " with %s, %" PRIu64 " apart%s",
			      named, least->counts[number], low, most->counts[number], high,
			      spread->apart, more);
}

bool pmx_oracle_same(struct pmx_breach *breach, const char *what,
		     const struct pmx_variant *variants, size_t count, const char *const *names,
		     size_t counts, uint64_t slack)
{
	struct spread worst = { 0 };
	size_t wrong = 0, at = 0;

	for (size_t i = 0; i < counts && count; i++) {
		struct spread spread = spread_of(variants, count, i);

		if (spread.apart <= slack)
			continue;
		wrong++;
		if (spread.apart > worst.apart) {
			worst = spread;
			at = i;
		}
	}
	return !wrong || say(breach, what, variants, names[at], at, &worst, wrong - 1);
}
