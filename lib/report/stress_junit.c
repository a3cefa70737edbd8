// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_junit.c - what scenarios found, as CI systems read it: JUnit's XML
 *
 * A suite says at its beginning how many of its cases failed: the cases are kept in memory until
 * then. There is room for 16 MiB of them, which no CI system would show; what there is no memory
 * for is a case in error that says so.
 */
#include <stdlib.h>

#include "base/cleanup.h"
#include "report/number.h"
#include "report/stress_parts.h"
#include "report/words.h"
#include "report/xml.h"

static void put_attribute(struct pmx_out *out, const char *name, const char *text)
{
	pmx_out_text(out, " ");
	pmx_out_text(out, name);
	pmx_out_text(out, "=\"");
	pmx_xml_text(out, text);
	pmx_out_text(out, "\"");
}

static void put_number(struct pmx_out *out, const char *name, uint64_t value)
{
	char number[PMX_NUMBER_SIZE];

	pmx_number_u64(number, value, false);
	put_attribute(out, name, number);
}

static void put_seconds(struct pmx_out *out, uint64_t ns)
{
	char number[PMX_NUMBER_SIZE];

	pmx_number_seconds(number, ns);
	put_attribute(out, "time", number);
}

static void put_line(struct pmx_out *out, const char *label, const char *text)
{
	pmx_xml_text(out, label);
	pmx_out_text(out, ": ");
	pmx_xml_text(out, text);
	pmx_out_newline(out);
}

/* All that is known, for whoever opens the case. */
static void put_details(struct pmx_out *out, const struct pmx_stress_result *result)
{
	char seed[PMX_STRESS_SEED], command[PMX_STRESS_NAME], number[PMX_NUMBER_SIZE];
	uint64_t untold = pmx_stress_untold(result);

	for (unsigned i = 0; i < result->breaches; i++) {
		const struct pmx_defect *defect = result->defect[i];

		put_line(out, result->breach[i].invariant, result->breach[i].text);
		if (defect) {
			put_line(out, "known defect", defect->text);
			put_line(out, "reference", defect->reference);
		}
	}
	pmx_number_u64(number, untold, false);
	if (untold)
		put_line(out, "breaches not shown", number);
	if (result->note[0])
		put_line(out, "note", result->note);
	if (result->verdict < PMX_STRESS_DEFECT)
		return;
	put_line(out, "seed", pmx_stress_seed(result->seed, seed));
	put_line(out, "repeat", pmx_stress_command(result, command, sizeof(command)));
	if (result->reproducer)
		pmx_xml_lines(out, result->reproducer);
}

static void put_with_details(struct pmx_out *out, const struct pmx_stress_result *result,
			     const char *element, const char *message, const char *type)
{
	pmx_out_text(out, "<");
	pmx_out_text(out, element);
	if (message)
		put_attribute(out, "message", message);
	if (type)
		put_attribute(out, "type", type);
	pmx_out_text(out, ">");
	put_details(out, result);
	pmx_out_text(out, "</");
	pmx_out_text(out, element);
	pmx_out_text(out, ">\n");
}

static void put_skipped(struct pmx_out *out, const struct pmx_stress_result *result)
{
	pmx_out_text(out, "<skipped");
	put_attribute(out, "message", result->why);
	pmx_out_text(out, "/>\n");
}

static void put_failure(struct pmx_out *out, const struct pmx_stress_result *result)
{
	bool is_told = result->breaches > 0;

	put_with_details(out, result, "failure", is_told ? result->breach[0].text : "",
			 is_told ? result->breach[0].invariant : "violation");
}

static void put_verdict(struct pmx_out *out, const struct pmx_stress_result *result)
{
	switch (result->verdict) {
	case PMX_STRESS_SKIP:
		put_skipped(out, result);
		break;
	case PMX_STRESS_ERROR:
		put_with_details(out, result, "error", result->why, "error");
		break;
	case PMX_STRESS_VIOLATION:
		put_failure(out, result);
		break;
	case PMX_STRESS_DEFECT:
		put_with_details(out, result, "system-out", NULL, NULL);
		break;
	case PMX_STRESS_PASS:
		if (result->note[0])
			put_with_details(out, result, "system-out", NULL, NULL);
		break;
	}
}

static void put_case(FILE *file, const struct pmx_stress_result *result)
{
	char name[PMX_STRESS_NAME], family[PMX_STRESS_NAME];
	PMX_OUT(out, file);

	pmx_out_text(&out, "<testcase");
	put_attribute(&out, "classname", pmx_stress_family(result->scenario, family));
	put_attribute(&out, "name", pmx_stress_run_name(result, name));
	put_seconds(&out, result->wall);
	pmx_out_text(&out, ">\n");
	put_verdict(&out, result);
	pmx_out_text(&out, "</testcase>\n");
}

void pmx_stress_junit_begin(struct pmx_stress_report *report)
{
	report->written = 0;
}

void pmx_stress_junit_result(struct pmx_stress_report *report,
			     const struct pmx_stress_result *result)
{
	pmx_autofree char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	bool failed;

	pmx_stress_tally(report, result);
	if (!file) {
		report->lost++;
		return;
	}
	put_case(file, result);
	failed = ferror(file);
	failed |= fclose(file) || !text;
	if (failed)
		report->lost++;
	else
		pmx_stress_keep(report, text, size);
}

static void put_property(struct pmx_out *out, const char *name, const char *value)
{
	pmx_out_text(out, "<property");
	put_attribute(out, "name", name);
	put_attribute(out, "value", value);
	pmx_out_text(out, "/>\n");
}

static void put_properties(const struct pmx_stress_report *report, struct pmx_out *out)
{
	char seed[PMX_STRESS_SEED];

	pmx_out_text(out, "<properties>\n");
	put_property(out, "perfmux", report->version);
	put_property(out, "kernel", report->kernel);
	put_property(out, "machine", report->machine);
	put_property(out, "seed", pmx_stress_seed(report->seed, seed));
	if (report->log_error)
		put_property(out, "kernel-log", report->log_error);
	pmx_out_text(out, "</properties>\n");
}

/* Runs that are not in the file are a failure of its own. */
static void put_shortage(struct pmx_out *out, const char *name, size_t count, const char *what,
			 const char *why)
{
	struct pmx_words words = { .used = 0 };

	pmx_say(&words, "%zu %s%s %s", count, what, count == 1 ? "" : "s", why);
	pmx_out_text(out, "<testcase");
	put_attribute(out, "classname", "perfmux");
	put_attribute(out, "name", name);
	put_seconds(out, 0);
	pmx_out_text(out, ">\n<error");
	put_attribute(out, "message", words.text);
	put_attribute(out, "type", "error");
	pmx_out_text(out, "/>\n</testcase>\n");
}

void pmx_stress_junit_end(struct pmx_stress_report *report)
{
	size_t missing = report->planned > report->written ? report->planned - report->written : 0;
	size_t own = (report->lost > 0) + (missing > 0);
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite");
	put_attribute(&out, "name", "perfmux stress");
	put_number(&out, "tests", report->written + own);
	put_number(&out, "failures", report->count[PMX_STRESS_VIOLATION]);
	put_number(&out, "errors", report->count[PMX_STRESS_ERROR] + own);
	put_number(&out, "skipped", report->count[PMX_STRESS_SKIP]);
	put_seconds(&out, pmx_stress_elapsed(report));
	pmx_out_text(&out, ">\n");
	put_properties(report, &out);
	pmx_out_mem(&out, report->kept, report->kept_size);
	if (report->lost)
		put_shortage(&out, "memory", report->lost, "result", "had no room in memory");
	if (missing)
		put_shortage(&out, "stopped", missing, "run", "had not ended when it was stopped");
	pmx_out_text(&out, "</testsuite>\n");
}
