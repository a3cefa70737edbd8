// SPDX-License-Identifier: GPL-2.0-only
/*
 * shortage_text.c - that there were too few counters, and what would help, in one sentence
 */
#include "report/shortage_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pmu/watchdog.h"
#include "report/number.h"
#include "stats/shortage.h"

/* More PMUs than these are not named. */
enum { MAX_NAMED = 4 };

/* Nearer than this to a whole number of counters is one: slices have ends. */
#define NEARLY 0.15

/* It is fewer than all, whatever rounding makes of it. */
static size_t write_at_once(const struct pmx_shortage *it, char *buf)
{
	double whole = round(it->at_once), most = (double)it->events - 0.1;

	if (fabs(it->at_once - whole) < NEARLY && whole < (double)it->events)
		return pmx_number_fixed(buf, whole, 0, false);
	return pmx_number_fixed(buf, it->at_once < most ? it->at_once : most, 1, false);
}

static void append(char *buf, size_t size, const char *text)
{
	size_t used = strlen(buf);

	snprintf(buf + used, size - used, "%s", text);
}

/* "cpu had counters for 3 of 8 events at a time", "cpu_atom for 2 of 5" */
static void name(const struct pmx_shortage *it, bool is_first, char *buf, size_t size)
{
	char number[PMX_NUMBER_SIZE], text[PMX_NUMBER_SIZE + 512];

	write_at_once(it, number);
	snprintf(text, sizeof(text), "%s%s%s for %s of %u%s", is_first ? "" : ", ", it->pmu->name,
		 is_first ? " had counters" : "", number, it->events,
		 is_first ? " events at a time" : "");
	append(buf, size, text);
}

/* An event that is alone on its PMU cannot be helped by taking turns: of it the reason says all. */
static size_t drop_single(struct pmx_shortage *list, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (list[i].events > 1)
			list[kept++] = list[i];
	return kept;
}

static const struct pmx_pmu *watched(struct pmx_machine *machine, const struct pmx_shortage *list,
				     size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (pmx_watchdog_holds(machine, list[i].pmu))
			return list[i].pmu;
	return NULL;
}

bool pmx_shortage_text(const struct pmx_result *result, struct pmx_machine *machine,
		       const char *way_out, char *buf, size_t size)
{
	struct pmx_shortage list[MAX_NAMED];
	size_t count = pmx_shortages(result, list, MAX_NAMED);
	const struct pmx_pmu *pmu = watched(machine, list, count);

	*buf = '\0';
	count = drop_single(list, count);
	for (size_t i = 0; i < count; i++)
		name(&list[i], i == 0, buf, size);
	if (count && way_out) {
		append(buf, size, ": ");
		append(buf, size, way_out);
	}
	if (pmu) {
		append(buf, size, count ? "; " : "");
		append(buf, size, "the NMI watchdog holds a counter of ");
		append(buf, size, pmu->name);
		append(buf, size, ", which " PMX_WATCHDOG_MEND " frees");
	}
	return *buf;
}
