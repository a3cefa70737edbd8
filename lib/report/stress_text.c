// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_text.c - what scenarios found, for people: quiet about what passed, and all there is to
 * know about what did not
 */
#include <inttypes.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/cleanup.h"
#include "report/duration.h"
#include "report/stress_parts.h"
#include "report/text_marks.h"
#include "report/words.h"
#include "report/wrap.h"

enum { VERDICT = 34, INDENT = 2, DEEPER = 4 };

static const char *const marks[PMX_STRESS_VERDICTS] = {
	[PMX_STRESS_PASS] = PMX_MARK_GOOD,     [PMX_STRESS_SKIP] = PMX_MARK_DIM,
	[PMX_STRESS_DEFECT] = PMX_MARK_WARN,   [PMX_STRESS_ERROR] = PMX_MARK_BAD,
	[PMX_STRESS_VIOLATION] = PMX_MARK_BAD,
};

static void put_marked(const struct pmx_stress_report *report, struct pmx_out *out,
		       const char *mark, const char *text)
{
	pmx_out_text(out, report->color ? mark : "");
	pmx_out_text(out, text);
	pmx_out_text(out, report->color ? PMX_MARK_OFF : "");
}

/* "  LABEL: TEXT", further lines deeper. */
static void put_labelled(struct pmx_out *out, const char *label, const char *text)
{
	size_t column;

	pmx_out_spaces(out, INDENT);
	column = pmx_wrap(out, label, INDENT, DEEPER);
	pmx_out_text(out, ": ");
	pmx_wrap(out, text, column + 2, DEEPER);
	pmx_out_newline(out);
}

static void put_heading(const struct pmx_stress_report *report, struct pmx_out *out,
			const struct pmx_stress_result *result)
{
	char time[PMX_DURATION_SIZE], name[PMX_STRESS_NAME + 32];
	size_t column;

	snprintf(name, sizeof(name), "%s", result->scenario->name);
	if (result->round > 1)
		snprintf(name, sizeof(name), "%s, round %u", result->scenario->name, result->round);
	column = pmx_wrap(out, name, 0, 0);
	pmx_wrap_to(out, column, VERDICT);
	put_marked(report, out, marks[result->verdict], pmx_stress_verdict_name(result->verdict));
	if (report->verbose > 0 && result->verdict != PMX_STRESS_SKIP) {
		pmx_duration(time, result->wall, false);
		pmx_out_text(out, ", ");
		pmx_out_text(out, time);
	}
	pmx_out_newline(out);
}

static void put_breaches(struct pmx_out *out, const struct pmx_stress_result *result)
{
	char line[sizeof(result->breach[0].text) + 300];
	uint64_t untold = pmx_stress_untold(result);

	for (unsigned i = 0; i < result->breaches; i++) {
		const struct pmx_breach *breach = &result->breach[i];
		const struct pmx_defect *defect = result->defect[i];

		if (result->verdict == PMX_STRESS_DEFECT)
			defect = NULL; /* which the result begins with */
		snprintf(line, sizeof(line), "%s%s%.256s%s", breach->text,
			 defect ? " (known defect: " : "", defect ? defect->reference : "",
			 defect ? ")" : "");
		put_labelled(out, breach->invariant, line);
	}
	if (untold) {
		snprintf(line, sizeof(line), "  and %" PRIu64 " more breach%s", untold,
			 untold == 1 ? "" : "es");
		pmx_out_text(out, line);
		pmx_out_newline(out);
	}
}

static void put_defects(struct pmx_out *out, const struct pmx_stress_result *result)
{
	const struct pmx_defect *defects[PMX_STRESS_BREACHES];
	size_t count = pmx_stress_result_defects(result, defects);
	char line[1024];

	for (size_t i = 0; i < count; i++) {
		snprintf(line, sizeof(line), "%s (%s)", defects[i]->text, defects[i]->reference);
		pmx_out_spaces(out, INDENT);
		pmx_wrap(out, line, INDENT, INDENT);
		pmx_out_newline(out);
	}
}

/* In one piece, to be copied. */
static void put_repeat(struct pmx_out *out, const struct pmx_stress_result *result)
{
	char seed[PMX_STRESS_SEED], command[PMX_STRESS_NAME], safe[4 * PMX_STRESS_NAME];

	pmx_out_text(out, "  seed ");
	pmx_out_text(out, pmx_stress_seed(result->seed, seed));
	pmx_out_newline(out);
	pmx_text_safe(safe, sizeof(safe), pmx_stress_command(result, command, sizeof(command)));
	pmx_out_text(out, "  repeat: ");
	pmx_out_text(out, safe);
	pmx_out_newline(out);
}

static void put_numbers(struct pmx_out *out, const struct pmx_stress_result *result)
{
	char time[PMX_DURATION_SIZE];
	struct pmx_words words = { .used = 0 };

	pmx_say(&words, "%" PRIu64 " checks", result->checks);
	if (result->operations)
		pmx_say(&words, ", %" PRIu64 " operations", result->operations);
	pmx_duration(time, result->cpu, false);
	pmx_say(&words, ", CPU time %s", time);
	if (result->verdict == PMX_STRESS_PASS)
		pmx_say(&words, ", seed 0x%" PRIx64, result->seed);
	pmx_out_spaces(out, INDENT);
	pmx_wrap(out, words.text, INDENT, DEEPER);
	pmx_out_newline(out);
}

/* The list of operations is a comment in front of the program in C, which is long. */
static void put_reproducer(const struct pmx_stress_report *report, struct pmx_out *out,
			   const char *text)
{
	const char *end = strstr(text, "*/\n");
	pmx_autofree char *list = NULL;

	if (end && end[3] && report->verbose < 1)
		list = strndup(text, (size_t)(end - text) + 3);
	pmx_out_text(out, "  the shortest that fails:");
	pmx_out_newline(out);
	pmx_stress_put_lines(out, list ? list : text, "", DEEPER);
	if (!list)
		return;
	pmx_out_text(out, "  as a program in C: with -v, and in --json");
	pmx_out_newline(out);
}

static void put_body(const struct pmx_stress_report *report, struct pmx_out *out,
		     const struct pmx_stress_result *result)
{
	bool is_defect = result->verdict == PMX_STRESS_DEFECT;
	bool is_bad = result->verdict >= PMX_STRESS_ERROR;

	if (result->why[0]) {
		pmx_out_spaces(out, INDENT);
		pmx_wrap(out, result->why, INDENT, DEEPER);
		pmx_out_newline(out);
	}
	if (is_defect)
		put_defects(out, result);
	if (!is_defect || report->verbose > 0)
		put_breaches(out, result);
	if (result->note[0])
		put_labelled(out, "note", result->note);
	if (is_bad || (is_defect && report->verbose > 0))
		put_repeat(out, result);
	if (result->reproducer && (is_bad || report->verbose > 0))
		put_reproducer(report, out, result->reproducer);
	if (report->verbose > 1 && result->verdict != PMX_STRESS_SKIP)
		put_numbers(out, result);
}

/* What skipped for the same reason is told together, and each scenario once. */
static void keep_skipped(struct pmx_stress_report *report, const struct pmx_stress_result *result)
{
	char record[sizeof(result->why) + PMX_STRESS_NAME];
	size_t why = strlen(result->why) + 1, size;

	memcpy(record, result->why, why);
	size = why + 1 +
	       (size_t)snprintf(record + why, PMX_STRESS_NAME, "%.255s", result->scenario->name);
	for (size_t at = 0; at < report->kept_size;) {
		const char *other = report->kept + at, *name = other + strlen(other) + 1;

		if (!strcmp(other, record) && !strcmp(name, record + why))
			return;
		at = (size_t)(name + strlen(name) + 1 - report->kept);
	}
	pmx_stress_keep(report, record, size);
}

void pmx_stress_text_result(struct pmx_stress_report *report,
			    const struct pmx_stress_result *result)
{
	PMX_OUT(out, report->out);

	pmx_stress_tally(report, result);
	if (result->verdict == PMX_STRESS_SKIP)
		keep_skipped(report, result);
	if (result->verdict == PMX_STRESS_SKIP ||
	    (result->verdict == PMX_STRESS_PASS && report->verbose < 1))
		return;
	put_heading(report, &out, result);
	put_body(report, &out, result);
	pmx_out_flush(&out);
	fflush(report->out);
}
