// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_json.c - what scenarios found, as a document of schema "perfmux-stress/1": see
 * perfmux-json(5)
 *
 * Seeds are strings: they are 64 bits, which many readers of JSON have no number for.
 */
#include "report/json_put.h"
#include "report/stress_parts.h"

static void put_seed(struct pmx_out *out, uint64_t seed)
{
	char text[PMX_STRESS_SEED];

	pmx_json_string(out, "seed", pmx_stress_seed(seed, text));
}

/* NULL for a text that is not there. */
static const char *some(const char *text)
{
	return text[0] ? text : NULL;
}

static void put_calibration(struct pmx_out *out, const struct pmx_calibration *it)
{
	pmx_out_text(out, "{\"name\":");
	pmx_quote_json(out, it->name);
	pmx_json_bool(out, "works", it->works);
	pmx_json_u64(out, "done", it->done);
	pmx_json_u64(out, "counted", it->counted);
	pmx_json_u64(out, "capacity", it->capacity);
	pmx_json_string(out, "why", some(it->why));
	pmx_out_text(out, "}");
}

void pmx_stress_json_begin(struct pmx_stress_report *report)
{
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "{\"schema\":\"perfmux-stress/1\"");
	pmx_json_string(&out, "version", report->version);
	pmx_json_string(&out, "kernel", report->kernel);
	pmx_json_string(&out, "machine", report->machine);
	put_seed(&out, report->seed);
	pmx_json_u64(&out, "planned", report->planned);
	pmx_json_string(&out, "log_error", report->log_error);
	pmx_json_key(&out, "calibrations");
	pmx_out_text(&out, "[");
	for (size_t i = 0; i < report->calibration_count; i++) {
		pmx_out_text(&out, i ? ",\n" : "\n");
		put_calibration(&out, &report->calibrations[i]);
	}
	pmx_out_text(&out, "]");
	pmx_json_key(&out, "results");
	pmx_out_text(&out, "[");
}

static void put_breaches(struct pmx_out *out, const struct pmx_stress_result *result)
{
	pmx_json_key(out, "breaches");
	pmx_out_text(out, "[");
	for (unsigned i = 0; i < result->breaches; i++) {
		const struct pmx_defect *defect = result->defect[i];

		pmx_out_text(out, i ? ",{\"invariant\":" : "{\"invariant\":");
		pmx_quote_json(out, result->breach[i].invariant);
		pmx_json_string(out, "text", result->breach[i].text);
		pmx_json_key(out, "defect");
		if (defect) {
			pmx_out_text(out, "{\"reference\":");
			pmx_quote_json(out, defect->reference);
			pmx_json_string(out, "text", defect->text);
			pmx_out_text(out, "}}");
		} else {
			pmx_out_text(out, "null}");
		}
	}
	pmx_out_text(out, "]");
}

void pmx_stress_json_result(struct pmx_stress_report *report,
			    const struct pmx_stress_result *result)
{
	char command[PMX_STRESS_NAME], family[PMX_STRESS_NAME];
	PMX_OUT(out, report->out);

	pmx_out_text(&out, report->written ? ",\n{\"scenario\":" : "\n{\"scenario\":");
	pmx_stress_tally(report, result);
	pmx_quote_json(&out, result->scenario->name);
	pmx_json_string(&out, "family", pmx_stress_family(result->scenario, family));
	pmx_json_u64(&out, "round", result->round);
	put_seed(&out, result->seed);
	pmx_json_string(&out, "verdict", pmx_stress_verdict_name(result->verdict));
	pmx_json_string(&out, "why", some(result->why));
	put_breaches(&out, result);
	pmx_json_u64(&out, "broken", result->broken);
	pmx_json_u64(&out, "checks", result->checks);
	pmx_json_u64(&out, "operations", result->operations);
	pmx_json_u64(&out, "wall_ns", result->wall);
	pmx_json_u64(&out, "cpu_ns", result->cpu);
	pmx_json_string(&out, "note", some(result->note));
	pmx_json_string(&out, "repeat", pmx_stress_command(result, command, sizeof(command)));
	pmx_json_string(&out, "reproducer", result->reproducer);
	pmx_out_text(&out, "}");
	pmx_out_flush(&out);
	fflush(report->out);
}

void pmx_stress_json_end(struct pmx_stress_report *report)
{
	static const char *const keys[PMX_STRESS_VERDICTS] = {
		[PMX_STRESS_PASS] = "pass",	      [PMX_STRESS_SKIP] = "skip",
		[PMX_STRESS_DEFECT] = "known_defect", [PMX_STRESS_ERROR] = "error",
		[PMX_STRESS_VIOLATION] = "violation",
	};
	PMX_OUT(out, report->out);

	pmx_out_text(&out, "]");
	pmx_json_key(&out, "totals");
	pmx_out_text(&out, "{\"runs\":");
	pmx_number_json(&out, report->written);
	for (size_t i = 0; i < PMX_STRESS_VERDICTS; i++)
		pmx_json_u64(&out, keys[i], report->count[i]);
	pmx_json_u64(&out, "checks", report->checks);
	pmx_json_u64(&out, "wall_ns", report->wall);
	pmx_json_u64(&out, "cpu_ns", report->cpu);
	pmx_json_u64(&out, "elapsed_ns", pmx_stress_elapsed(report));
	pmx_out_text(&out, "}");
	pmx_json_long(&out, "exit_status", report->exit_status);
	pmx_out_text(&out, "}\n");
}
