// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_trace.c - the file of --trace: intervals for trace viewers, and what interrupted them
 */
#include "stat_trace.h"

#include <sys/wait.h>

int stat_trace_begin(struct stat_trace *trace, const char *title, struct pmx_error *err)
{
	if (!trace->file)
		return 0;
	return pmx_stat_trace_new(&trace->trace, trace->file, title, err);
}

void stat_trace_start(struct stat_trace *trace, const struct run *run)
{
	if (trace->trace)
		pmx_stat_trace_mark(trace->trace, run->start_ns,
				    run->options.command ? "the command starts" :
							   "counting starts");
}

void stat_trace_stop(struct stat_trace *trace, const struct run *run)
{
	int status = run->wait_status;
	char text[64];

	if (!trace->trace)
		return;
	if (!run->options.command && !run->ended_by)
		snprintf(text, sizeof(text), "counting ends");
	else if (!run->options.command)
		snprintf(text, sizeof(text), "counting ends: signal %d", run->ended_by);
	else if (WIFSIGNALED(status))
		snprintf(text, sizeof(text), "the command was killed by signal %d",
			 WTERMSIG(status));
	else
		snprintf(text, sizeof(text), "the command exited with status %d",
			 WEXITSTATUS(status));
	pmx_stat_trace_mark(trace->trace, run->end_ns, text);
}

void stat_trace_write(struct stat_trace *trace, const struct pmx_result *result)
{
	if (!trace->trace || !result->stamp_ns)
		return;
	pmx_stat_trace_write(trace->trace, result);
	trace->has_intervals = true;
}

int stat_trace_end(struct stat_trace *trace, struct pmx_error *err)
{
	int ret = pmx_stat_trace_end(trace->trace, err);

	trace->trace = NULL;
	return ret;
}
