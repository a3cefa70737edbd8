// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat.c - `perfmux stat`: options to passes, passes to runs, runs to a report
 */
#include "stat.h"

#include <errno.h>
#include <stdio.h>

#include <perfmux/event.h>
#include <perfmux/machine.h>
#include <perfmux/target.h>

#include "complain.h"
#include "options.h"
#include "stat_events.h"
#include "stat_listen.h"
#include "stat_output.h"
#include "stat_passes.h"
#include "stat_plan.h"
#include "stat_run.h"
#include "stat_table.h"

/* Everything between the options and the runs. */
struct stat {
	struct stat_options options;
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
	struct pmx_events events; /* until the passes take them */
	struct pmx_target target;
	struct pmx_watch *watch;
	struct stat_passes passes;
};

static int prepare(struct stat *st, struct pmx_error *err)
{
	const struct stat_options *o = &st->options;
	struct stat_given given = { .options = o, .target = &st->target };
	int ret = pmx_machine_new(&st->machine, o->sysroot, err);

	if (!ret)
		ret = pmx_resolver_new(&st->resolver, st->machine, err);
	if (!ret)
		ret = stat_events_make(&st->events, st->resolver, st->machine, o,
				       target_names_cpus(&o->target), err);
	if (!ret)
		ret = target_make(&st->target, &st->watch, &o->target, st->machine, err);
	if (!ret && stat_events_have_cgroup(&st->events) && st->target.kind != PMX_TARGET_CPUS)
		ret = pmx_error_set(err, -EINVAL, "cgroups are measured on CPUs: add -a or -C");
	given.machine = st->machine;
	given.resolver = st->resolver;
	if (!ret)
		ret = stat_passes_make(&st->passes, &st->events, &given, err);
	return ret;
}

static void release(struct stat *st)
{
	stat_passes_free(&st->passes);
	pmx_watch_free(st->watch);
	pmx_target_free(&st->target);
	pmx_events_free(&st->events);
	pmx_resolver_free(st->resolver);
	pmx_machine_free(st->machine);
	stat_options_free(&st->options);
}

static bool writes_files(const struct stat_options *o)
{
	return o->output || o->json_file || o->trace_file || o->openmetrics;
}

/* --openmetrics makes a new file at each interval, the others are open by then. */
static uint64_t own_rights(const struct stat_options *o)
{
	uint64_t rights = writes_files(o) ? RUN_RIGHTS_FILES : 0;

	if (o->openmetrics)
		rights |= RUN_RIGHTS_OWNERS;
	return o->target.command ? rights | RUN_RIGHTS_COMMAND : rights;
}

/* Each its directory, the former one, the one that takes its place, and a stream. */
static size_t fds_of_files(const struct stat_options *o)
{
	const char *const files[] = { o->output, o->json_file, o->trace_file, o->openmetrics };
	size_t count = 0;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		count += files[i] ? 4 : 0;
	return count;
}

/* The next command would not begin with what ours was given, where exec cannot give it back. */
static bool is_single(const struct stat *st)
{
	return st->options.repeat == 1 && st->passes.count == 1 && !st->options.post;
}

/* All that results go to. 0, or -errno and nothing is left open but what @sr is freed with. */
static int open_results(struct stat_run *sr, struct pmx_error *err)
{
	struct pmx_error ignored;
	int ret = stat_output_open(sr->output, sr->options, sr->run.target->kind, err);

	if (ret)
		return ret;
	ret = stat_metrics_open(sr, err);
	if (!ret && sr->options->listen)
		ret = stat_listen_open(&sr->listen, sr, err);
	if (!ret)
		ret = stat_output_begin(sr->output, err);
	if (ret)
		stat_output_close(sr->output, NULL, EXIT_PERFMUX, &ignored);
	return ret;
}

static void run_passes(struct stat_run *sr)
{
	struct pmx_error err = { 0 };

	if (sr->options->verbose)
		stat_plan_print_passes(sr->passes);
	run_take_signals(&sr->run);
	if (stat_repeat(sr, &err))
		complain(stat_table.program, &err, sr->exit_status);
	fflush(stderr);
}

static int measure(struct stat *st)
{
	struct stat_output output;
	struct stat_run sr = {
		.run = {
			.program = stat_table.program,
			.target = &st->target,
			.machine = st->machine,
			.watch = st->watch,
			.drops_rights = is_single(st),
			.later_own = own_rights(&st->options),
			.fds_beside = fds_of_files(&st->options),
		},
		.options = &st->options,
		.output = &output,
		.passes = &st->passes,
	};
	struct pmx_error err = { 0 };

	if (stat_run_init(&sr, &err))
		return complain(stat_table.program, &err, EXIT_PERFMUX);
	if (sr.gpu.course.monitor)
		sr.run.later = RUN_RIGHTS_TASKS; /* names of all are read until the end */
	if (open_results(&sr, &err))
		sr.exit_status = complain(stat_table.program, &err, EXIT_PERFMUX);
	else
		run_passes(&sr);
	stat_run_free(&sr);
	return sr.exit_status;
}

static void print_plans(const struct stat_passes *passes)
{
	for (unsigned k = 0; k < passes->count; k++) {
		if (passes->count > 1)
			printf("%spass        %u of %u\n", k ? "\n" : "", k + 1, passes->count);
		stat_plan_print(passes->list[k].plan, passes->list[k].symbols);
	}
}

int cmd_stat(int argc, char **argv)
{
	struct stat st = { 0 };
	struct pmx_error err = { 0 };
	int status = 0;

	if (stat_options_parse(&st.options, argc, argv, &status)) {
		stat_options_free(&st.options);
		return status;
	}
	if (prepare(&st, &err))
		status = complain(stat_table.program, &err, EXIT_PERFMUX);
	else if (st.options.dry_run)
		print_plans(&st.passes);
	else if (!pmx_machine_is_live(st.machine)) {
		pmx_error_set(&err, -EINVAL, "nothing can be counted in a sysroot: add --dry-run");
		status = complain(stat_table.program, &err, EXIT_PERFMUX);
	} else
		status = measure(&st);
	release(&st);
	return status;
}
