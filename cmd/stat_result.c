// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_result.c - from snapshots to what is written: intervals, and the result of the whole run
 */
#include <stdio.h>
#include <string.h>

#include "stat_run.h"

static uint64_t timeval_ns(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * 1000 * RUN_MSEC + (uint64_t)tv->tv_usec * 1000;
}

/*
 * All threads of a system are too many to list those that did nothing; perf stat drops them, too.
 */
static void drop_idle(struct pmx_result *result)
{
	size_t kept = 0;

	for (size_t i = 0; i < result->count; i++)
		if (result->rows[i].count.status != PMX_NOT_COUNTED && result->rows[i].count.raw)
			result->rows[kept++] = result->rows[i];
	result->count = kept;
}

static struct pmx_aggregate_options how(const struct stat_options *o)
{
	return (struct pmx_aggregate_options){
		.aggr = o->aggr,
		.cache_level = o->cache_level,
		.no_merge = o->no_merge,
		.hybrid_merge = o->hybrid_merge,
		.sums = !o->no_merge && !o->hybrid_merge,
		.no_scale = o->no_scale,
	};
}

static int make_result(const struct stat_run *sr, const struct pmx_snapshot *snap, uint64_t elapsed,
		       struct pmx_result *out, struct pmx_error *err)
{
	const struct stat_options *o = sr->options;
	struct pmx_aggregate_options opts = how(o);
	int ret;

	if (sr->pass->sampler)
		opts.halves = pmx_sampler_halves(sr->pass->sampler, snap, sr->run.machine);
	ret = pmx_aggregate(sr->run.plan, sr->run.session, snap, sr->run.machine, &opts, out, err);
	if (ret)
		return ret;
	if (o->target.all_cpus && o->aggr == PMX_AGGR_THREAD)
		drop_idle(out);
	out->start_ns = sr->run.start_ns;
	out->elapsed_ns = elapsed;
	return 0;
}

int stat_result_so_far(struct stat_run *sr, struct pmx_result *out, struct pmx_error *err)
{
	const struct pmx_snapshot *now = &sr->pass->now;
	uint64_t start = sr->run.start_ns;

	return make_result(sr, now, now->time_ns > start ? now->time_ns - start : 0, out, err);
}

void stat_result_gpu(struct stat_run *sr, bool is_last)
{
	stat_output_gpu(sr->output, stat_gpu_report(&sr->gpu, is_last));
}

void stat_result_interval(struct stat_run *sr)
{
	struct stat_pass *pass = sr->pass;
	struct pmx_result result = { 0 };
	struct pmx_error err = { 0 };
	uint64_t start = sr->run.start_ns;
	uint64_t from = pass->before.time_ns ? pass->before.time_ns : start;

	pmx_snapshot_delta(&pass->now, &pass->before, &pass->delta);
	if (pass->sampler)
		pmx_sampler_add_interval(pass->sampler, &pass->delta);
	if (make_result(sr, &pass->delta, pass->now.time_ns - from, &result, &err) == 0) {
		result.stamp_ns = pass->now.time_ns - start;
		pmx_derive_metrics(&result);
		stat_result_gpu(sr, false);
		stat_output_write(sr->output, &result);
		stat_output_gpu(sr->output, NULL);
		stat_gpu_next_interval(&sr->gpu);
		pmx_result_free(&result);
	} else if (!sr->lost.code) {
		sr->lost = err;
	}
	memcpy(pass->before.values, pass->now.values, pass->now.count * sizeof(*pass->now.values));
	pass->before.time_ns = pass->now.time_ns;
}

/*
 * Formats for programs have no room for a sentence: where they go to a file, it goes to standard
 * error.
 */
static void tell_losses(const struct stat_run *sr)
{
	const struct pmx_snapshot *now = &sr->pass->now;
	const struct run *run = &sr->run;
	const char *told = NULL;

	if (!stat_output_is_silent_file(sr->output))
		return;
	for (size_t i = 0; i < now->count; i++) {
		const char *why = now->values[i].status == PMX_FAILED ?
					  pmx_session_why(run->session, i, NULL) :
					  NULL;

		if (!why || (told && !strcmp(why, told)))
			continue;
		fprintf(stderr, "%s: %s: %s\n", run->program,
			pmx_session_event_name(run->session, run->plan->events,
					       run->plan->counters[i].event),
			why);
		told = why;
	}
}

/*
 * Before Linux 6.2 all hardware PMUs of a task share one context and one rotation, and the kernel
 * gives only the first of them an interval of its own.
 */
static bool shares_context(struct pmx_machine *machine, const struct pmx_pmu *pmu)
{
	char path[320];
	long ms;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms",
		 pmu->name);
	return !pmu->software_class && !pmx_machine_read_long(machine, path, &ms) && ms == 0;
}

/* Says so where it shows: when a PMU of several was multiplexed. */
static void note_shared_context(struct stat_run *sr, const struct pmx_result *result)
{
	const struct pmx_pmu *first = NULL, *sharing = NULL;
	bool multiplexed = false;

	if (sr->run.target->kind == PMX_TARGET_CPUS)
		return;
	for (size_t i = 0; i < result->count; i++) {
		const struct pmx_count *count = &result->rows[i].count;
		const struct pmx_pmu *pmu = result->rows[i].event->pmu;

		if (pmu->software_class)
			continue;
		multiplexed |= count->running < pmx_count_due(count);
		if (first && pmu != first)
			sharing = pmu;
		else
			first = pmu;
	}
	if (multiplexed && sharing &&
	    (shares_context(sr->run.machine, sharing) || shares_context(sr->run.machine, first)))
		stat_output_note(sr->output, STAT_NOTE_CONTEXT,
				 "these PMUs share one context of the task, as before Linux 6.2: a "
				 "full one holds up the others");
}

int stat_result_finish(struct stat_run *sr, struct pmx_error *err)
{
	const struct run *run = &sr->run;
	const struct run_options *o = &run->options;
	int ret;

	/* what is left of an interval is one, too */
	if (o->interval_ms && !(o->interval_count && run->ticks >= o->interval_count))
		stat_result_interval(sr);
	ret = make_result(sr, &sr->pass->now, run->end_ns - run->start_ns, &sr->result, err);
	if (!ret && o->command) {
		sr->result.has_rusage = true;
		sr->result.user_ns = timeval_ns(&run->usage.ru_utime);
		sr->result.sys_ns = timeval_ns(&run->usage.ru_stime);
	}
	tell_losses(sr);
	if (!ret)
		note_shared_context(sr, &sr->result);
	if (!ret && sr->lost.code) {
		*err = sr->lost;
		ret = err->code;
	}
	return ret;
}

int stat_result_join(struct stat_run *sr, const struct pmx_result *all, struct pmx_result *sums,
		     struct pmx_result *out, struct pmx_error *err)
{
	const struct stat_passes *passes = sr->passes;
	struct pmx_aggregate_options opts = how(sr->options);
	struct pmx_snapshot nothing;
	int ret;

	if (pmx_snapshot_init(&nothing, passes->plan->counter_count))
		return pmx_error_nomem(err);
	ret = pmx_aggregate(passes->plan, NULL, &nothing, sr->run.machine, &opts, out, err);
	if (!ret)
		ret = pmx_result_join(out, &passes->events, passes->pass, all, sums, passes->count,
				      err);
	pmx_snapshot_free(&nothing);
	return ret;
}
