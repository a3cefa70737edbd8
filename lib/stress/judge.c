// SPDX-License-Identifier: GPL-2.0-only
/*
 * judge.c - from what a scenario left on its sheet to a verdict
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "kit/sheet.h"
#include "stress/engine.h"

void pmx_stress_add_breach(struct pmx_stress_result *result, const struct pmx_breach *breach)
{
	if (result->breaches < PMX_STRESS_BREACHES)
		result->breach[result->breaches++] = *breach;
	result->broken++;
}

static void say(struct pmx_stress_result *out, enum pmx_stress_verdict verdict, const char *why)
{
	out->verdict = verdict;
	snprintf(out->why, sizeof(out->why), "%s", why);
}

/* It did not come to its end by itself. */
static void judge_unfinished(const struct kit_sheet *sheet, unsigned limit_ms,
			     struct pmx_stress_result *out)
{
	char why[160];

	if (sheet->late)
		snprintf(why, sizeof(why), "it had not ended after %u.%u s", limit_ms / 1000,
			 limit_ms % 1000 / 100);
	else if (WIFSIGNALED(sheet->status))
		snprintf(why, sizeof(why), "it was ended by signal %d, %s", WTERMSIG(sheet->status),
			 strsignal(WTERMSIG(sheet->status)));
	else
		snprintf(why, sizeof(why), "it ended with status %d before its work was done",
			 WEXITSTATUS(sheet->status));
	say(out, PMX_STRESS_ERROR, why);
}

static void add_own_breaches(const struct kit_sheet *sheet, struct pmx_stress_result *out)
{
	struct pmx_breach breach = { 0 };

	if (sheet->stays) {
		breach.invariant = "ends";
		snprintf(breach.text, sizeof(breach.text),
			 "a process of the scenario did not end of SIGKILL within 5 s");
		pmx_stress_add_breach(out, &breach);
	}
	if (sheet->left) {
		breach.invariant = "restored";
		snprintf(breach.text, sizeof(breach.text),
			 "%u of the scenario's changes to the machine could not be put back",
			 sheet->left);
		pmx_stress_add_breach(out, &breach);
	}
}

void pmx_stress_judge(const struct kit_sheet *sheet, unsigned limit_ms,
		      struct pmx_stress_result *out)
{
	uint32_t kept = sheet->claimed;

	if (kept > PMX_STRESS_BREACHES)
		kept = PMX_STRESS_BREACHES;
	if (sheet->end == KIT_SKIPPED)
		say(out, PMX_STRESS_SKIP, sheet->why);
	else if (sheet->end == KIT_FAILED)
		say(out, PMX_STRESS_ERROR, sheet->why);
	else if (sheet->end == KIT_UNFINISHED)
		judge_unfinished(sheet, limit_ms, out);
	for (uint32_t i = 0; i < kept; i++)
		if (sheet->breach[i].invariant) /* else it crashed while it wrote this one */
			pmx_stress_add_breach(out, &sheet->breach[i]);
	out->broken += sheet->claimed - kept;
	add_own_breaches(sheet, out);
	memcpy(out->note, sheet->note, sizeof(out->note));
	out->reproducer = sheet->reproducer[0] ? sheet->reproducer : NULL;
	out->checks += sheet->checks;
	out->operations += sheet->operations;
	out->wall += sheet->wall;
	out->cpu += sheet->cpu;
}

void pmx_stress_label(struct pmx_stress_result *result, unsigned kernel)
{
	enum pmx_stress_verdict found;
	bool known = true;

	if (!result->breaches)
		return;
	for (unsigned i = 0; i < result->breaches; i++) {
		result->defect[i] =
			pmx_defect_find(result->scenario->name, &result->breach[i], kernel);
		known = known && result->defect[i];
	}
	found = known ? PMX_STRESS_DEFECT : PMX_STRESS_VIOLATION;
	if (result->verdict < found) /* an error is not explained by a defect */
		result->verdict = found;
}

const struct pmx_defect *pmx_defect_find(const char *scenario, const struct pmx_breach *breach,
					 unsigned kernel)
{
	for (const struct pmx_defect *it = pmx_defects(); it->scenario; it++)
		if (!fnmatch(it->scenario, scenario, 0) &&
		    !fnmatch(it->invariant, breach->invariant, 0) &&
		    (!it->since || kernel >= it->since) && (!it->until || kernel < it->until))
			return it;
	return NULL;
}
