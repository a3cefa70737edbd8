// SPDX-License-Identifier: GPL-2.0-only
/*
 * list_pmus.c - the table of PMUs
 *
 * Instances that sysfs describes alike are one row, "uncore_cha_{0-3}": a server has hundreds.
 */
#include <stdio.h>
#include <string.h>

#include <perfmux/report_machine.h>
#include <perfmux/text.h>

#include "report/machine_words.h"
#include "report/text_marks.h"
#include "report/wrap.h"

enum { NAME, KIND, TYPE, CPUS, EVENTS, MUX, COLUMNS };
enum { CELL = 96, MAX_CPUS_WIDTH = 20, MORE_INDENT = 6 };

struct line {
	const struct pmx_listed_pmu *first;
	size_t count; /* instances */
	char cells[COLUMNS][CELL];
};

static const bool is_number[COLUMNS] = { [TYPE] = true, [EVENTS] = true, [MUX] = true };
static const char *const titles[COLUMNS] = { "name", "kind", "type", "CPUs", "events", "mux ms" };

/* The number at the end of the name, or -1. */
static int instance_number(const char *name, size_t *base)
{
	const char *under = strrchr(name, '_');
	int number = 0;

	if (!under || !under[1] || strspn(under + 1, "0123456789") != strlen(under + 1) ||
	    strlen(under + 1) > 4)
		return -1;
	for (const char *c = under + 1; *c; c++)
		number = number * 10 + (*c - '0');
	*base = (size_t)(under - name);
	return number < PMX_MAX_CPUS ? number : -1;
}

static bool has_same_caps(const struct pmx_listed_pmu *a, const struct pmx_listed_pmu *b)
{
	for (size_t i = 0; i < a->cap_count && a->cap_count == b->cap_count; i++)
		if (strcmp(a->caps[i], b->caps[i]) != 0)
			return false;
	return a->cap_count == b->cap_count;
}

static bool is_alike(const struct pmx_listed_pmu *a, const struct pmx_listed_pmu *b)
{
	size_t base_a = 0, base_b = 0;

	return instance_number(a->pmu->name, &base_a) >= 0 &&
	       instance_number(b->pmu->name, &base_b) >= 0 && base_a == base_b &&
	       strncmp(a->pmu->name, b->pmu->name, base_a) == 0 && a->pmu->kind == b->pmu->kind &&
	       a->pmu->has_cpus == b->pmu->has_cpus &&
	       memcmp(&a->pmu->cpus, &b->pmu->cpus, sizeof(a->pmu->cpus)) == 0 &&
	       a->events == b->events && a->mux_ms == b->mux_ms && has_same_caps(a, b);
}

static void put_number(char *cell, long value)
{
	if (value < 0)
		snprintf(cell, CELL, "-");
	else
		snprintf(cell, CELL, "%ld", value);
}

static void put_cpus(char *cell, const struct pmx_pmu *pmu)
{
	if (!pmu->has_cpus)
		snprintf(cell, CELL, "all");
	else if (pmx_cpus_format(&pmu->cpus, cell, CELL) > MAX_CPUS_WIDTH)
		snprintf(cell, CELL, "%d CPUs", pmx_cpus_count(&pmu->cpus));
	else if (!*cell)
		snprintf(cell, CELL, "none");
}

/* Names and types of several instances: the numbers as a list, in the kernel's way of writing. */
static void put_instances(struct line *line)
{
	struct pmx_cpus numbers = { 0 }, types = { 0 };
	char list[CELL / 2];
	size_t base = 0;

	for (size_t i = 0; i < line->count; i++) {
		pmx_cpus_add(&numbers, instance_number(line->first[i].pmu->name, &base));
		pmx_cpus_add(&types, (int)line->first[i].pmu->type);
	}
	pmx_cpus_format(&numbers, list, sizeof(list));
	snprintf(line->cells[NAME], CELL, "%.*s_{%s}", (int)(base < CELL / 2 ? base : CELL / 2 - 4),
		 line->first->pmu->name, list);
	if (pmx_cpus_count(&types) == (int)line->count)
		pmx_cpus_format(&types, line->cells[TYPE], CELL);
}

static void make_line(struct line *line, const struct pmx_listed_pmu *list, size_t count)
{
	const struct pmx_pmu *pmu = list->pmu;

	*line = (struct line){ .first = list, .count = 1 };
	while (line->count < count && is_alike(list, list + line->count))
		line->count++;
	pmx_text_safe(line->cells[NAME], CELL, pmu->name);
	snprintf(line->cells[KIND], CELL, "%s", pmx_pmu_kind_name(pmu->kind));
	snprintf(line->cells[TYPE], CELL, "%u", pmu->type);
	put_cpus(line->cells[CPUS], pmu);
	put_number(line->cells[EVENTS], list->events);
	put_number(line->cells[MUX], list->mux_ms);
	if (line->count > 1)
		put_instances(line);
}

static void measure(const struct pmx_listed_pmu *list, size_t count, size_t widths[COLUMNS])
{
	struct line line;

	for (size_t c = 0; c < COLUMNS; c++)
		widths[c] = strlen(titles[c]);
	for (size_t i = 0; i < count; i += line.count) {
		make_line(&line, list + i, count - i);
		for (size_t c = 0; c < COLUMNS; c++)
			if (strlen(line.cells[c]) > widths[c])
				widths[c] = strlen(line.cells[c]);
	}
}

/* A line of its own below the row: what @word is, and then the words of it. */
static size_t put_more(struct pmx_out *out, size_t column, const char *word, const char *text)
{
	if (!column) {
		pmx_out_spaces(out, MORE_INDENT);
		column = pmx_wrap(out, word, MORE_INDENT, MORE_INDENT);
	}
	if (column + 1 + strlen(text) > PMX_SCREEN)
		column = pmx_wrap_to(out, column, MORE_INDENT + 2) - 1;
	else
		pmx_out_spaces(out, 1);
	return pmx_wrap(out, text, column + 1, MORE_INDENT + 2);
}

/* Of each instance. */
static void put_aliases(struct pmx_out *out, const struct line *line)
{
	char safe[CELL];
	size_t column = 0;

	for (size_t i = 0; i < line->count; i++) {
		if (!line->first[i].alias)
			continue;
		pmx_text_safe(safe, sizeof(safe), line->first[i].alias);
		column = put_more(out, column, "alias:", safe);
	}
	if (column)
		pmx_out_newline(out);
}

static void put_caps(struct pmx_out *out, const struct pmx_listed_pmu *listed)
{
	size_t column = 0;

	for (size_t i = 0; i < listed->cap_count; i++)
		column = put_more(out, column, "caps:", listed->caps[i]);
	if (column)
		pmx_out_newline(out);
}

static void put_terms(struct pmx_out *out, const struct pmx_pmu *pmu, struct pmx_pmus *pmus)
{
	const struct pmx_pmu_term *terms;
	ssize_t count = pmx_pmu_terms(pmus, pmu, &terms, NULL);
	char bits[256], text[512];
	size_t column = 0;

	for (ssize_t i = 0; i < count; i++) {
		snprintf(text, sizeof(text), "%s=%s", terms[i].name,
			 pmx_term_bits(&terms[i], bits, sizeof(bits)));
		column = put_more(out, column, "terms:", text);
	}
	if (column)
		pmx_out_newline(out);
}

void pmx_list_text_pmus(struct pmx_list_report *report, const struct pmx_listed_pmu *list,
			size_t count, struct pmx_pmus *pmus)
{
	const char *cells[COLUMNS];
	size_t widths[COLUMNS];
	struct line line;
	PMX_OUT(out, report->out);

	if (!count)
		return;
	report->written++;
	measure(list, count, widths);
	pmx_out_text(&out, report->color ? PMX_MARK_BOLD "PMUs" PMX_MARK_OFF : "PMUs");
	pmx_out_newline(&out);
	pmx_out_row(&out, titles, widths, is_number, COLUMNS);
	for (size_t i = 0; i < count; i += line.count) {
		make_line(&line, list + i, count - i);
		for (size_t c = 0; c < COLUMNS; c++)
			cells[c] = line.cells[c];
		pmx_out_row(&out, cells, widths, is_number, COLUMNS);
		put_aliases(&out, &line);
		put_caps(&out, line.first);
		if (report->detail)
			put_terms(&out, line.first->pmu, pmus);
	}
}
