// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_ktap.c - what scenarios found, as test harnesses of the kernel read it: a line for each
 * run as soon as it has ended, and what is known of it in diagnostic lines above
 *
 * Source: Documentation/dev-tools/ktap.rst of the kernel, version 1. "Bail out!" is TAP's, and a
 * line like any other to readers of KTAP, who miss results by the plan.
 */

#include <perfmux/text.h>

#include "report/stress_parts.h"

static const struct {
	const char *ok, *directive;
} lines[PMX_STRESS_VERDICTS] = {
	[PMX_STRESS_PASS] = { "ok ", "" },
	[PMX_STRESS_SKIP] = { "ok ", " # SKIP " },
	[PMX_STRESS_DEFECT] = { "ok ", " # XFAIL " },
	[PMX_STRESS_ERROR] = { "not ok ", " # ERROR " },
	[PMX_STRESS_VIOLATION] = { "not ok ", "" },
};

static void put_safe(struct pmx_out *out, const char *text)
{
	char safe[4 * sizeof(((struct pmx_breach *)0)->text)];

	pmx_text_safe(safe, sizeof(safe), text);
	pmx_out_text(out, safe);
}

/* A hash sign would end the name. */
static void put_name(struct pmx_out *out, const struct pmx_stress_result *result)
{
	char name[PMX_STRESS_NAME];

	pmx_stress_run_name(result, name);
	for (char *at = name; *at; at++)
		*at = *at == '#' ? '_' : *at;
	put_safe(out, name);
}

/* "# NAME: LABEL: TEXT" */
static void put_diagnostic(struct pmx_out *out, const struct pmx_stress_result *result,
			   const char *label, const char *text)
{
	pmx_out_text(out, "# ");
	put_name(out, result);
	pmx_out_text(out, ": ");
	pmx_out_text(out, label);
	pmx_out_text(out, ": ");
	put_safe(out, text);
	pmx_out_newline(out);
}

static void put_breaches(struct pmx_out *out, const struct pmx_stress_result *result)
{
	uint64_t untold = pmx_stress_untold(result);

	for (unsigned i = 0; i < result->breaches; i++) {
		put_diagnostic(out, result, result->breach[i].invariant, result->breach[i].text);
		if (result->defect[i])
			put_diagnostic(out, result, "known defect", result->defect[i]->reference);
	}
	if (!untold)
		return;
	pmx_out_text(out, "# ");
	put_name(out, result);
	pmx_out_text(out, ": breaches not shown: ");
	pmx_out_u64(out, untold);
	pmx_out_newline(out);
}

static void put_diagnostics(struct pmx_out *out, const struct pmx_stress_result *result)
{
	char seed[PMX_STRESS_SEED], command[PMX_STRESS_NAME];

	if (result->verdict == PMX_STRESS_ERROR)
		put_diagnostic(out, result, "error", result->why);
	put_breaches(out, result);
	if (result->note[0])
		put_diagnostic(out, result, "note", result->note);
	if (result->verdict < PMX_STRESS_DEFECT)
		return;
	put_diagnostic(out, result, "seed", pmx_stress_seed(result->seed, seed));
	put_diagnostic(out, result, "repeat", pmx_stress_command(result, command, sizeof(command)));
	if (result->reproducer)
		pmx_stress_put_lines(out, result->reproducer, "#", 3);
}

/* What stands behind the directive. */
static const char *reason(const struct pmx_stress_result *result)
{
	const struct pmx_defect *defects[PMX_STRESS_BREACHES];

	if (result->verdict != PMX_STRESS_DEFECT)
		return result->why;
	return pmx_stress_result_defects(result, defects) ? defects[0]->text : "";
}

void pmx_stress_ktap_begin(struct pmx_stress_report *report)
{
	char line[512], seed[PMX_STRESS_SEED];
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "KTAP version 1\n1..");
	pmx_out_u64(&out, report->planned);
	pmx_out_text(&out, "\n# ");
	snprintf(line, sizeof(line), "perfmux %s stress, Linux %s on %s, seed %s", report->version,
		 report->kernel, report->machine, pmx_stress_seed(report->seed, seed));
	put_safe(&out, line);
	pmx_out_newline(&out);
	if (report->log_error) {
		pmx_out_text(&out, "# the kernel's log is not watched: ");
		put_safe(&out, report->log_error);
		pmx_out_newline(&out);
	}
	pmx_out_flush(&out);
	fflush(report->out);
}

void pmx_stress_ktap_result(struct pmx_stress_report *report,
			    const struct pmx_stress_result *result)
{
	const char *directive = lines[result->verdict].directive;
	PMX_OUT(out, report->out);

	pmx_stress_tally(report, result);
	put_diagnostics(&out, result);
	pmx_out_text(&out, lines[result->verdict].ok);
	pmx_out_u64(&out, report->written);
	pmx_out_text(&out, " ");
	put_name(&out, result);
	if (*directive) {
		pmx_out_text(&out, directive);
		put_safe(&out, reason(result));
	}
	pmx_out_newline(&out);
	pmx_out_flush(&out);
	fflush(report->out);
}

/* The line that kselftest ends with. */
void pmx_stress_ktap_end(struct pmx_stress_report *report)
{
	const size_t *count = report->count;
	char line[256];
	PMX_OUT(out, report->out);

	snprintf(line, sizeof(line),
		 "# Totals: pass:%zu fail:%zu xfail:%zu xpass:0 skip:%zu error:%zu",
		 count[PMX_STRESS_PASS], count[PMX_STRESS_VIOLATION], count[PMX_STRESS_DEFECT],
		 count[PMX_STRESS_SKIP], count[PMX_STRESS_ERROR]);
	pmx_out_text(&out, line);
	pmx_out_newline(&out);
	if (report->written < report->planned) {
		snprintf(line, sizeof(line), "Bail out! %zu of %zu runs ended", report->written,
			 report->planned);
		pmx_out_text(&out, line);
		pmx_out_newline(&out);
	}
	pmx_out_flush(&out);
	fflush(report->out);
}
