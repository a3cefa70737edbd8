/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_stat_trace.h - intervals of counts as a trace for viewers
 *
 * Chrome's Trace Event Format (a JSON object), which Perfetto opens, too: a process for each place
 * and cgroup, below it a counter track for each event, of its rate, and remarks where something was
 * interrupted. Times are microseconds of CLOCK_MONOTONIC, as in the traces of report_mux.h and
 * report_gpu.h. As in report.h: writers print to the caller's FILE, know no locale, and quote what
 * the system or a user named.
 *
 *	pmx_stat_trace_new(&trace, file, title, err);
 *	pmx_stat_trace_mark(trace, start, "the command starts");
 *	pmx_stat_trace_write(trace, result);	(for each interval)
 *	pmx_stat_trace_mark(trace, end, "the command ended");
 *	pmx_stat_trace_end(trace, err);
 */
#ifndef PERFMUX_REPORT_STAT_TRACE_H
#define PERFMUX_REPORT_STAT_TRACE_H

#include <stdint.h>
#include <stdio.h>

#include <perfmux/result.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pmx_stat_trace;

/*
 * Begins a trace in @file, which stays the caller's; @title: what is measured, NULL: nothing. 0, or
 * -ENOMEM and there is none.
 */
int pmx_stat_trace_new(struct pmx_stat_trace **out, FILE *file, const char *title,
		       struct pmx_error *err);

/*
 * One interval, in the order of time. From its beginning on each event has its rate: its value, in
 * its unit, by the seconds of the interval; a gauge has its value. Where it was on its PMU for a
 * part of the time only, a second track has that share, in per cent. What was not counted while it
 * could have been has no rate: a remark says so, and why, and one when it is counted again. Rows'
 * events and strings need not outlive the call. No memory: what is missing is said by
 * pmx_stat_trace_end().
 */
void pmx_stat_trace_write(struct pmx_stat_trace *trace, const struct pmx_result *result);

/* A remark of no place, at @time, CLOCK_MONOTONIC, ns; not before what was written last. */
void pmx_stat_trace_mark(struct pmx_stat_trace *trace, uint64_t time, const char *text);

/*
 * All lines end here, where the last interval ended; then the trace, which is whole, and is freed.
 * -ENOMEM: some intervals are missing in it. NULL is nothing.
 */
int pmx_stat_trace_end(struct pmx_stat_trace *trace, struct pmx_error *err);

#ifdef __cplusplus
}
#endif
#endif
