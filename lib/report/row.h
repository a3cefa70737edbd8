/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * row.h - what all writers say of a row in the same words
 */
#ifndef PERFMUX_REPORT_ROW_H
#define PERFMUX_REPORT_ROW_H

#include <stdbool.h>

#include <perfmux/result.h>

/* False when there is no number to show: not counted, or not finite. */
bool pmx_row_has_value(const struct pmx_row *row);

/*
 * The value as perf stat prints it: two digits behind the point for milliseconds and for scales
 * that are no whole number, none for counts; "<not counted>" or "<not supported>" where there is
 * none. @buf has PMX_NUMBER_SIZE; returns the length.
 */
size_t pmx_row_value(const struct pmx_row *row, bool grouped, char *buf);

/* The unit of the value, or "". */
const char *pmx_row_unit(const struct pmx_row *row);

/* Running time in per cent of enabled time, as perf stat has it: 100 where it was never enabled. */
double pmx_row_percent(const struct pmx_row *row);

/* The metric's number, "   0.406", with what its format adds to it; @buf has PMX_NUMBER_SIZE. */
size_t pmx_metric_value(const struct pmx_metric *metric, char *buf);

/* "counted", "not_counted", "not_supported", "failed". */
const char *pmx_status_name(enum pmx_status status);

/* True when any row belongs to a cgroup: all rows then have a field for it. */
bool pmx_result_has_cgroups(const struct pmx_result *result);

/* True where perf stat shows how many CPUs are behind a row: levels above the CPU. */
bool pmx_aggr_has_cpus(enum pmx_aggr aggr);

/* "global", "cpu", "thread", "core", ... */
const char *pmx_aggr_name(enum pmx_aggr aggr);

/*
 * The order in which perf stat lists rows: threads below each event by falling count. NULL for
 * the order they are in, and when there is no memory. Freed with free().
 */
size_t *pmx_row_order(const struct pmx_result *result);

#endif
