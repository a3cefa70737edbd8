// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_repeat.c - runs, as many as were asked for, and what they come to
 */
#include <stdlib.h>
#include <unistd.h>

#include "options.h"
#include "run_shell.h"
#include "stat_run.h"

/* What the runs come to. */
struct repeats {
	struct pmx_result sum;
	double *seconds;
	int done;
};

static int add_run(struct stat_run *sr, struct repeats *all, struct pmx_error *err)
{
	const struct stat_options *o = sr->options;

	if (o->table) {
		double *grown = realloc(all->seconds, sizeof(*grown) * ((size_t)all->done + 1));

		if (!grown)
			return pmx_error_nomem(err);
		all->seconds = grown;
		all->seconds[all->done] = (double)sr->result.elapsed_ns / 1e9;
	}
	if (o->repeat > 1 && pmx_result_add_run(&all->sum, &sr->result, err))
		return err->code;
	all->done++;
	return 0;
}

static bool wants_result(const struct stat_options *o)
{
	return !o->interval_ms || o->summary;
}

static void write_result(struct stat_run *sr, struct pmx_result *result)
{
	result->is_summary = sr->options->interval_ms > 0;
	pmx_derive_metrics(result);
	stat_output_write(sr->output, result);
}

static int run_one(struct stat_run *sr, struct repeats *all, struct pmx_error *err)
{
	const struct stat_options *o = sr->options;
	int failed = sr->exit_status, ret;

	sr->exit_status = EXIT_PERFMUX;
	ret = run_shell("--pre", o->pre, &sr->run.signals.old, err);
	pmx_result_free(&sr->result);
	if (o->sync)
		sync();
	if (!ret)
		ret = stat_run_once(sr, err);
	if (ret)
		return ret;
	ret = add_run(sr, all, err);
	if (!ret && o->repeat == 0 && wants_result(o))
		write_result(sr, &sr->result);
	if (!ret)
		ret = run_shell("--post", o->post, &sr->run.signals.old, err);
	if (ret)
		sr->exit_status = EXIT_PERFMUX;
	else if (!sr->exit_status) /* a run that failed is not made good by one that did not */
		sr->exit_status = failed;
	return ret;
}

static bool wants_run(const struct stat_run *sr, int number)
{
	const struct stat_options *o = sr->options;

	return (o->repeat == 0 || number < o->repeat) && !sr->run.ended_by &&
	       !stat_output_is_lost(sr->output);
}

int stat_repeat(struct stat_run *sr, struct pmx_error *err)
{
	const struct stat_options *o = sr->options;
	struct repeats all = { 0 };
	struct pmx_result *result;
	int ret = 0, closed;
	struct pmx_error ignored;

	for (int i = 0; !ret && wants_run(sr, i); i++)
		ret = run_one(sr, &all, err);
	result = o->repeat > 1 ? &all.sum : &sr->result;
	sr->output->report.runs = all.done ? (unsigned)all.done : 1;
	sr->output->report.run_seconds = all.seconds;
	if (all.done && o->repeat != 0 && wants_result(o))
		write_result(sr, result);
	closed = stat_output_close(sr->output, all.done ? result : NULL, sr->exit_status,
				   ret ? &ignored : err);
	if (closed && !ret) {
		sr->exit_status = EXIT_PERFMUX;
		ret = closed;
	}
	pmx_result_free(&all.sum);
	free(all.seconds);
	return ret;
}
