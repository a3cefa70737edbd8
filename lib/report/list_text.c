// SPDX-License-Identifier: GPL-2.0-only
/*
 * list_text.c - events for people: a heading for each section, a line for each event
 *
 * Widths are fixed, so that an event is written as soon as it is known: a probe takes its time.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/report_machine.h>
#include <perfmux/text.h>

#include "report/text_marks.h"
#include "report/wrap.h"

enum { INDENT = 2, TEXT = 36, VERDICT = 15, MORE = 6, LINE = 700 };

/* Reasons up to SHORT stand beside their event. */
enum { SHORT = PMX_SCREEN - TEXT - VERDICT, MAX_REASONS = 64 };

static const char *const headings[] = {
	[PMX_LIST_HARDWARE] = "Hardware events", [PMX_LIST_CACHE] = "Cache events",
	[PMX_LIST_SOFTWARE] = "Software events", [PMX_LIST_PMU] = "Events of PMUs",
	[PMX_LIST_BREAKPOINT] = "Breakpoints",	 [PMX_LIST_RAW] = "Raw codes",
	[PMX_LIST_TRACEPOINT] = "Tracepoints",	 [PMX_LIST_PFM] = "Events by libpfm4",
};

static const struct {
	const char *words, *mark;
} verdicts[] = {
	[PMX_VERDICT_COUNTS] = { "counts", PMX_MARK_GOOD },
	[PMX_VERDICT_OPENS] = { "opens", "" },
	[PMX_VERDICT_CPU_ONLY] = { "needs a CPU", "" },
	[PMX_VERDICT_FORM] = { "", "" },
	[PMX_VERDICT_NEVER_RAN] = { "never ran", PMX_MARK_WARN },
	[PMX_VERDICT_WRONG] = { "wrong count", PMX_MARK_BAD },
	[PMX_VERDICT_NOTHING] = { "counts nothing", PMX_MARK_BAD },
	[PMX_VERDICT_FORBIDDEN] = { "no permission", PMX_MARK_WARN },
	[PMX_VERDICT_UNSUPPORTED] = { "not supported", PMX_MARK_WARN },
};

static void begin_section(struct pmx_list_report *report, struct pmx_out *out,
			  enum pmx_list_section section)
{
	if (report->section == (int)section + 1)
		return;
	report->section = (int)section + 1;
	if (report->written++)
		pmx_out_newline(out);
	pmx_out_text(out, report->color ? PMX_MARK_BOLD : "");
	pmx_out_text(out, headings[section]);
	pmx_out_text(out, report->color ? PMX_MARK_OFF : "");
	pmx_out_newline(out);
}

/* What there is to say of an event: its description, where the count goes, why it is missing. */
static const char *describe(const struct pmx_list_report *report,
			    const struct pmx_listed_event *event, char *buf)
{
	size_t used = 0;

#define ADD(...) (used += used < LINE ? (size_t)snprintf(buf + used, LINE - used, __VA_ARGS__) : 0)
	buf[0] = '\0';
	if (event->missing)
		return event->missing;
	if (event->text)
		ADD("%s", event->text);
	if (event->section == PMX_LIST_PMU) {
		if (event->pmus)
			ADD("%son %u PMUs", used ? "; " : "", event->pmus);
		if (event->unit)
			ADD("%sin %s", used ? "; " : "", event->unit);
		if (event->terms && (report->detail || !used))
			ADD("%s%s", used ? "; " : "", event->terms);
	} else if (event->unit) {
		ADD(", in %s", event->unit);
	}
#undef ADD
	return buf;
}

static void put_verdict(const struct pmx_list_report *report, struct pmx_out *out,
			const struct pmx_probe *probe)
{
	const char *words = verdicts[probe->verdict].words;

	if (report->color)
		pmx_out_text(out, verdicts[probe->verdict].mark);
	pmx_out_text(out, words);
	if (report->color && *verdicts[probe->verdict].mark)
		pmx_out_text(out, PMX_MARK_OFF);
	pmx_out_spaces(out, VERDICT - strlen(words));
}

/* "1000 writes", "990 of 1000 writes", "2.04 of 2.00 to 2.06 ms", "12 counted" */
static void measured(const struct pmx_probe *probe, char *buf, size_t size)
{
	const char *what = probe->what;

	if (probe->verdict >= PMX_VERDICT_FORBIDDEN || probe->verdict == PMX_VERDICT_FORM)
		buf[0] = '\0';
	else if (!probe->checked)
		snprintf(buf, size, "%" PRIu64 " (not checked)", probe->raw);
	else if (probe->raw >= probe->low && probe->raw <= probe->high)
		snprintf(buf, size, "%" PRIu64 " %s", probe->raw, what);
	else if (probe->low == probe->high || probe->raw < probe->low)
		snprintf(buf, size, "%" PRIu64 " of %" PRIu64 " %s", probe->raw, probe->low, what);
	else
		snprintf(buf, size, "%" PRIu64 ", at most %" PRIu64 " %s", probe->raw, probe->high,
			 what);
}

/*
 * The number of a reason that is too long for its column and many events may share: it is said
 * once, at the end. 0 when there is no room to remember it.
 */
static size_t reason_number(struct pmx_list_report *report, const char *reason)
{
	char **grown;

	for (size_t i = 0; i < report->reason_count; i++)
		if (strcmp(report->reasons[i], reason) == 0)
			return i + 1;
	if (report->reason_count >= MAX_REASONS)
		return 0;
	grown = realloc(report->reasons, (report->reason_count + 1) * sizeof(*grown));
	if (!grown)
		return 0;
	report->reasons = grown;
	grown[report->reason_count] = strdup(reason);
	return grown[report->reason_count] ? ++report->reason_count : 0;
}

static void put_probe(struct pmx_list_report *report, struct pmx_out *out,
		      const struct pmx_probe *probe)
{
	char counted[128], text[LINE + 128];
	size_t number = 0;

	put_verdict(report, out, probe);
	if (probe->verdict >= PMX_VERDICT_FORBIDDEN && strlen(probe->text) > SHORT)
		number = reason_number(report, probe->text);
	if (number) {
		pmx_out_text(out, "(");
		pmx_out_u64(out, number);
		pmx_out_text(out, ")");
		return;
	}
	measured(probe, counted, sizeof(counted));
	snprintf(text, sizeof(text), "%s%s%s", counted, *counted && probe->text[0] ? "; " : "",
		 probe->text);
	pmx_wrap(out, text, TEXT + VERDICT, TEXT + VERDICT);
}

void pmx_list_text_event(struct pmx_list_report *report, const struct pmx_listed_event *event,
			 const struct pmx_probe *probe)
{
	char name[LINE], text[LINE];
	size_t column = INDENT;
	PMX_OUT(out, report->out);

	begin_section(report, &out, event->section);
	snprintf(name, sizeof(name), "%s%s%s", event->name, event->alias ? " OR " : "",
		 event->alias ? event->alias : "");
	pmx_out_spaces(&out, column);
	column = pmx_wrap(&out, name, column, INDENT);
	describe(report, event, text);
	if (probe) {
		pmx_wrap_to(&out, column, TEXT);
		put_probe(report, &out, probe);
	} else if (event->missing || text[0]) {
		pmx_wrap_to(&out, column, TEXT);
		pmx_wrap(&out, event->missing ? event->missing : text, TEXT, TEXT);
	}
	pmx_out_newline(&out);
	if (!probe && event->terms && event->section != PMX_LIST_PMU) {
		pmx_out_spaces(&out, MORE);
		pmx_wrap(&out, event->terms, MORE, MORE);
		pmx_out_newline(&out);
	}
}

void pmx_list_text_note(struct pmx_list_report *report, enum pmx_list_section section,
			const char *note)
{
	PMX_OUT(out, report->out);

	begin_section(report, &out, section);
	pmx_out_spaces(&out, INDENT);
	pmx_wrap(&out, note, INDENT, INDENT);
	pmx_out_newline(&out);
}

void pmx_list_text_end(struct pmx_list_report *report)
{
	char number[32];
	PMX_OUT(out, report->out);

	if (report->reason_count)
		pmx_out_newline(&out);
	for (size_t i = 0; i < report->reason_count; i++) {
		size_t indent = (size_t)snprintf(number, sizeof(number), "(%zu) ", i + 1);

		pmx_out_text(&out, number);
		pmx_wrap(&out, report->reasons[i], indent, indent);
		pmx_out_newline(&out);
		free(report->reasons[i]);
	}
	free(report->reasons);
	report->reasons = NULL;
	report->reason_count = 0;
}
