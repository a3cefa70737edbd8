// SPDX-License-Identifier: GPL-2.0-only
/*
 * capacity_text.c - the capacity of PMUs for people
 */
#include <stdio.h>
#include <string.h>

#include <perfmux/report_mux.h>
#include <perfmux/text.h>

#include "report/wrap.h"

enum { PMU, CPU, USABLE, COUNTERS, EVENT, COLUMNS };
enum { CELL = 256, NAME = 512, MAX_HOLDERS = 8 };

static const char *const titles[COLUMNS] = { "PMU", "CPU", "usable", "counters", "event" };
static const bool is_number[COLUMNS] = { [CPU] = true, [USABLE] = true, [COUNTERS] = true };

struct line {
	char cells[COLUMNS][CELL];
};

static void put_number(char *cell, bool is_known, long value)
{
	if (is_known)
		snprintf(cell, CELL, "%ld", value);
	else
		snprintf(cell, CELL, "-");
}

static void make_line(struct line *line, const struct pmx_capacity_row *row)
{
	const struct pmx_capacity *it = &row->capacity;

	pmx_text_safe(line->cells[PMU], CELL, it->pmu->name);
	pmx_text_safe(line->cells[EVENT], CELL, it->name ? it->name : "-");
	put_number(line->cells[CPU], it->cpu >= 0, it->cpu);
	put_number(line->cells[USABLE], !row->why, (long)it->usable);
	put_number(line->cells[COUNTERS], it->counters > 0, (long)it->counters);
}

static void put_table(struct pmx_out *out, const struct pmx_capacity_report *report)
{
	const char *cells[COLUMNS];
	size_t widths[COLUMNS];
	struct line line;

	for (size_t c = 0; c < COLUMNS; c++)
		widths[c] = strlen(titles[c]);
	for (size_t i = 0; i < report->count; i++) {
		make_line(&line, &report->rows[i]);
		for (size_t c = 0; c < EVENT; c++)
			if (strlen(line.cells[c]) > widths[c])
				widths[c] = strlen(line.cells[c]);
	}
	widths[EVENT] = 0;
	pmx_out_row(out, titles, widths, is_number, COLUMNS);
	for (size_t i = 0; i < report->count; i++) {
		make_line(&line, &report->rows[i]);
		for (size_t c = 0; c < COLUMNS; c++)
			cells[c] = line.cells[c];
		pmx_out_row(out, cells, widths, is_number, COLUMNS);
	}
}

static void put_sentence(struct pmx_out *out, const char *text)
{
	pmx_wrap(out, text, 0, 2);
	pmx_out_newline(out);
}

/* What a row cannot say in numbers; an empty line before the first. */
static void put_remark(struct pmx_out *out, const struct pmx_capacity_row *row, bool *any)
{
	const struct pmx_capacity *it = &row->capacity;
	unsigned held = it->counters > it->usable ? it->counters - it->usable : 0;
	const char *watchdog = "the NMI watchdog has one, until sysctl kernel.nmi_watchdog=0";
	char text[1024];

	if (row->why)
		snprintf(text, sizeof(text), "%s: not measured: %s", it->pmu->name, row->why);
	else if (held)
		snprintf(text, sizeof(text), "%s: %u of %u counters %s held by others%s%s",
			 it->pmu->name, held, it->counters, held == 1 ? "is" : "are",
			 row->watchdog ? ": " : "", row->watchdog ? watchdog : "");
	else if (row->watchdog && !it->counters)
		snprintf(text, sizeof(text), "%s: %s", it->pmu->name, watchdog);
	else
		return;
	if (!*any)
		pmx_out_newline(out);
	*any = true;
	put_sentence(out, text);
}

static void put_remarks(struct pmx_out *out, const struct pmx_capacity_report *report)
{
	bool any = false;

	for (size_t i = 0; i < report->count; i++)
		put_remark(out, &report->rows[i], &any);
}

static void put_holders(struct pmx_out *out, const struct pmx_holders *holders)
{
	static const char start[] = "Others with perf events open, which may hold counters: ";
	char text[1024];
	size_t used;

	if (!holders->count && !holders->hidden)
		return;
	pmx_out_newline(out);
	used = (size_t)snprintf(text, sizeof(text), "%s", start);
	for (size_t i = 0; i < holders->count && i < MAX_HOLDERS; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s (process %d) %u",
					 i ? ", " : "", holders->list[i].comm,
					 (int)holders->list[i].pid, holders->list[i].events);
	if (holders->count > MAX_HOLDERS)
		snprintf(text + used, sizeof(text) - used, ", and %zu more",
			 holders->count - MAX_HOLDERS);
	if (holders->count)
		put_sentence(out, text);
	if (!holders->hidden)
		return;
	snprintf(text, sizeof(text),
		 "%zu processes of other users may have some, too: we may not look into them",
		 holders->hidden);
	put_sentence(out, text);
}

/* --- passes ----------------------------------------------------------------------------------- */

static bool is_member(const struct pmx_events *events, size_t i, size_t neighbour)
{
	return events->list[i].group >= 0 && neighbour < events->count &&
	       events->list[neighbour].group == events->list[i].group;
}

/* As a spec in one piece, to be copied. */
static void put_pass(struct pmx_out *out, const struct pmx_capacity_report *report, unsigned pass)
{
	const struct pmx_events *events = report->events;
	const char *before = "";
	char name[NAME];

	pmx_out_spaces(out, 2);
	pmx_out_u64(out, pass + 1);
	pmx_out_spaces(out, 2);
	for (size_t i = 0; i < events->count; i++) {
		if (report->pass[i] != pass || events->list[i].residency_of)
			continue;
		pmx_text_safe(name, sizeof(name), events->list[i].name);
		pmx_out_text(out, before);
		pmx_out_text(out, is_member(events, i, i + 1) && !is_member(events, i, i - 1) ?
					  "{" :
					  "");
		pmx_out_text(out, name);
		pmx_out_text(out, is_member(events, i, i - 1) && !is_member(events, i, i + 1) ?
					  "}" :
					  "");
		before = ",";
	}
	pmx_out_newline(out);
}

static void put_passes(struct pmx_out *out, const struct pmx_capacity_report *report)
{
	if (!report->events)
		return;
	pmx_out_newline(out);
	if (report->passes == 1 && !report->last_waits) {
		pmx_out_text(out, "All events fit together: one pass.");
		pmx_out_newline(out);
		return;
	}
	pmx_out_u64(out, report->passes);
	pmx_out_text(out,
		     report->passes == 1 ? " pass:" : " passes, each event always on in its own:");
	pmx_out_newline(out);
	for (unsigned pass = 0; pass < report->passes; pass++)
		put_pass(out, report, pass);
	if (report->last_waits)
		put_sentence(out, report->passes == 1 ?
					  "None of them finds a counter, not even alone." :
					  "What is in the last pass finds no counter even there.");
}

void pmx_capacity_text(FILE *file, const struct pmx_capacity_report *report)
{
	PMX_OUT(out, file);

	put_table(&out, report);
	put_remarks(&out, report);
	put_holders(&out, &report->holders);
	put_passes(&out, report);
}
