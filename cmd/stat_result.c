// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_result.c - from snapshots to what is written: intervals, and the result of the whole run
 */
#include <stdio.h>
#include <string.h>

#include "stat_course.h"

static uint64_t timeval_ns(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * 1000 * STAT_MSEC + (uint64_t)tv->tv_usec * 1000;
}

/* All threads of a system are too many to list those that did nothing; perf stat drops them, too. */
static void drop_idle(struct pmx_result *result)
{
	size_t kept = 0;

	for (size_t i = 0; i < result->count; i++)
		if (result->rows[i].count.status != PMX_NOT_COUNTED && result->rows[i].count.raw)
			result->rows[kept++] = result->rows[i];
	result->count = kept;
}

static int make_result(struct stat_course *c, const struct pmx_snapshot *snap, uint64_t elapsed,
		       struct pmx_result *out, struct pmx_error *err)
{
	const struct stat_options *o = c->run->options;
	struct pmx_aggregate_options opts = {
		.aggr = o->aggr,
		.cache_level = o->cache_level,
		.no_merge = o->no_merge,
		.hybrid_merge = o->hybrid_merge,
		.sums = !o->no_merge && !o->hybrid_merge,
		.no_scale = o->no_scale,
	};
	int ret = pmx_aggregate(c->run->plan, c->run->session, snap, c->run->machine, &opts, out,
				err);

	if (ret)
		return ret;
	if (o->all_cpus && o->aggr == PMX_AGGR_THREAD)
		drop_idle(out);
	out->start_ns = c->start;
	out->elapsed_ns = elapsed;
	return 0;
}

/* Writes what run->now has that run->before had not. */
void stat_course_interval(struct stat_course *c)
{
	struct stat_run *run = c->run;
	struct pmx_result result = { 0 };
	struct pmx_error err = { 0 };
	uint64_t from = c->intervals ? run->before.time_ns : c->start;

	pmx_snapshot_delta(&run->now, &run->before, &run->delta);
	if (make_result(c, &run->delta, run->now.time_ns - from, &result, &err) == 0) {
		result.stamp_ns = run->now.time_ns - c->start;
		pmx_derive_metrics(&result);
		stat_output_write(run->output, &result);
		pmx_result_free(&result);
	} else if (!c->lost.code) {
		c->lost = err;
	}
	memcpy(run->before.values, run->now.values, run->now.count * sizeof(*run->now.values));
	run->before.time_ns = run->now.time_ns;
	c->intervals++;
}

/* Formats for programs have no room for a sentence: where they go to a file, it goes to standard error. */
static void tell_losses(const struct stat_run *run)
{
	const char *told = NULL;

	if (!stat_output_is_silent_file(run->output))
		return;
	for (size_t i = 0; i < run->now.count; i++) {
		const char *why = run->now.values[i].status == PMX_FAILED ?
					  pmx_session_why(run->session, i, NULL) :
					  NULL;

		if (!why || (told && !strcmp(why, told)))
			continue;
		fprintf(stderr, "perfmux stat: %s: %s\n",
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
static void note_shared_context(struct stat_run *run, const struct pmx_result *result)
{
	const struct pmx_pmu *first = NULL, *sharing = NULL;
	bool multiplexed = false;

	if (run->target->kind == PMX_TARGET_CPUS)
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
	    (shares_context(run->machine, sharing) || shares_context(run->machine, first)))
		run->output->note =
			"these PMUs share one context of the task, as before Linux 6.2: a "
			"full one holds up the others";
}

int stat_course_finish(struct stat_course *c, struct pmx_error *err)
{
	struct stat_run *run = c->run;
	const struct stat_options *o = run->options;
	int ret;

	/* what is left of an interval is one, too */
	if (o->interval_ms && !(o->interval_count && c->intervals >= o->interval_count))
		stat_course_interval(c);
	ret = make_result(c, &run->now, c->end - c->start, &run->result, err);
	if (!ret && o->command) {
		run->result.has_rusage = true;
		run->result.user_ns = timeval_ns(&c->usage.ru_utime);
		run->result.sys_ns = timeval_ns(&c->usage.ru_stime);
	}
	tell_losses(run);
	if (!ret)
		note_shared_context(run, &run->result);
	if (!ret && c->lost.code) {
		*err = c->lost;
		ret = err->code;
	}
	return ret;
}
