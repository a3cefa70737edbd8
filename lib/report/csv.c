// SPDX-License-Identifier: GPL-2.0-only
/*
 * csv.c - rows as fields: those of perf stat -x 6.1 in their order, or the columns that are wanted
 */
#include <errno.h>
#include <string.h>

#include <perfmux/report.h>

#include "base/cleanup.h"
#include "report/csv_columns.h"
#include "report/quote.h"
#include "report/row.h"
#include "report/started.h"

enum { MAX_CHOSEN = 64 };

/* The columns of a report, in their order. */
struct choice {
	enum pmx_csv_which list[MAX_CHOSEN];
	size_t count;
};

const char *pmx_csv_columns(void)
{
	return "time,place,cpus,value,raw,scaled,unit,event,cgroup,enabled_ns,running_ns,"
	       "percent_running,spread,metric,metric_unit,status,reason,pmu,cpu,tid,resident_ns,"
	       "anywhere_ns";
}

static int find_column(const char *name, size_t length, enum pmx_csv_which *out)
{
	for (int i = 0; i < PMX_CSV_PERF_TIME; i++) {
		if (strlen(pmx_csv_table[i].name) != length ||
		    memcmp(pmx_csv_table[i].name, name, length) != 0)
			continue;
		*out = (enum pmx_csv_which)i;
		return 0;
	}
	return -EINVAL;
}

static int choose_wanted(struct choice *choice, const char *list, struct pmx_error *err)
{
	*choice = (struct choice){ 0 };
	for (const char *at = list;; at++) {
		size_t length = strcspn(at, ",");

		if (choice->count == MAX_CHOSEN)
			return pmx_error_set(err, -EINVAL, "more than %d columns in '%s'",
					     MAX_CHOSEN, list);
		if (find_column(at, length, &choice->list[choice->count])) {
			pmx_error_set(err, -EINVAL, "no column is called '%.*s'", (int)length, at);
			pmx_error_hint(err, "columns: %s", pmx_csv_columns());
			return -EINVAL;
		}
		choice->count++;
		at += length;
		if (!*at)
			return 0;
	}
}

int pmx_csv_check(const char *list, struct pmx_error *err)
{
	struct choice choice;

	return choose_wanted(&choice, list, err);
}

static void take(struct choice *choice, enum pmx_csv_which column, bool wanted)
{
	if (wanted)
		choice->list[choice->count++] = column;
}

static void choose_perf(struct choice *choice, const struct pmx_report *report,
			const struct pmx_result *result)
{
	*choice = (struct choice){ 0 };
	take(choice, PMX_CSV_PERF_TIME,
	     result->stamp_ns || (result->is_summary && !report->no_csv_summary));
	take(choice, PMX_CSV_PLACE, result->aggr != PMX_AGGR_GLOBAL);
	take(choice, PMX_CSV_CPUS, pmx_aggr_has_cpus(result->aggr));
	take(choice, PMX_CSV_VALUE, true);
	take(choice, PMX_CSV_UNIT, true);
	take(choice, PMX_CSV_EVENT, true);
	take(choice, PMX_CSV_CGROUP, pmx_result_has_cgroups(result));
	take(choice, PMX_CSV_PERF_SPREAD, report->runs > 1);
	take(choice, PMX_CSV_PERF_RUNNING, true);
	take(choice, PMX_CSV_PERF_PERCENT, true);
	take(choice, PMX_CSV_METRIC, true);
	take(choice, PMX_CSV_METRIC_UNIT, true);
}

static void choose(struct choice *choice, const struct pmx_report *report,
		   const struct pmx_result *result)
{
	if (!report->columns || choose_wanted(choice, report->columns, NULL))
		choose_perf(choice, report, result);
}

static const char *separator_of(const struct pmx_report *report)
{
	return report->separator && *report->separator ? report->separator : ",";
}

/* The second metric of a row has a line of its own, where only its place is repeated. */
static void put_line(struct pmx_out *out, const struct choice *choice,
		     const struct pmx_csv_line *line)
{
	bool is_second = line->metric == &line->row->second;

	for (size_t i = 0; i < choice->count; i++) {
		const struct pmx_csv_column *column = &pmx_csv_table[choice->list[i]];

		if (i)
			pmx_out_text(out, line->separator);
		if (!is_second || column->on_second)
			column->put(out, line);
	}
	pmx_out_text(out, "\n");
}

static void put_header(struct pmx_out *out, const struct choice *choice, const char *separator)
{
	for (size_t i = 0; i < choice->count; i++) {
		if (i)
			pmx_out_text(out, separator);
		pmx_quote_csv(out, pmx_csv_table[choice->list[i]].name, separator);
	}
	pmx_out_text(out, "\n");
}

void pmx_csv_begin(const struct pmx_report *report, const struct pmx_result *first)
{
	PMX_OUT(out, report->out);
	struct choice choice;

	pmx_put_started(&out, report);
	if (!report->header)
		return;
	choose(&choice, report, first);
	put_header(&out, &choice, separator_of(report));
}

void pmx_csv_write(struct pmx_report *report, const struct pmx_result *result)
{
	pmx_autofree size_t *order = pmx_row_order(result);
	struct pmx_csv_line line = { .result = result, .separator = separator_of(report) };
	PMX_OUT(out, report->out);
	struct choice choice;

	choose(&choice, report, result);
	for (size_t i = 0; i < result->count; i++) {
		if (result->rows[i].is_sum)
			continue; /* readers would count twice */
		line.row = &result->rows[order ? order[i] : i];
		line.metric = &line.row->metric;
		put_line(&out, &choice, &line);
		if (!line.row->second.present || report->columns)
			continue;
		line.metric = &line.row->second;
		put_line(&out, &choice, &line);
	}
	report->written++;
}
