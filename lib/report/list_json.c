// SPDX-License-Identifier: GPL-2.0-only
/*
 * list_json.c - PMUs and events for programs: a document of schema "perfmux-list/1", or the same
 * objects one a line; see perfmux-json(5)
 */
#include <string.h>

#include <perfmux/report_machine.h>

#include "report/json_put.h"
#include "report/machine_words.h"

/* What goes before an object: of the document a line of its own in its array. */
static void begin_object(struct pmx_list_report *report, struct pmx_out *out, const char *type)
{
	if (report->lines) {
		pmx_out_text(out, "{\"type\":");
		pmx_quote_json(out, type);
		pmx_out_text(out, ",");
		return;
	}
	pmx_out_text(out, report->written++ ? ",\n{" : "\n{");
}

static void end_object(const struct pmx_list_report *report, struct pmx_out *out)
{
	pmx_out_text(out, report->lines ? "}\n" : "}");
}

/* Ends the array before and begins the one called @name; 1 and 2 are those of PMUs and events. */
static void begin_array(struct pmx_list_report *report, struct pmx_out *out, int number)
{
	static const char *const names[] = { "", "pmus", "events" };

	if (report->lines)
		return;
	for (; report->section < number; report->section++) {
		if (report->section)
			pmx_out_text(out, "]");
		pmx_json_key(out, names[report->section + 1]);
		pmx_out_text(out, "[");
		report->written = 0;
	}
}

void pmx_list_json_begin(struct pmx_list_report *report)
{
	PMX_OUT(out, report->out);

	report->written = 0;
	report->section = 0;
	if (report->lines)
		return;
	pmx_out_text(&out, "{\"schema\":\"perfmux-list/1\"");
	pmx_json_string(&out, "version", report->version);
	pmx_json_string(&out, "kernel", report->kernel);
}

static void put_caps(struct pmx_out *out, const struct pmx_listed_pmu *listed)
{
	pmx_json_key(out, "caps");
	pmx_out_text(out, "{");
	for (size_t i = 0; i < listed->cap_count; i++) {
		const char *cap = listed->caps[i], *value = strchr(cap, '=');
		char name[256];
		size_t length = value ? (size_t)(value - cap) : strlen(cap);

		if (length >= sizeof(name))
			continue;
		memcpy(name, cap, length);
		name[length] = '\0';
		if (i)
			pmx_out_text(out, ",");
		pmx_quote_json(out, name);
		pmx_out_text(out, ":");
		pmx_quote_json(out, value ? value + 1 : NULL);
	}
	pmx_out_text(out, "}");
}

static void put_terms(struct pmx_out *out, const struct pmx_pmu *pmu, struct pmx_pmus *pmus)
{
	const struct pmx_pmu_term *terms;
	ssize_t count = pmx_pmu_terms(pmus, pmu, &terms, NULL);
	char bits[512];

	pmx_json_key(out, "terms");
	pmx_out_text(out, "{");
	for (ssize_t i = 0; i < count; i++) {
		if (i)
			pmx_out_text(out, ",");
		pmx_quote_json(out, terms[i].name);
		pmx_out_text(out, ":");
		pmx_quote_json(out, pmx_term_bits(&terms[i], bits, sizeof(bits)));
	}
	pmx_out_text(out, "}");
}

static void put_pmu(struct pmx_out *out, const struct pmx_listed_pmu *listed, struct pmx_pmus *pmus)
{
	const struct pmx_pmu *pmu = listed->pmu;
	char cpus[PMX_MAX_CPUS * 3];

	pmx_out_text(out, "\"name\":");
	pmx_quote_json(out, pmu->name);
	pmx_json_maybe(out, "alias", listed->alias);
	pmx_json_string(out, "kind", pmx_pmu_kind_name(pmu->kind));
	pmx_json_u64(out, "perf_type", pmu->type);
	pmx_json_bool(out, "software_class", pmu->software_class);
	pmx_cpus_format(&pmu->cpus, cpus, sizeof(cpus));
	pmx_json_string(out, "cpus", pmu->has_cpus ? cpus : NULL);
	pmx_json_long(out, "events", listed->events);
	pmx_json_long(out, "mux_interval_ms", listed->mux_ms);
	put_caps(out, listed);
	put_terms(out, pmu, pmus);
}

void pmx_list_json_pmus(struct pmx_list_report *report, const struct pmx_listed_pmu *list,
			size_t count, struct pmx_pmus *pmus)
{
	PMX_OUT(out, report->out);

	begin_array(report, &out, 1);
	for (size_t i = 0; i < count; i++) {
		begin_object(report, &out, "pmu");
		put_pmu(&out, &list[i], pmus);
		end_object(report, &out);
	}
}

static void put_probe(struct pmx_out *out, const struct pmx_probe *probe)
{
	pmx_json_string(out, "verdict", pmx_verdict_name(probe->verdict));
	if (probe->verdict >= PMX_VERDICT_FORBIDDEN || probe->verdict == PMX_VERDICT_FORM) {
		pmx_json_maybe(out, "reason", probe->text[0] ? probe->text : NULL);
		return;
	}
	pmx_json_u64(out, "raw", probe->raw);
	if (probe->checked) {
		pmx_json_u64(out, "expected_min", probe->low);
		pmx_json_u64(out, "expected_max", probe->high);
		pmx_json_string(out, "expected_what", probe->what);
	}
	pmx_json_u64(out, "running_ns", probe->running);
	if (probe->cpu >= 0)
		pmx_json_u64(out, "cpu", (uint64_t)probe->cpu);
	pmx_json_maybe(out, "reason", probe->text[0] ? probe->text : NULL);
}

void pmx_list_json_event(struct pmx_list_report *report, const struct pmx_listed_event *event,
			 const struct pmx_probe *probe)
{
	PMX_OUT(out, report->out);

	begin_array(report, &out, 2);
	begin_object(report, &out, "event");
	pmx_out_text(&out, "\"name\":");
	pmx_quote_json(&out, event->name);
	pmx_json_string(&out, "section", pmx_list_section_name(event->section));
	pmx_json_maybe(&out, "alias", event->alias);
	pmx_json_maybe(&out, "pmu", event->pmu);
	if (event->pmus)
		pmx_json_u64(&out, "pmus", event->pmus);
	if (event->is_form)
		pmx_json_bool(&out, "form", true);
	pmx_json_maybe(&out, "description", event->text);
	pmx_json_maybe(&out, event->section == PMX_LIST_TRACEPOINT ? "fields" : "terms",
		       event->terms);
	pmx_json_maybe(&out, "unit", event->unit);
	if (event->scale != 1)
		pmx_json_double(&out, "scale", event->scale);
	pmx_json_maybe(&out, "missing", event->missing);
	if (probe)
		put_probe(&out, probe);
	end_object(report, &out);
}

void pmx_list_json_note(struct pmx_list_report *report, enum pmx_list_section section,
			const char *note)
{
	PMX_OUT(out, report->out);

	if (report->lines) {
		pmx_out_text(&out, "{\"type\":\"note\"");
		pmx_json_string(&out, "section", pmx_list_section_name(section));
		pmx_json_string(&out, "text", note);
		pmx_out_text(&out, "}\n");
		return;
	}
	begin_array(report, &out, 2);
	if (report->section == 2) {
		pmx_out_text(&out, "],\"notes\":{");
		report->section = 3;
	} else {
		pmx_out_text(&out, ",");
	}
	pmx_quote_json(&out, pmx_list_section_name(section));
	pmx_out_text(&out, ":");
	pmx_quote_json(&out, note);
}

void pmx_list_json_end(struct pmx_list_report *report)
{
	PMX_OUT(out, report->out);

	if (report->lines)
		return;
	begin_array(report, &out, 2);
	pmx_out_text(&out, report->section == 3 ? "}}\n" : "],\"notes\":{}}\n");
}
