// SPDX-License-Identifier: GPL-2.0-only
/*
 * advice.c - what would make the numbers better
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mux/analyse.h"

#define NSEC_PER_MSEC UINT64_C(1000000)

__attribute__((format(printf, 2, 3))) static struct pmx_mux_advice *say(
	struct pmx_mux_report *report, const char *format, ...)
{
	struct pmx_mux_advice *advice;
	va_list args;

	if (report->advice_count == PMX_MUX_ADVICE)
		return NULL;
	advice = &report->advice[report->advice_count++];
	*advice = (struct pmx_mux_advice){ 0 };
	va_start(args, format);
	vsnprintf(advice->text, sizeof(advice->text), format, args);
	va_end(args);
	return advice;
}

__attribute__((format(printf, 2, 3))) static void command(struct pmx_mux_advice *advice,
							  const char *format, ...)
{
	va_list args;

	if (!advice)
		return;
	va_start(args, format);
	vsnprintf(advice->command, sizeof(advice->command), format, args);
	va_end(args);
}

/* --- passes ------------------------------------------------------------------------------- */

/* Events that are on a PMU together or not at all. */
struct unit {
	size_t first;
	unsigned counters;
};

static bool is_of(const struct pmx_mux_row *row, const struct pmx_pmu *pmu)
{
	return row->event->pmu == pmu && pmx_mux_competes(row) && row->verdict != PMX_MUX_ELSEWHERE;
}

static size_t find_units(const struct pmx_mux_report *report, const struct pmx_pmu *pmu,
			 struct unit *units)
{
	size_t count = 0;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		if (!is_of(row, pmu))
			continue;
		if (row->group >= 0 && count &&
		    report->rows[units[count - 1].first].group == row->group)
			units[count - 1].counters++;
		else
			units[count++] = (struct unit){ i, 1 };
	}
	return count;
}

static int larger_first(const void *a, const void *b)
{
	const struct unit *x = a, *y = b;

	if (x->counters != y->counters)
		return x->counters > y->counters ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* First-fit decreasing; in pass[] each unit's pass. Their number; 0: one does not fit at all. */
static unsigned pack(const struct unit *units, size_t count, unsigned capacity, unsigned *pass)
{
	unsigned *used = calloc(count + 1, sizeof(*used)), passes = 0;

	if (!used)
		return 0;
	for (size_t i = 0; i < count; i++) {
		unsigned p = 0;

		if (units[i].counters > capacity) {
			passes = 0;
			break;
		}
		while (used[p] + units[i].counters > capacity)
			p++;
		used[p] += units[i].counters;
		pass[i] = p;
		passes = p + 1 > passes ? p + 1 : passes;
	}
	free(used);
	return passes;
}

/* "a,b,{c,d}": the units of a pass, as -e takes them; false when there is no room. */
static bool list_pass(const struct pmx_mux_report *report, const struct unit *units, size_t count,
		      const unsigned *pass, unsigned wanted, char *buf, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		const struct unit *u = &units[i];

		if (pass[i] != wanted)
			continue;
		for (unsigned k = 0; k < u->counters && used < size; k++)
			used += (size_t)snprintf(buf + used, size - used, "%s%s%s%s",
						 used ? "," : "",
						 k == 0 && u->counters > 1 ? "{" : "",
						 report->rows[u->first + k].name,
						 k + 1 == u->counters && u->counters > 1 ? "}" :
											   "");
	}
	return used && used < size;
}

/* Which events fit together, and in how many runs all would be counted whole. */
static void advise_passes(struct pmx_mux_report *report, const struct pmx_mux_pmu *pmu)
{
	struct unit *units = calloc(report->row_count + 1, sizeof(*units));
	unsigned *pass = calloc(report->row_count + 1, sizeof(*pass)), passes = 0;
	unsigned capacity = (unsigned)(pmu->capacity + 0.5);
	size_t count = 0;
	char list[240];

	if (units && pass) {
		count = find_units(report, pmu->pmu, units);
		qsort(units, count, sizeof(*units), larger_first);
		passes = pack(units, count, capacity, pass);
	}
	if (passes > report->passes)
		report->passes = passes;
	if (passes > 1) {
		struct pmx_mux_advice *a =
			say(report,
			    "%u counters of %s were to be had for %u events: in %u runs each event "
			    "would always be counted",
			    capacity, pmu->pmu->name, pmu->demand, passes);

		command(a, "perfmux stat --passes auto");
		if (list_pass(report, units, count, pass, 0, list, sizeof(list)))
			command(say(report, "These fit on %s together:", pmu->pmu->name), "-e '%s'",
				list);
	}
	free(units);
	free(pass);
}

/* --- what else would help ----------------------------------------------------------------- */

/* The one whose leaving is enough: one that is there twice, or else the last. */
static const struct pmx_mux_row *find_dispensable(const struct pmx_mux_report *report,
						  const struct pmx_mux_pmu *pmu)
{
	const struct pmx_mux_row *last = NULL;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct pmx_mux_row *row = &report->rows[i];

		if (!is_of(row, pmu->pmu) || row->group >= 0)
			continue;
		for (size_t k = 0; k < i; k++)
			if (is_of(&report->rows[k], pmu->pmu) &&
			    !memcmp(&report->rows[k].event->attr, &row->event->attr,
				    sizeof(row->event->attr)))
				return row;
		last = row;
	}
	return last;
}

static void advise_drop(struct pmx_mux_report *report, const struct pmx_mux_pmu *pmu)
{
	const struct pmx_mux_row *row;

	if (pmu->demand != (unsigned)(pmu->capacity + 0.5) + 1)
		return;
	row = find_dispensable(report, pmu);
	if (row)
		say(report, "Without one event, for example %s, the others would all fit on %s",
		    row->name, pmu->pmu->name);
}

static void advise_interval(struct pmx_mux_report *report, const struct pmx_mux_pmu *pmu)
{
	uint64_t burst = 0;

	for (size_t i = 0; i < report->row_count; i++)
		if (is_of(&report->rows[i], pmu->pmu))
			burst = report->rows[i].burst_mean;
	if (!burst || burst >= pmu->interval_set || pmu->interval_set <= NSEC_PER_MSEC)
		return;
	command(say(report,
		    "The target runs for %.2f ms at a time, and the kernel rotates only while it "
		    "runs, each %.0f ms: a shorter interval would share the counters more evenly",
		    (double)burst / 1e6, (double)pmu->interval_set / 1e6),
		"echo 1 > /sys/bus/event_source/devices/%s/perf_event_mux_interval_ms",
		pmu->pmu->name);
}

static void advise_groups(struct pmx_mux_report *report, const struct pmx_mux_pmu *pmu)
{
	if (pmu->head_of_line >= 0.25)
		say(report,
		    "%.1f of %.0f counters of %s stood idle, because the group that was next did "
		    "not fit into what was left: groups whose sizes add up to %.0f would use them",
		    pmu->head_of_line, pmu->capacity, pmu->pmu->name, pmu->capacity);
}

static void advise_watchdog(struct pmx_mux_report *report, const struct pmx_mux_pmu *pmu)
{
	if (pmu->watchdog)
		command(say(report, "The NMI watchdog is on, and may hold a counter of %s",
			    pmu->pmu->name),
			"echo 0 > /proc/sys/kernel/nmi_watchdog");
}

static void advise_pinned(struct pmx_mux_report *report)
{
	for (size_t i = 0; i < report->row_count; i++)
		if (report->rows[i].verdict == PMX_MUX_ERROR && report->rows[i].pinned) {
			say(report,
			    "%s is pinned and found no counter: without :D it would take turns",
			    report->rows[i].name);
			return;
		}
}

void pmx_mux_advise(struct pmx_mux_report *report)
{
	report->passes = 1;
	for (size_t i = 0; i < report->pmu_count; i++) {
		const struct pmx_mux_pmu *pmu = &report->pmus[i];

		if (!pmu->waits)
			continue;
		advise_passes(report, pmu);
		advise_drop(report, pmu);
		advise_groups(report, pmu);
		advise_interval(report, pmu);
		advise_watchdog(report, pmu);
	}
	advise_pinned(report);
}
