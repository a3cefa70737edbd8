// SPDX-License-Identifier: GPL-2.0-only
/*
 * csv_columns.c - the columns that CSV can have
 *
 * One table says what each is called and how it is written; what a report has is a choice of them.
 */
#include <string.h>

#include "report/csv_columns.h"
#include "report/number.h"
#include "report/quote.h"
#include "report/row.h"

static void put_text(struct pmx_out *out, const struct pmx_csv_line *line, const char *text)
{
	if (text)
		pmx_quote_csv(out, text, line->separator);
}

/* Numbers need no look at each byte, but whoever separates by "." shall find the fields, too. */
static void put_number(struct pmx_out *out, const struct pmx_csv_line *line, const char *text,
		       size_t length)
{
	if (strstr(text, line->separator))
		pmx_quote_csv(out, text, line->separator);
	else
		pmx_out_mem(out, text, length);
}

static void put_u64(struct pmx_out *out, const struct pmx_csv_line *line, uint64_t value)
{
	char buf[PMX_NUMBER_SIZE];

	put_number(out, line, buf, pmx_number_u64(buf, value, false));
}

static void put_fixed(struct pmx_out *out, const struct pmx_csv_line *line, double value,
		      unsigned precision, const char *after)
{
	char buf[PMX_NUMBER_SIZE + 4];
	size_t length = pmx_number_fixed(buf, value, precision, false);

	memcpy(buf + length, after, strlen(after) + 1);
	put_number(out, line, buf, length + strlen(after));
}

static void put_double(struct pmx_out *out, const struct pmx_csv_line *line, double value)
{
	char buf[PMX_NUMBER_SIZE];

	put_number(out, line, buf, pmx_number_double(buf, value));
}

static void put_time(struct pmx_out *out, const struct pmx_csv_line *line)
{
	char buf[PMX_NUMBER_SIZE];

	if (line->result->is_summary) {
		put_text(out, line, "summary");
		return;
	}
	if (!line->result->stamp_ns)
		return;
	pmx_number_seconds(buf, line->result->stamp_ns);
	put_text(out, line, buf);
}

/* Sixteen wide, as perf has it. */
static void put_perf_time(struct pmx_out *out, const struct pmx_csv_line *line)
{
	char buf[PMX_NUMBER_SIZE];
	size_t length = pmx_number_seconds(buf, line->result->stamp_ns);

	if (line->result->is_summary)
		length = strlen(memcpy(buf, "summary", sizeof("summary")));
	if (length < 16) {
		memmove(buf + 16 - length, buf, length + 1);
		memset(buf, ' ', 16 - length);
		length = 16;
	}
	put_number(out, line, buf, length);
}

static void put_place(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_text(out, line, line->row->label);
}

static void put_cpus(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_u64(out, line, line->row->cpus);
}

static void put_value(struct pmx_out *out, const struct pmx_csv_line *line)
{
	char buf[PMX_NUMBER_SIZE];

	put_number(out, line, buf, pmx_row_value(line->row, false, buf));
}

static void put_raw(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->row->count.status != PMX_NOT_SUPPORTED)
		put_u64(out, line, line->row->count.raw);
}

static void put_scaled(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (pmx_row_has_value(line->row))
		put_double(out, line, line->row->count.value);
}

static void put_unit(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_text(out, line, pmx_row_unit(line->row));
}

static void put_event(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_text(out, line, line->row->name);
}

static void put_cgroup(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_text(out, line, line->row->cgroup);
}

static void put_enabled(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->row->count.status != PMX_NOT_SUPPORTED)
		put_u64(out, line, line->row->count.enabled);
}

static void put_running(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->row->count.status != PMX_NOT_SUPPORTED)
		put_u64(out, line, line->row->count.running);
}

static void put_perf_running(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_u64(out, line, line->row->count.running);
}

static void put_percent(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->row->count.enabled)
		put_fixed(out, line, pmx_row_percent(line->row), 2, "");
}

static void put_perf_percent(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_fixed(out, line, pmx_row_percent(line->row), 2, "");
}

static void put_spread(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->row->spread.n)
		put_fixed(out, line, pmx_spread_sem_percent(&line->row->spread), 2, "");
}

static void put_perf_spread(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_fixed(out, line, pmx_spread_sem_percent(&line->row->spread), 2, "%");
}

/* The number alone: blanks before it and what its format adds are for people. */
static void put_metric(struct pmx_out *out, const struct pmx_csv_line *line)
{
	char buf[PMX_NUMBER_SIZE], *number = buf;

	if (!line->metric->present)
		return;
	pmx_metric_value(line->metric, buf);
	number += strspn(number, " ");
	number[strspn(number, "-.0123456789")] = '\0';
	put_number(out, line, number, strlen(number));
}

static void put_metric_unit(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->metric->present)
		put_text(out, line, line->metric->unit);
}

static void put_status(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_text(out, line, pmx_status_name(line->row->count.status));
}

static void put_reason(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_text(out, line, line->row->count.reason);
}

static void put_pmu(struct pmx_out *out, const struct pmx_csv_line *line)
{
	put_text(out, line, line->row->event->pmu ? line->row->event->pmu->name : NULL);
}

static void put_cpu(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->result->aggr == PMX_AGGR_CPU && line->row->place.cpu >= 0)
		put_u64(out, line, (uint64_t)line->row->place.cpu);
}

static void put_tid(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->result->aggr == PMX_AGGR_THREAD && line->row->tid > 0)
		put_u64(out, line, (uint64_t)line->row->tid);
}

static void put_resident(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->row->count.anywhere)
		put_u64(out, line, line->row->count.resident);
}

static void put_anywhere(struct pmx_out *out, const struct pmx_csv_line *line)
{
	if (line->row->count.anywhere)
		put_u64(out, line, line->row->count.anywhere);
}

const struct pmx_csv_column pmx_csv_table[PMX_CSV_COLUMNS] = {
	[PMX_CSV_TIME] = { "time", put_time, true },
	[PMX_CSV_PLACE] = { "place", put_place, true },
	[PMX_CSV_CPUS] = { "cpus", put_cpus, true },
	[PMX_CSV_VALUE] = { "value", put_value, false },
	[PMX_CSV_RAW] = { "raw", put_raw, false },
	[PMX_CSV_SCALED] = { "scaled", put_scaled, false },
	[PMX_CSV_UNIT] = { "unit", put_unit, false },
	[PMX_CSV_EVENT] = { "event", put_event, false },
	[PMX_CSV_CGROUP] = { "cgroup", put_cgroup, false },
	[PMX_CSV_ENABLED] = { "enabled_ns", put_enabled, false },
	[PMX_CSV_RUNNING] = { "running_ns", put_running, false },
	[PMX_CSV_PERCENT] = { "percent_running", put_percent, false },
	[PMX_CSV_SPREAD] = { "spread", put_spread, false },
	[PMX_CSV_METRIC] = { "metric", put_metric, true },
	[PMX_CSV_METRIC_UNIT] = { "metric_unit", put_metric_unit, true },
	[PMX_CSV_STATUS] = { "status", put_status, false },
	[PMX_CSV_REASON] = { "reason", put_reason, false },
	[PMX_CSV_PMU] = { "pmu", put_pmu, false },
	[PMX_CSV_CPU] = { "cpu", put_cpu, false },
	[PMX_CSV_TID] = { "tid", put_tid, false },
	[PMX_CSV_RESIDENT] = { "resident_ns", put_resident, false },
	[PMX_CSV_ANYWHERE] = { "anywhere_ns", put_anywhere, false },
	[PMX_CSV_PERF_TIME] = { "time", put_perf_time, true },
	[PMX_CSV_PERF_RUNNING] = { "running_ns", put_perf_running, false },
	[PMX_CSV_PERF_PERCENT] = { "percent_running", put_perf_percent, false },
	[PMX_CSV_PERF_SPREAD] = { "spread", put_perf_spread, false },
};
