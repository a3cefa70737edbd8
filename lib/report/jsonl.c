// SPDX-License-Identifier: GPL-2.0-only
/*
 * jsonl.c - one JSON object a line, with the keys and the string values of perf stat -j 6.1
 *
 * Where perf writes text that is no JSON, this does not: names are escaped, and a metric that does
 * not exist has the unit "" and not "(null)".
 */
#include <math.h>

#include <perfmux/report.h>

#include "base/cleanup.h"
#include "report/number.h"
#include "report/quote.h"
#include "report/row.h"

/* ", " but before the first. */
static void put_key(struct pmx_out *out, const char *key, bool *is_first)
{
	pmx_out_text(out, *is_first ? "\"" : ", \"");
	pmx_out_text(out, key);
	pmx_out_text(out, "\" : ");
	*is_first = false;
}

static void put_string(struct pmx_out *out, const char *key, const char *text, bool *is_first)
{
	put_key(out, key, is_first);
	pmx_quote_json(out, text ? text : "");
}

static void put_number(struct pmx_out *out, const char *key, double value, unsigned precision,
		       bool *is_first)
{
	put_key(out, key, is_first);
	pmx_out_fixed(out, value, precision);
}

static void put_count(struct pmx_out *out, const char *key, uint64_t value, bool *is_first)
{
	put_key(out, key, is_first);
	pmx_number_json(out, value);
}

static void put_place(struct pmx_out *out, const struct pmx_result *result,
		      const struct pmx_row *row, bool *is_first)
{
	char buf[PMX_NUMBER_SIZE];

	if (result->stamp_ns && !result->is_summary) {
		put_key(out, "interval", is_first);
		pmx_out_mem(out, buf, pmx_number_seconds(buf, result->stamp_ns));
	}
	if (result->aggr == PMX_AGGR_GLOBAL)
		return;
	if (result->aggr == PMX_AGGR_CPU && row->place.cpu >= 0) {
		pmx_number_u64(buf, (uint64_t)row->place.cpu, false);
		put_string(out, "cpu", buf, is_first);
	} else {
		put_string(out, pmx_aggr_name(result->aggr), row->label, is_first);
	}
	if (pmx_aggr_has_cpus(result->aggr))
		put_count(out, "aggregate-number", row->cpus, is_first);
}

/* A string, as perf has it: six digits behind the point, or why there is no number. */
static void put_value(struct pmx_out *out, const struct pmx_row *row, bool *is_first)
{
	char buf[PMX_NUMBER_SIZE];

	if (pmx_row_has_value(row))
		pmx_number_fixed(buf, row->count.value, 6, false);
	else
		pmx_row_value(row, false, buf);
	put_string(out, "counter-value", buf, is_first);
}

static void put_metric(struct pmx_out *out, const struct pmx_metric *metric, bool *is_first)
{
	put_number(out, "metric-value", metric->present ? metric->value : 0, 6, is_first);
	put_string(out, "metric-unit", metric->present ? metric->unit : "", is_first);
}

static void put_row(struct pmx_out *out, const struct pmx_report *report,
		    const struct pmx_result *result, const struct pmx_row *row, bool has_cgroups)
{
	bool is_first = true;

	pmx_out_text(out, "{");
	put_place(out, result, row, &is_first);
	put_value(out, row, &is_first);
	put_string(out, "unit", pmx_row_unit(row), &is_first);
	put_string(out, "event", row->name, &is_first);
	if (has_cgroups)
		put_string(out, "cgroup", row->cgroup, &is_first);
	if (report->runs > 1)
		put_number(out, "variance", pmx_spread_sem_percent(&row->spread), 2, &is_first);
	put_count(out, "event-runtime", row->count.running, &is_first);
	put_number(out, "pcnt-running", pmx_row_percent(row), 2, &is_first);
	put_metric(out, &row->metric, &is_first);
	pmx_out_text(out, "}\n");
}

static void put_second(struct pmx_out *out, const struct pmx_result *result,
		       const struct pmx_row *row)
{
	bool is_first = true;

	pmx_out_text(out, "{");
	put_place(out, result, row, &is_first);
	put_metric(out, &row->second, &is_first);
	pmx_out_text(out, "}\n");
}

void pmx_jsonl_write(const struct pmx_report *report, const struct pmx_result *result)
{
	pmx_autofree size_t *order = pmx_row_order(result);
	bool has_cgroups = pmx_result_has_cgroups(result);
	PMX_OUT(out, report->out);

	for (size_t i = 0; i < result->count; i++) {
		if (result->rows[i].is_sum)
			continue; /* readers would count twice */
		const struct pmx_row *row = &result->rows[order ? order[i] : i];

		put_row(&out, report, result, row, has_cgroups);
		if (row->second.present)
			put_second(&out, result, row);
	}
}
