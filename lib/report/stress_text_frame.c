// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_text_frame.c - around the results for people: what was run on what, what skipped for want
 * of what, and the totals
 */
#include <inttypes.h>
#include <string.h>

#include <perfmux/text.h>

#include "report/duration.h"
#include "report/stress_parts.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { INDENT = 2 };

/* --- the head -------------------------------------------------------------------------------- */

/* "syn_big (4 counters)", "writes (1000 done, 0 counted)", "page-faults" */
static void name_calibration(const struct pmx_calibration *it, char *buf, size_t size)
{
	if (!it->works && it->why[0])
		snprintf(buf, size, "%s (%s)", it->name, it->why);
	else if (!it->works)
		snprintf(buf, size, "%s (%" PRIu64 " done, %" PRIu64 " counted)", it->name,
			 it->done, it->counted);
	else if (it->capacity)
		snprintf(buf, size, "%s (%u counter%s)", it->name, it->capacity,
			 it->capacity == 1 ? "" : "s");
	else
		snprintf(buf, size, "%s", it->name);
}

/* @item behind what ends at @column, on this line or the next; a comma behind it still fits. */
static size_t put_item(struct pmx_out *out, const char *item, size_t column)
{
	if (column + 2 + pmx_text_safe(NULL, 0, item) > PMX_SCREEN) {
		pmx_out_newline(out);
		pmx_out_spaces(out, INDENT);
		return pmx_wrap(out, item, INDENT, INDENT);
	}
	pmx_out_spaces(out, 1);
	return pmx_wrap(out, item, column + 1, INDENT);
}

/* The kinds of event that work, or those that do not, in one list. */
static void put_calibrations(const struct pmx_stress_report *report, struct pmx_out *out,
			     bool works, const char *title)
{
	size_t column = 0;
	char name[256];

	for (size_t i = 0; i < report->calibration_count; i++) {
		if (report->calibrations[i].works != works)
			continue;
		pmx_out_text(out, column ? "," : title);
		column += column ? 1 : strlen(title);
		name_calibration(&report->calibrations[i], name, sizeof(name));
		column = put_item(out, name, column);
	}
	if (column)
		pmx_out_newline(out);
}

void pmx_stress_text_begin(struct pmx_stress_report *report)
{
	char line[512], seed[PMX_STRESS_SEED];
	PMX_OUT(out, report->out);

	snprintf(line, sizeof(line), "Linux %s on %s: %zu run%s, seed %s", report->kernel,
		 report->machine, report->planned, report->planned == 1 ? "" : "s",
		 pmx_stress_seed(report->seed, seed));
	pmx_wrap(&out, line, 0, INDENT);
	pmx_out_newline(&out);
	put_calibrations(report, &out, true, "known work is counted by");
	put_calibrations(report, &out, false, "and not by");
	if (report->log_error) {
		snprintf(line, sizeof(line), "the kernel's log is not watched: %s",
			 report->log_error);
		pmx_wrap(&out, line, 0, INDENT);
		pmx_out_newline(&out);
	}
	pmx_out_newline(&out);
	pmx_out_flush(&out);
	fflush(report->out);
}

/* --- the end --------------------------------------------------------------------------------- */

/* A reason and a name, as they are kept; NULL behind the last. */
static const char *record(const struct pmx_stress_report *report, size_t *at, const char **name)
{
	const char *why = report->kept + *at;

	if (*at >= report->kept_size)
		return NULL;
	*name = why + strlen(why) + 1;
	*at = (size_t)(*name + strlen(*name) + 1 - report->kept);
	return why;
}

static bool was_told(const struct pmx_stress_report *report, const char *why)
{
	const char *other, *name;

	for (size_t at = 0; (other = record(report, &at, &name)) && other != why;)
		if (!strcmp(other, why))
			return true;
	return false;
}

/* Who skipped for the reason that the record at @from begins with. */
static void put_skipped(const struct pmx_stress_report *report, struct pmx_out *out, size_t from)
{
	const char *why = report->kept + from, *other, *name;
	size_t column = 0;

	pmx_out_text(out, report->color ? PMX_MARK_DIM : "");
	pmx_out_text(out, "skipped: ");
	pmx_wrap(out, why, strlen("skipped: "), INDENT);
	pmx_out_text(out, report->color ? PMX_MARK_OFF : "");
	while ((other = record(report, &from, &name))) {
		if (strcmp(other, why) != 0)
			continue;
		pmx_out_text(out, column ? "," : "");
		/* the first begins a line */
		column = put_item(out, name, column ? column + 1 : PMX_SCREEN);
	}
	pmx_out_newline(out);
}

static void put_all_skipped(const struct pmx_stress_report *report, struct pmx_out *out)
{
	const char *why, *name;
	size_t from = 0;

	for (size_t at = 0; (why = record(report, &at, &name)); from = at)
		if (!was_told(report, why))
			put_skipped(report, out, from);
	if (report->lost) {
		pmx_out_text(out, "there was no memory for the reasons of ");
		pmx_out_u64(out, report->lost);
		pmx_out_text(out, " more");
		pmx_out_newline(out);
	}
}

static void say_count(struct pmx_words *words, size_t count, const char *one, const char *many)
{
	pmx_say(words, "%s%zu %s", words->used ? ", " : "", count, count == 1 ? one : many);
}

static void put_totals(const struct pmx_stress_report *report, struct pmx_out *out)
{
	const size_t *count = report->count;
	struct pmx_words words = { .used = 0 };
	char time[PMX_DURATION_SIZE];
	bool is_good = !count[PMX_STRESS_VIOLATION] && !count[PMX_STRESS_ERROR];

	say_count(&words, count[PMX_STRESS_PASS], "passed", "passed");
	if (count[PMX_STRESS_DEFECT])
		say_count(&words, count[PMX_STRESS_DEFECT], "known defect", "known defects");
	if (count[PMX_STRESS_SKIP])
		say_count(&words, count[PMX_STRESS_SKIP], "skipped", "skipped");
	if (count[PMX_STRESS_ERROR])
		say_count(&words, count[PMX_STRESS_ERROR], "error", "errors");
	if (report->planned > report->written)
		say_count(&words, report->planned - report->written, "not run", "not run");
	say_count(&words, count[PMX_STRESS_VIOLATION], "violation", "violations");
	pmx_out_text(out, report->color ? is_good ? PMX_MARK_GOOD : PMX_MARK_BAD : "");
	pmx_out_text(out, words.text);
	pmx_out_text(out, report->color ? PMX_MARK_OFF : "");
	pmx_duration(time, pmx_stress_elapsed(report), false);
	pmx_out_text(out, " in ");
	pmx_out_text(out, time);
	pmx_out_newline(out);
}

void pmx_stress_text_end(struct pmx_stress_report *report)
{
	size_t told = report->written - report->count[PMX_STRESS_SKIP];
	PMX_OUT(out, report->out);

	if (report->verbose < 1)
		told -= report->count[PMX_STRESS_PASS];
	if (told)
		pmx_out_newline(&out);
	put_all_skipped(report, &out);
	if (report->count[PMX_STRESS_SKIP])
		pmx_out_newline(&out);
	put_totals(report, &out);
}
