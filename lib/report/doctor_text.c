// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_text.c - findings for people: subject, health, what was found, and what mends it
 */
#include <string.h>

#include <perfmux/report_machine.h>
#include <perfmux/text.h>

#include "report/text_marks.h"
#include "report/wrap.h"

enum { MEND = 4, HEALTH = 14, TEXT = 23 };

static void put_health(const struct pmx_doctor_report *report, struct pmx_out *out,
		       enum pmx_health health)
{
	static const char *const marks[] = {
		[PMX_HEALTH_OK] = PMX_MARK_GOOD,
		[PMX_HEALTH_NOTE] = PMX_MARK_WARN,
		[PMX_HEALTH_PROBLEM] = PMX_MARK_BAD,
		[PMX_HEALTH_UNKNOWN] = PMX_MARK_DIM,
	};
	const char *name = pmx_health_name(health);

	pmx_out_text(out, report->color ? marks[health] : "");
	pmx_out_text(out, name);
	pmx_out_text(out, report->color ? PMX_MARK_OFF : "");
	pmx_out_spaces(out, TEXT - HEALTH - strlen(name));
}

/* In one piece, to be copied: on a line of its own where it does not fit beside the word. */
static void put_mend(struct pmx_out *out, const char *mend)
{
	char safe[1024];

	pmx_text_safe(safe, sizeof(safe), mend);
	pmx_out_spaces(out, TEXT);
	pmx_out_text(out, "mend:");
	if (TEXT + strlen("mend: ") + strlen(safe) > PMX_SCREEN) {
		pmx_out_newline(out);
		pmx_out_spaces(out, MEND - 1);
	}
	pmx_out_spaces(out, 1);
	pmx_out_text(out, safe);
	pmx_out_newline(out);
}

static void put_finding(const struct pmx_doctor_report *report, struct pmx_out *out,
			const struct pmx_finding *finding)
{
	pmx_out_left(out, finding->subject, strlen(finding->subject), HEALTH);
	put_health(report, out, finding->health);
	pmx_wrap(out, finding->text, TEXT, TEXT);
	pmx_out_newline(out);
	if (!finding->mend[0])
		return;
	put_mend(out, finding->mend);
}

static void put_count(struct pmx_out *out, size_t count, const char *word, bool more)
{
	pmx_out_u64(out, count);
	pmx_out_text(out, " ");
	pmx_out_text(out, word);
	pmx_out_text(out, count == 1 ? "" : "s");
	pmx_out_text(out, more ? ", " : "");
}

void pmx_doctor_text_write(const struct pmx_doctor_report *report,
			   const struct pmx_findings *findings)
{
	size_t unknown = pmx_findings_count(findings, PMX_HEALTH_UNKNOWN);
	PMX_OUT(out, report->out);

	for (size_t i = 0; i < findings->count; i++)
		put_finding(report, &out, &findings->list[i]);
	pmx_out_newline(&out);
	put_count(&out, pmx_findings_count(findings, PMX_HEALTH_PROBLEM), "problem", true);
	put_count(&out, pmx_findings_count(findings, PMX_HEALTH_NOTE), "note", unknown > 0);
	if (unknown) {
		pmx_out_u64(&out, unknown);
		pmx_out_text(&out, " unknown");
	}
	pmx_out_newline(&out);
}
