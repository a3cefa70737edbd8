// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_repeat.c - runs, as many as were asked for, and what they come to
 *
 * A round is one run of each pass. What it comes to is put together from sums: one over the runs of
 * each pass, and one over all of them for what every pass counts.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "options.h"
#include "run_shell.h"
#include "stat_run.h"

/* What the runs come to. */
struct repeats {
	struct pmx_result all;	  /* the sum over all runs */
	struct pmx_result *sums;  /* over those of each pass, where there are several */
	struct pmx_result joined; /* of these */
	double *seconds;	  /* of each run */
	size_t room;
	unsigned done; /* runs; without end, those of this round */
};

/* --- adding up ---------------------------------------------------------------------------- */

static bool has_passes(const struct stat_run *sr)
{
	return sr->passes->count > 1;
}

/* Without end nothing may grow without end. */
static bool keeps_seconds(const struct stat_run *sr)
{
	return sr->options->repeat > 1 || (sr->options->repeat == 1 && has_passes(sr));
}

static int add_seconds(const struct stat_run *sr, struct repeats *all, struct pmx_error *err)
{
	double *grown =
		pmx_array_room(all->seconds, &all->room, (size_t)all->done + 1, sizeof(*grown));

	if (!grown)
		return pmx_error_nomem(err);
	all->seconds = grown;
	all->seconds[all->done] = (double)sr->result.elapsed_ns / 1e9;
	return 0;
}

static int add_run(struct stat_run *sr, struct repeats *all, struct pmx_error *err)
{
	int ret = 0;

	if (keeps_seconds(sr))
		ret = add_seconds(sr, all, err);
	if (!ret && (sr->options->repeat > 1 || has_passes(sr)))
		ret = pmx_result_add_run(&all->all, &sr->result, err);
	if (!ret && has_passes(sr))
		ret = pmx_result_add_run(&all->sums[sr->pass - sr->passes->list], &sr->result, err);
	all->done += !ret;
	return ret;
}

static void forget(const struct stat_run *sr, struct repeats *all)
{
	pmx_result_free(&all->joined);
	pmx_result_free(&all->all);
	for (unsigned k = 0; all->sums && k < sr->passes->count; k++)
		pmx_result_free(&all->sums[k]);
	all->done = 0;
}

/* --- reporting ---------------------------------------------------------------------------- */

static bool wants_result(const struct stat_options *o)
{
	return !o->interval_ms || o->summary;
}

/* *out: what the runs so far come to. */
static int come_to(struct stat_run *sr, struct repeats *all, struct pmx_result **out,
		   struct pmx_error *err)
{
	int ret = 0;

	*out = sr->options->repeat > 1 ? &all->all : &sr->result;
	if (!has_passes(sr))
		return 0;
	ret = stat_result_join(sr, &all->all, all->sums, &all->joined, err);
	*out = ret ? NULL : &all->joined;
	return ret;
}

/* Puts the runs so far together, and writes that where it is wanted; *result stays for the end. */
static int report(struct stat_run *sr, struct repeats *all, struct pmx_result **result,
		  struct pmx_error *err)
{
	struct pmx_error ignored;
	int ret;

	stat_output_runs(sr->output, all->done ? all->done : 1, all->seconds);
	if (!all->done)
		return 0;
	ret = come_to(sr, all, result, err);
	if (ret)
		return ret;
	stat_result_gpu(sr, sr->options->repeat != 0);
	stat_hints(sr, *result);
	ret = stat_metrics_end(sr, *result, err ? err : &ignored);
	if (!wants_result(sr->options))
		return ret;
	(*result)->is_summary = sr->options->interval_ms > 0;
	pmx_derive_metrics(*result);
	stat_output_write(sr->output, *result);
	return ret;
}

/* --- running ------------------------------------------------------------------------------ */

static int run_one(struct stat_run *sr, struct stat_pass *pass, struct repeats *all,
		   struct pmx_error *err)
{
	const struct stat_options *o = sr->options;
	int failed = sr->exit_status, ret;

	sr->exit_status = EXIT_PERFMUX;
	ret = run_shell("--pre", o->pre, &sr->run.signals.old, -1, err);
	pmx_result_free(&sr->result);
	if (o->sync)
		sync();
	if (!ret)
		ret = stat_run_once(sr, pass, err);
	if (ret)
		return ret;
	ret = add_run(sr, all, err);
	if (!ret)
		ret = run_shell("--post", o->post, &sr->run.signals.old, -1, err);
	if (ret)
		sr->exit_status = EXIT_PERFMUX;
	else if (!sr->exit_status) /* a run that failed is not made good by one that did not */
		sr->exit_status = failed;
	return ret;
}

static bool may_go_on(const struct stat_run *sr)
{
	return !sr->run.ended_by && !stat_output_is_lost(sr->output);
}

static int run_round(struct stat_run *sr, struct repeats *all, struct pmx_error *err)
{
	int ret = 0;

	for (unsigned k = 0; k < sr->passes->count && !ret && may_go_on(sr); k++)
		ret = run_one(sr, &sr->passes->list[k], all, err);
	return ret;
}

/* Each round has a report of its own; *last is the last one's. */
static int run_endlessly(struct stat_run *sr, struct repeats *all, struct pmx_result **last,
			 struct pmx_error *err)
{
	int ret = 0, failed;

	while (!ret && may_go_on(sr)) {
		*last = NULL;
		forget(sr, all);
		ret = run_round(sr, all, err);
		failed = report(sr, all, last, ret ? NULL : err);
		ret = ret ? ret : failed;
	}
	return ret;
}

static int run_all(struct stat_run *sr, struct repeats *all, struct pmx_result **last,
		   struct pmx_error *err)
{
	int ret = 0, failed;

	if (sr->options->repeat == 0)
		return run_endlessly(sr, all, last, err);
	for (int i = 0; i < sr->options->repeat && !ret && may_go_on(sr); i++)
		ret = run_round(sr, all, err);
	failed = report(sr, all, last, ret ? NULL : err);
	return ret ? ret : failed;
}

int stat_repeat(struct stat_run *sr, struct pmx_error *err)
{
	struct repeats all = { .sums = calloc(sr->passes->count, sizeof(*all.sums)) };
	struct pmx_result *last = NULL;
	struct pmx_error ignored;
	int ret, closed;

	ret = all.sums ? run_all(sr, &all, &last, err) : pmx_error_nomem(err);
	if (ret && !sr->exit_status)
		sr->exit_status = EXIT_PERFMUX;
	closed = stat_output_close(sr->output, last, sr->exit_status, ret ? &ignored : err);
	if (closed && !ret) {
		sr->exit_status = EXIT_PERFMUX;
		ret = closed;
	}
	forget(sr, &all);
	free(all.sums);
	free(all.seconds);
	return ret;
}
