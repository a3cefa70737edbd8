// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_json.c - findings as a document of schema "perfmux-doctor/1", see perfmux-json(5)
 */
#include <perfmux/report_machine.h>

#include "report/json_put.h"

static void put_finding(struct pmx_out *out, const struct pmx_finding *finding)
{
	pmx_out_text(out, "{\"subject\":");
	pmx_quote_json(out, finding->subject);
	pmx_json_string(out, "health", pmx_health_name(finding->health));
	pmx_json_string(out, "text", finding->text);
	pmx_json_string(out, "mend", finding->mend[0] ? finding->mend : NULL);
	pmx_out_text(out, "}");
}

void pmx_doctor_json_write(const struct pmx_doctor_report *report,
			   const struct pmx_findings *findings)
{
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "{\"schema\":\"perfmux-doctor/1\"");
	pmx_json_string(&out, "version", report->version);
	pmx_json_string(&out, "kernel", report->kernel);
	pmx_json_u64(&out, "problems", pmx_findings_count(findings, PMX_HEALTH_PROBLEM));
	pmx_json_u64(&out, "notes", pmx_findings_count(findings, PMX_HEALTH_NOTE));
	pmx_json_u64(&out, "unknown", pmx_findings_count(findings, PMX_HEALTH_UNKNOWN));
	pmx_json_long(&out, "exit_status", report->exit_status);
	pmx_json_key(&out, "findings");
	pmx_out_text(&out, "[");
	for (size_t i = 0; i < findings->count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_finding(&out, &findings->list[i]);
	}
	pmx_out_text(&out, "]}\n");
}
