/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * csv_columns.h - the columns that CSV can have: what each is called and how it is written
 */
#ifndef PERFMUX_REPORT_CSV_COLUMNS_H
#define PERFMUX_REPORT_CSV_COLUMNS_H

#include <perfmux/result.h>

#include "report/out.h"

/* A row as it is written. Its second metric has a line of its own, with the place and no more. */
struct pmx_csv_line {
	const struct pmx_result *result;
	const struct pmx_row *row;
	const struct pmx_metric *metric;
	const char *separator;
};

struct pmx_csv_column {
	const char *name;
	void (*put)(struct pmx_out *out, const struct pmx_csv_line *line);
	bool on_second; /* also on the line of a second metric */
};

enum pmx_csv_which {
	PMX_CSV_TIME,
	PMX_CSV_PLACE,
	PMX_CSV_CPUS,
	PMX_CSV_VALUE,
	PMX_CSV_RAW,
	PMX_CSV_SCALED,
	PMX_CSV_UNIT,
	PMX_CSV_EVENT,
	PMX_CSV_CGROUP,
	PMX_CSV_ENABLED,
	PMX_CSV_RUNNING,
	PMX_CSV_PERCENT,
	PMX_CSV_SPREAD,
	PMX_CSV_METRIC,
	PMX_CSV_METRIC_UNIT,
	PMX_CSV_STATUS,
	PMX_CSV_REASON,
	PMX_CSV_PMU,
	PMX_CSV_CPU,
	PMX_CSV_TID,
	PMX_CSV_RESIDENT,
	PMX_CSV_ANYWHERE,
	/* As perf stat writes them: padded, with "%", and 100 % running for what never ran. */
	PMX_CSV_PERF_TIME,
	PMX_CSV_PERF_RUNNING,
	PMX_CSV_PERF_PERCENT,
	PMX_CSV_PERF_SPREAD,
	PMX_CSV_COLUMNS,
};

extern const struct pmx_csv_column pmx_csv_table[PMX_CSV_COLUMNS];

#endif
