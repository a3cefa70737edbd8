// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat.c - `perfmux stat`: options to a plan, a plan to runs, runs to a report
 */
#include "stat.h"

#include <errno.h>
#include <stdio.h>

#include <perfmux/event.h>
#include <perfmux/machine.h>
#include <perfmux/plan.h>
#include <perfmux/target.h>

#include "complain.h"
#include "options.h"
#include "run_symbols.h"
#include "stat_events.h"
#include "stat_output.h"
#include "stat_plan.h"
#include "stat_run.h"
#include "stat_table.h"

/* Everything between the options and the runs. */
struct stat {
	struct stat_options options;
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
	struct pmx_events events;
	struct pmx_target target;
	struct pmx_symbols *symbols;
	struct pmx_plan *plan;
	int *cgroup_fds;
	struct pmx_watch *watch;
};

static int prepare(struct stat *st, struct pmx_error *err)
{
	const struct stat_options *o = &st->options;
	int ret = pmx_machine_new(&st->machine, o->sysroot, err);

	if (!ret)
		ret = pmx_resolver_new(&st->resolver, st->machine, err);
	if (!ret)
		ret = stat_events_make(&st->events, st->resolver, st->machine, o,
				       target_names_cpus(&o->target), err);
	if (!ret)
		ret = target_make(&st->target, &st->watch, &o->target, st->machine, err);
	if (!ret && st->target.kind != PMX_TARGET_CPUS)
		ret = pmx_events_add_residency(&st->events, st->resolver, err);
	if (!ret && stat_events_have_cgroup(&st->events) && st->target.kind != PMX_TARGET_CPUS)
		ret = pmx_error_set(err, -EINVAL, "cgroups are measured on CPUs: add -a or -C");
	if (!ret)
		ret = run_symbols_make(&st->symbols, &st->events, &st->target, o->target.command,
				       err);
	if (!ret && !o->dry_run)
		run_symbols_tell_parts(stat_table.program, st->symbols, &st->events);
	if (!ret)
		ret = target_plan(&st->plan, &st->events, &st->target, st->machine, err);
	if (!ret && !o->dry_run)
		ret = stat_cgroups_open(&st->cgroup_fds, &st->events, st->machine, err);
	return ret;
}

static void release(struct stat *st)
{
	stat_cgroups_close(st->cgroup_fds, &st->events);
	pmx_watch_free(st->watch);
	pmx_plan_free(st->plan);
	pmx_symbols_free(st->symbols);
	pmx_target_free(&st->target);
	pmx_events_free(&st->events);
	pmx_resolver_free(st->resolver);
	pmx_machine_free(st->machine);
	stat_options_free(&st->options);
}

static int measure(struct stat *st)
{
	struct stat_output output;
	struct stat_run sr = {
		.run = {
			.program = stat_table.program,
			.plan = st->plan,
			.target = &st->target,
			.machine = st->machine,
			.cgroup_fds = st->cgroup_fds,
			.symbols = st->symbols,
			.watch = st->watch,
		},
		.options = &st->options,
		.output = &output,
	};
	struct pmx_error err = { 0 };

	if (stat_run_init(&sr, &err))
		return complain(stat_table.program, &err, EXIT_PERFMUX);
	if (stat_output_open(&output, &st->options, st->target.kind, &err)) {
		stat_run_free(&sr);
		return complain(stat_table.program, &err, EXIT_PERFMUX);
	}
	run_take_signals(&sr.run);
	if (stat_repeat(&sr, &err))
		complain(stat_table.program, &err, sr.exit_status);
	fflush(stderr);
	stat_run_free(&sr);
	return sr.exit_status;
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
		stat_plan_print(st.plan, st.symbols);
	else if (!pmx_machine_is_live(st.machine)) {
		pmx_error_set(&err, -EINVAL, "nothing can be counted in a sysroot: add --dry-run");
		status = complain(stat_table.program, &err, EXIT_PERFMUX);
	} else
		status = measure(&st);
	release(&st);
	return status;
}
