// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_parts.c - what the writers of stress reports have in common
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/text.h>

#include "report/stress_parts.h"

/* What is kept has an end, however long scenarios are repeated. */
#define KEPT_MOST ((size_t)16 << 20)

enum { TAB = 8 };

static void add(uint64_t *sum, uint64_t more)
{
	if (__builtin_add_overflow(*sum, more, sum))
		*sum = UINT64_MAX;
}

void pmx_stress_tally(struct pmx_stress_report *report, const struct pmx_stress_result *result)
{
	report->written++;
	report->count[result->verdict]++;
	add(&report->wall, result->wall);
	add(&report->cpu, result->cpu);
	add(&report->checks, result->checks);
}

uint64_t pmx_stress_elapsed(const struct pmx_stress_report *report)
{
	return report->elapsed ? report->elapsed : report->wall;
}

const char *pmx_stress_run_name(const struct pmx_stress_result *result, char buf[PMX_STRESS_NAME])
{
	if (result->round > 1)
		snprintf(buf, PMX_STRESS_NAME, "%s.%u", result->scenario->name, result->round);
	else
		snprintf(buf, PMX_STRESS_NAME, "%s", result->scenario->name);
	return buf;
}

const char *pmx_stress_family(const struct pmx_scenario *scenario, char buf[PMX_STRESS_NAME])
{
	snprintf(buf, PMX_STRESS_NAME, "%.*s", (int)strcspn(scenario->name, "."), scenario->name);
	return buf;
}

const char *pmx_stress_seed(uint64_t seed, char buf[PMX_STRESS_SEED])
{
	snprintf(buf, PMX_STRESS_SEED, "0x%" PRIx64, seed);
	return buf;
}

/* The list has a row for each invariant that a defect breaks, and for each scenario. */
static bool is_same(const struct pmx_defect *a, const struct pmx_defect *b)
{
	return a == b || (!strcmp(a->text, b->text) && !strcmp(a->reference, b->reference));
}

size_t pmx_stress_result_defects(const struct pmx_stress_result *result,
				 const struct pmx_defect *defects[PMX_STRESS_BREACHES])
{
	size_t count = 0;

	for (unsigned i = 0; i < result->breaches; i++) {
		const struct pmx_defect *defect = result->defect[i];
		size_t known = 0;

		while (defect && known < count && !is_same(defects[known], defect))
			known++;
		if (defect && known == count)
			defects[count++] = defect;
	}
	return count;
}

uint64_t pmx_stress_untold(const struct pmx_stress_result *result)
{
	return result->broken > result->breaches ? result->broken - result->breaches : 0;
}

/* A line longer than 1 KiB is cut. */
static void put_line(struct pmx_out *out, const char *line, size_t length)
{
	char plain[1024], safe[4 * sizeof(plain)];
	size_t used = 0;

	for (size_t i = 0; i < length && used + TAB < sizeof(plain); i++) {
		if (line[i] != '\t') {
			plain[used++] = line[i];
			continue;
		}
		do
			plain[used++] = ' ';
		while (used % TAB);
	}
	plain[used] = '\0';
	pmx_text_safe(safe, sizeof(safe), plain);
	pmx_out_text(out, safe);
}

void pmx_stress_put_lines(struct pmx_out *out, const char *lines, const char *before, size_t indent)
{
	while (*lines) {
		size_t length = strcspn(lines, "\n");

		pmx_out_text(out, before);
		pmx_out_spaces(out, indent);
		put_line(out, lines, length);
		pmx_out_newline(out);
		lines += length + (lines[length] == '\n');
	}
}

void pmx_stress_keep(struct pmx_stress_report *report, const char *data, size_t size)
{
	size_t room = report->kept_room ? report->kept_room : 4096;
	char *grown = report->kept;

	if (size > KEPT_MOST - report->kept_size) {
		report->lost++;
		return;
	}
	while (room < report->kept_size + size)
		room *= 2;
	if (room > report->kept_room)
		grown = realloc(report->kept, room);
	if (!grown) {
		report->lost++;
		return;
	}
	report->kept = grown;
	report->kept_room = room;
	memcpy(report->kept + report->kept_size, data, size);
	report->kept_size += size;
}

void pmx_stress_report_free(struct pmx_stress_report *report)
{
	free(report->kept);
	report->kept = NULL;
	report->kept_size = report->kept_room = 0;
}
