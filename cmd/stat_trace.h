/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat_trace.h - the file of --trace: intervals for trace viewers, and what interrupted them
 */
#ifndef PMX_CMD_STAT_TRACE_H
#define PMX_CMD_STAT_TRACE_H

#include <perfmux/report_stat_trace.h>

#include "run.h"

struct stat_trace {
	FILE *file; /* NULL: not asked for */
	struct pmx_stat_trace *trace;
	bool has_intervals; /* there is something to be seen in it */
};

/* Begins what is in trace->file, unless that is NULL. 0, or -ENOMEM. */
int stat_trace_begin(struct stat_trace *trace, const char *title, struct pmx_error *err);

/* A run starts at run->start_ns, or is over: what ended it. */
void stat_trace_start(struct stat_trace *trace, const struct run *run);
void stat_trace_stop(struct stat_trace *trace, const struct run *run);

void stat_trace_write(struct stat_trace *trace, const struct pmx_result *result);

/* Ends what is in the file, which stays open. 0, or -ENOMEM: some of it is missing. */
int stat_trace_end(struct stat_trace *trace, struct pmx_error *err);

#endif
