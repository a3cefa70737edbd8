// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - scenarios one after the other, or some beside each other
 */
#include "stress/engine.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "stress/supervisor.h"

enum {
	ASK_MS = 100, /* how often stop() is asked */
	MAX_JOBS = 256,
};

#define SECOND 1000000000ull

/* A scenario that runs. */
struct job {
	const struct pmx_stress *stress;
	struct pmx_stress_result result; /* of all its runs so far */
	struct supervised process;
	struct pmx_breach log; /* what the kernel's log said meanwhile */
	uint64_t start, budget;
	unsigned limit_ms;
	bool used;
};

struct course {
	struct pmx_stress *stress;
	const struct pmx_stress_options *options;
	const struct pmx_stress_hooks *hooks;
	const struct pmx_scenario *const *list;
	size_t count;
	size_t next,
		planned; /* runs: scenario by scenario, all of a round's before the next round */
	struct job *jobs;
	size_t room, running;
	bool stopping;
};

/* --- one run -------------------------------------------------------------------------------- */

static bool is_served(const struct pmx_stress *stress, struct pmx_stress_result *result)
{
	unsigned missing = result->scenario->needs & ~pmx_stress_serves(stress);
	unsigned index = missing ? (unsigned)__builtin_ctz(missing) : 0;

	if (!missing)
		return true;
	result->verdict = PMX_STRESS_SKIP;
	snprintf(result->why, sizeof(result->why), "needs %s: %s", pmx_need_text(index),
		 pmx_stress_missing(stress, index));
	return false;
}

static void run_scenario(struct kit_sheet *sheet, void *arg)
{
	const struct job *job = arg;
	struct kit kit;

	stress_kit(job->stress, sheet, job->result.seed, job->budget, &kit);
	job->result.scenario->run(&kit);
}

static int start(struct job *job, struct pmx_error *err)
{
	int ret = supervise(&job->process, run_scenario, job, job->limit_ms);

	if (ret)
		pmx_error_set(err, ret, "no process for %s: %s", job->result.scenario->name,
			      strerror(-ret));
	return ret;
}

static void told(const struct course *course, const struct pmx_stress_result *result)
{
	if (course->hooks->ended)
		course->hooks->ended(course->hooks->ctx, result);
}

/* Its sheet is read, and kept until it was told. */
static void judge(struct course *course, struct job *job)
{
	struct pmx_stress_result *result = &job->result;

	pmx_stress_judge(job->process.sheet, job->limit_ms, result);
	if (job->log.invariant)
		pmx_stress_add_breach(result, &job->log);
	pmx_stress_label(result, course->stress->kernel);
}

/* True when there is time for one more of the same. */
static bool goes_on(const struct course *course, const struct job *job)
{
	const struct pmx_stress_result *result = &job->result;

	return !course->stopping && !result->scenario->endless &&
	       result->verdict == PMX_STRESS_PASS &&
	       kit_now() - job->start < course->options->duration;
}

/* --- several -------------------------------------------------------------------------------- */

static bool has_alone(const struct course *course)
{
	for (size_t i = 0; i < course->room; i++)
		if (course->jobs[i].used && course->jobs[i].result.scenario->alone)
			return true;
	return false;
}

static struct job *free_job(struct course *course)
{
	for (size_t i = 0; i < course->room; i++)
		if (!course->jobs[i].used)
			return &course->jobs[i];
	return NULL;
}

static unsigned limit_of(const struct pmx_scenario *scenario, uint64_t budget)
{
	uint64_t limit = scenario->limit_ms ? scenario->limit_ms : PMX_STRESS_LIMIT_MS;

	if (scenario->endless)
		limit += budget / KIT_MSEC;
	return limit < UINT_MAX ? (unsigned)limit : UINT_MAX;
}

static int start_next(struct course *course, struct job *job, struct pmx_error *err)
{
	const struct pmx_scenario *scenario = course->list[course->next % course->count];
	unsigned round = (unsigned)(course->next / course->count);
	uint64_t duration = course->options->duration;
	int ret;

	*job = (struct job){
		.stress = course->stress,
		.start = kit_now(),
		.budget = duration ? duration : SECOND,
		.result = { .scenario = scenario,
			    .round = round + 1,
			    .seed = course->options->seed + round,
			    .duration = scenario->endless ? duration : 0 },
	};
	job->limit_ms = limit_of(scenario, job->budget);
	course->next++;
	if (course->hooks->started)
		course->hooks->started(course->hooks->ctx, scenario, round + 1);
	if (!is_served(course->stress, &job->result)) {
		told(course, &job->result);
		return 0;
	}
	ret = start(job, err);
	if (!ret) {
		job->used = true;
		course->running++;
	}
	return ret;
}

/* As many as may run beside each other. */
static int fill(struct course *course, struct pmx_error *err)
{
	while (!course->stopping && course->next < course->planned) {
		const struct pmx_scenario *next = course->list[course->next % course->count];
		struct job *job = free_job(course);
		int ret;

		if (!job || (course->running && (next->alone || has_alone(course))))
			return 0;
		ret = start_next(course, job, err);
		if (ret)
			return ret;
	}
	return 0;
}

/* Whatever the kernel says is said about all that ran. */
static void look_at_log(struct course *course)
{
	struct pmx_breach breach = { .invariant = "kernel-log" };

	if (!kernel_log_look(&course->stress->log, breach.text, sizeof(breach.text)))
		return;
	for (size_t i = 0; i < course->room; i++)
		if (course->jobs[i].used && !course->jobs[i].log.invariant)
			course->jobs[i].log = breach;
}

static int end_job(struct course *course, struct job *job, struct pmx_error *err)
{
	int ret = 0;
	bool again;

	supervised_wait(&job->process);
	look_at_log(course);
	judge(course, job);
	again = goes_on(course, job);
	if (!again && !course->stopping)
		told(course, &job->result);
	supervised_free(&job->process);
	if (again) {
		job->result.seed++;
		ret = start(job, err);
	}
	if (!again || ret) {
		job->used = false;
		course->running--;
	}
	return ret;
}

static int wait_some(struct course *course, struct pmx_error *err)
{
	struct pollfd polled[MAX_JOBS];
	struct job *whose[MAX_JOBS];
	nfds_t count = 0;

	for (size_t i = 0; i < course->room; i++) {
		if (!course->jobs[i].used)
			continue;
		whose[count] = &course->jobs[i];
		polled[count++] =
			(struct pollfd){ .fd = course->jobs[i].process.pidfd, .events = POLLIN };
	}
	if (poll(polled, count, ASK_MS) < 0 && errno != EINTR)
		return pmx_error_set(err, -errno, "poll: %s", strerror(errno));
	for (nfds_t i = 0; i < count; i++) {
		int ret = polled[i].revents ? end_job(course, whose[i], err) : 0;

		if (ret)
			return ret;
	}
	return 0;
}

static void ask_to_stop(struct course *course)
{
	if (course->stopping || !course->hooks->stop || !course->hooks->stop(course->hooks->ctx))
		return;
	course->stopping = true;
	for (size_t i = 0; i < course->room; i++)
		if (course->jobs[i].used)
			supervised_stop(&course->jobs[i].process);
}

int pmx_stress_run(struct pmx_stress *stress, const struct pmx_stress_options *options,
		   const struct pmx_scenario *const *list, size_t count,
		   const struct pmx_stress_hooks *hooks, struct pmx_error *err)
{
	struct course course = {
		.stress = stress,
		.options = options,
		.hooks = hooks,
		.list = list,
		.count = count,
		.planned = count * (options->repeat ? options->repeat : 1),
		.room = options->jobs < 1	 ? 1 :
			options->jobs > MAX_JOBS ? MAX_JOBS :
						   options->jobs,
	};
	pmx_autofree struct job *jobs = calloc(course.room, sizeof(*jobs));
	char quote[8];
	int ret;

	if (!jobs)
		return pmx_error_nomem(err);
	course.jobs = jobs;
	kernel_log_look(&stress->log, quote, sizeof(quote)); /* what came before is not ours */
	do {
		ask_to_stop(&course);
		ret = fill(&course, err);
		if (!ret && course.running)
			ret = wait_some(&course, err);
	} while (!ret && (course.running || (!course.stopping && course.next < course.planned)));
	for (size_t i = 0; i < course.room; i++)
		if (jobs[i].used)
			supervised_free(&jobs[i].process);
	return ret;
}
