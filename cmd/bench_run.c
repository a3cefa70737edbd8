// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_run.c - one run of one command, and what it gave
 */
#include "bench_run.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "run_shell.h"

static void read_counts(void *ctx, struct run *run)
{
	struct bench_run *br = ctx;

	if (run->session)
		pmx_session_read(run->session, &br->pass->counts);
}

static double seconds(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

static int keep_values(struct bench_run *br, size_t command, uint32_t round, struct pmx_error *err)
{
	const struct run *run = &br->run;

	for (size_t i = 0; i < br->bench->metric_count; i++)
		br->values[i] = NAN;
	br->values[br->place[BENCH_WALL]] = (double)(run->end_ns - run->start_ns) * 1e-9;
	br->values[br->place[BENCH_USER]] = seconds(&run->usage.ru_utime);
	br->values[br->place[BENCH_SYSTEM]] = seconds(&run->usage.ru_stime);
	br->values[br->place[BENCH_MAX_RSS]] = bench_memory_take(br, &run->usage);
	bench_passes_take(br, br->pass, br->values);
	return pmx_bench_add_run(br->bench, command, round, br->values, err);
}

/* False when the run failed; why. */
static bool is_good(const struct bench_run *br, char *why, size_t size)
{
	const struct run *run = &br->run;
	int status = run->wait_status;

	if (run->timed_out)
		snprintf(why, size, "took longer than %ld ms", br->options->timeout_ms);
	else if (WIFSIGNALED(status))
		snprintf(why, size, "signal %d (%s)", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		snprintf(why, size, "exit status %d", WEXITSTATUS(status));
	else
		return true;
	return false;
}

static int take_failure(struct bench_run *br, size_t command, bool measured, const char *why,
			struct pmx_error *err)
{
	const char *name = br->commands.list[command].name;
	int ret = measured ? pmx_bench_add_failure(br->bench, command, why, err) : 0;

	if (ret || br->options->ignore_failure)
		return ret;
	br->failed = true;
	pmx_error_set(err, -ECANCELED, "'%s' failed: %s", name, why);
	return pmx_error_hint(err, "--ignore-failure counts failed runs and goes on");
}

static void begin(struct bench_run *br, size_t command, uint32_t round)
{
	br->pass = &br->passes.list[round % br->passes.count];
	br->hooks = (struct run_hooks){ .ctx = br, .ended = read_counts, .fd = -1 };
	br->run.hooks = &br->hooks;
	br->run.plan = br->pass->plan;
	br->run.setting = &br->setting;
	br->run.options = (struct run_options){
		.command = br->commands.list[command].argv,
		.timeout_ms = br->options->timeout_ms,
	};
}

int bench_run_shell(struct bench_run *br, const char *option, const char *command,
		    struct pmx_error *err)
{
	int ret = run_shell(option, command, &br->run.signals.old, br->output, err);

	/* an interrupt from the terminal was for the shell as well, and is no failure of it */
	if (ret && run_was_interrupted(&br->run))
		return pmx_error_set(err, -EINTR, "interrupted");
	return ret;
}

int bench_run_once(struct bench_run *br, size_t command, uint32_t round, bool measured,
		   struct pmx_error *err)
{
	char why[128];
	int ret = bench_run_shell(br, "--prepare", br->commands.list[command].prepare, err);

	if (ret)
		return ret;
	begin(br, command, round);
	ret = bench_setting_begin(br, err);
	if (ret)
		return ret;
	bench_memory_look(br);
	ret = run_once(&br->run, err);
	if (ret) {
		br->failure_status = br->run.exit_status;
		return ret;
	}
	if (br->run.ended_by)
		return pmx_error_set(err, -EINTR, "interrupted");
	if (!is_good(br, why, sizeof(why)))
		return take_failure(br, command, measured, why, err);
	return measured ? keep_values(br, command, round, err) : 0;
}
