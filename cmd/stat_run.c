// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_run.c - one run: snapshots when an interval and when measuring ends
 */
#include "stat_run.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "options.h"
#include "stat_listen.h"
#include "stat_plan.h"

static int check_strict(const struct run *run, struct pmx_error *err)
{
	const struct pmx_plan *plan = run->plan;

	for (size_t i = 0; i < plan->counter_count; i++) {
		const char *why = pmx_session_why(run->session, i, NULL);

		if (why && !plan->events->list[plan->counters[i].event].residency_of)
			return pmx_error_set(err, -ENOTSUP, "--strict: '%s' cannot be counted: %s",
					     plan->events->list[plan->counters[i].event].name, why);
	}
	return 0;
}

/* The ":u" behind a name that the user typed without it wants a word. */
static void note_user_only(struct stat_run *sr)
{
	for (size_t e = 0; e < sr->run.plan->events->count; e++)
		if (pmx_session_is_user_only(sr->run.session, e))
			stat_output_note(sr->output, STAT_NOTE_USER_ONLY,
					 ":u is user mode only: no permission to count in the "
					 "kernel");
}

static int check_opened(void *ctx, struct run *run, struct pmx_error *err)
{
	struct stat_run *sr = ctx;

	if (sr->options->verbose)
		stat_plan_print_opened(run->plan, run->session);
	note_user_only(sr);
	stat_note_refused(sr);
	return sr->options->strict ? check_strict(run, err) : 0;
}

/* Formats that are perf's have no place for what perf has not. */
static bool has_own_formats(const struct stat_options *o)
{
	return o->json_file || o->openmetrics || o->listen || !(o->separator || o->json_lines);
}

static bool wants_bounds(const struct stat_options *o)
{
	return !o->no_bounds && !o->no_scale && has_own_formats(o);
}

static int begin_measuring(void *ctx, struct run *run, struct pmx_error *err)
{
	struct stat_run *sr = ctx;

	(void)err;
	if (sr->pass->sampler)
		pmx_sampler_begin(sr->pass->sampler, run->start_ns);
	stat_trace_start(&sr->output->trace, run);
	stat_metrics_begin(sr);
	stat_gpu_start(&sr->gpu, run, sr->run.target);
	sr->hooks.fd = stat_gpu_fd(&sr->gpu);
	sr->hooks.asked_fd = stat_listen_fd(sr->listen);
	return 0;
}

static bool take_records(void *ctx, struct run *run)
{
	struct stat_run *sr = ctx;

	(void)run;
	stat_gpu_drain(&sr->gpu, false);
	sr->hooks.fd = stat_gpu_fd(&sr->gpu);
	return false;
}

static bool serve(void *ctx, struct run *run)
{
	struct stat_run *sr = ctx;

	(void)run;
	stat_listen_serve(sr->listen);
	sr->hooks.asked_fd = stat_listen_fd(sr->listen);
	sr->hooks.fd = stat_gpu_fd(&sr->gpu);
	return false;
}

static uint64_t next_sample(const struct stat_run *sr)
{
	/* intervals are samples themselves */
	return sr->pass->sampler && !sr->options->interval_ms ?
		       pmx_sampler_next(sr->pass->sampler) :
		       RUN_NEVER;
}

static uint64_t cpu_time(void)
{
	struct timespec ts = { 0 };

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000 * RUN_MSEC + (uint64_t)ts.tv_nsec;
}

static void take_sample(struct stat_run *sr, uint64_t now)
{
	struct run *run = &sr->run;
	uint64_t before = cpu_time(), after;

	pmx_session_read(run->session, &sr->pass->now);
	after = cpu_time();
	pmx_sampler_add(sr->pass->sampler, &sr->pass->now, now, after - before, after);
}

static uint64_t next_due(void *ctx)
{
	const struct stat_run *sr = ctx;
	uint64_t sample = next_sample(sr), listen = stat_listen_due(sr->listen);

	return sample < listen ? sample : listen;
}

static bool take_due(void *ctx, struct run *run, uint64_t now)
{
	struct stat_run *sr = ctx;

	if (now >= next_sample(sr))
		take_sample(sr, now);
	return now >= stat_listen_due(sr->listen) ? serve(sr, run) : false;
}

static bool end_interval(void *ctx, struct run *run)
{
	struct stat_run *sr = ctx;

	pmx_session_read(run->session, &sr->pass->now);
	stat_result_interval(sr);
	stat_metrics_interval(sr);
	sr->hooks.fd = stat_gpu_fd(&sr->gpu);
	return stat_output_is_lost(sr->output);
}

static void end_measuring(void *ctx, struct run *run)
{
	struct stat_run *sr = ctx;

	pmx_session_read(run->session, &sr->pass->now);
}

static int prepare_pass(struct stat_pass *pass, bool bounds, struct pmx_error *err)
{
	size_t count = pass->plan->counter_count;

	if (bounds && pmx_sampler_new(&pass->sampler, pass->plan, err))
		return err->code;
	if (!pmx_snapshot_init(&pass->now, count) && !pmx_snapshot_init(&pass->before, count) &&
	    !pmx_snapshot_init(&pass->delta, count))
		return 0;
	return pmx_error_nomem(err);
}

int stat_run_init(struct stat_run *sr, struct pmx_error *err)
{
	const struct stat_options *o = sr->options;
	int ret;

	sr->hooks = (struct run_hooks){
		.ctx = sr,
		.opened = check_opened,
		.started = begin_measuring,
		.next_deadline = next_due,
		.deadline = take_due,
		.tick = end_interval,
		.fd = -1,
		.readable = take_records,
		.asked_fd = -1,
		.asked = serve,
		.ended = end_measuring,
	};
	sr->run.hooks = &sr->hooks;
	sr->run.options = (struct run_options){
		.command = o->target.command,
		.timeout_ms = o->timeout_ms,
		.interval_ms = o->interval_ms,
		.interval_count = o->interval_count,
		.delay_ms = o->delay_ms,
		.control = o->control,
	};
	ret = run_init(&sr->run, err);
	if (ret)
		return ret;
	for (unsigned k = 0; k < sr->passes->count && !ret; k++)
		ret = prepare_pass(&sr->passes->list[k], wants_bounds(o), err);
	if (ret)
		run_free(&sr->run);
	else if (has_own_formats(o))
		stat_gpu_open(&sr->gpu, &sr->passes->list[0].events, sr->run.machine);
	return ret;
}

void stat_run_free(struct stat_run *sr)
{
	pmx_result_free(&sr->result);
	stat_listen_close(sr->listen);
	stat_metrics_close(&sr->metrics);
	run_free(&sr->run);
	stat_gpu_close(&sr->gpu);
}

static void begin_pass(struct stat_run *sr, struct stat_pass *pass)
{
	sr->pass = pass;
	sr->run.plan = pass->plan;
	sr->run.cgroup_fds = pass->cgroup_fds;
	sr->run.symbols = pass->symbols;
	memset(pass->before.values, 0, pass->before.count * sizeof(*pass->before.values));
	pass->before.time_ns = 0;
	sr->lost = (struct pmx_error){ 0 };
}

int stat_run_once(struct stat_run *sr, struct stat_pass *pass, struct pmx_error *err)
{
	int ret;

	begin_pass(sr, pass);
	ret = run_once(&sr->run, err);
	sr->exit_status = sr->run.exit_status;
	if (ret)
		return ret;
	ret = stat_result_finish(sr, err);
	stat_trace_stop(&sr->output->trace, &sr->run);
	if (ret)
		sr->exit_status = EXIT_PERFMUX;
	return ret;
}
