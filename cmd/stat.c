// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat.c - `perfmux stat`: options to a plan, a plan to runs, runs to a report
 */
#include "stat.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perfmux/event.h>
#include <perfmux/machine.h>
#include <perfmux/plan.h>
#include <perfmux/target.h>
#include <perfmux/text.h>

#include "options.h"
#include "stat_events.h"
#include "stat_output.h"
#include "stat_plan.h"
#include "stat_run.h"
#include "stat_symbols.h"

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

/* One line what failed and why, and one what would help. */
static int complain(const struct pmx_error *err, int status)
{
	fputs("perfmux stat: ", stderr);
	pmx_print_safe(stderr, err->text);
	fputc('\n', stderr);
	if (*err->hint) {
		fputs("  ", stderr);
		pmx_print_safe(stderr, err->hint);
		fputc('\n', stderr);
	}
	return status;
}

/* --- preparing ---------------------------------------------------------------------------- */

static int target_cpus(struct stat *st, struct pmx_error *err)
{
	const char *list = st->options.cpus;
	int ret;

	st->target.kind = PMX_TARGET_CPUS;
	ret = pmx_machine_online(st->machine, &st->target.cpus, err);
	if (ret || !list)
		return ret;
	struct pmx_cpus online = st->target.cpus, wanted;

	if (pmx_cpus_parse(&wanted, list) || pmx_cpus_is_empty(&wanted))
		return pmx_error_set(err, -EINVAL,
				     "'%s' is not a list of CPUs, as for example 0-3,8", list);
	st->target.cpus = wanted;
	pmx_cpus_and(&st->target.cpus, &online);
	pmx_cpus_for_each(cpu, &wanted) {
		if (pmx_cpus_has(&online, cpu))
			continue;
		char all[128];

		pmx_cpus_format(&online, all, sizeof(all));
		pmx_error_set(err, -ENODEV, "CPU %d is not online", cpu);
		return pmx_error_hint(err, "online are %s", all);
	}
	return 0;
}

static int target_tasks(struct stat *st, struct pmx_error *err)
{
	const struct stat_options *o = &st->options;
	int ret = 0;

	st->target.kind = PMX_TARGET_TASKS;
	if (!pmx_machine_is_live(st->machine))
		return pmx_error_set(err, -EINVAL,
				     "a sysroot has no tasks: plan for a command or CPUs");
	if (o->pids)
		ret = pmx_target_add_list(&st->target, o->pids, false, err);
	if (!ret && o->tids)
		ret = pmx_target_add_list(&st->target, o->tids, true, err);
	if (!ret && !o->pids && !o->tids)
		ret = pmx_target_add_all(&st->target, err);
	if (!ret && o->aggr == PMX_AGGR_THREAD)
		pmx_target_read_names(&st->target);
	if (!ret && (o->pids || o->tids)) /* all of them do not end */
		ret = pmx_watch_new(&st->watch, &st->target, err);
	return ret;
}

static int make_target(struct stat *st, struct pmx_error *err)
{
	const struct stat_options *o = &st->options;

	st->target.inherit = !o->no_inherit;
	if (o->pids || o->tids || o->aggr == PMX_AGGR_THREAD)
		return target_tasks(st, err);
	if (o->all_cpus || o->cpus)
		return target_cpus(st, err);
	st->target.kind = PMX_TARGET_COMMAND;
	st->target.tasks = calloc(1, sizeof(*st->target.tasks));
	st->target.task_count = st->target.task_room = 1;
	return st->target.tasks ? 0 : pmx_error_nomem(err);
}

/* The list of online CPUs is a file: read where the plan depends on it. */
static bool needs_cpus(const struct stat *st)
{
	size_t count = st->events.count;

	return st->target.kind == PMX_TARGET_CPUS ||
	       (count && st->events.list[count - 1].residency_of);
}

static int make_plan(struct stat *st, struct pmx_error *err)
{
	struct pmx_cpus online = { 0 };
	int ret = 0;

	if (needs_cpus(st))
		ret = pmx_machine_online(st->machine, &online, err);
	if (!ret)
		ret = pmx_plan_new(&st->plan, &st->events, &st->target, &online, err);
	return ret;
}

static int prepare(struct stat *st, struct pmx_error *err)
{
	const struct stat_options *o = &st->options;
	int ret = pmx_machine_new(&st->machine, o->sysroot, err);

	if (!ret)
		ret = pmx_resolver_new(&st->resolver, st->machine, err);
	if (!ret)
		ret = stat_events_make(&st->events, st->resolver, st->machine, o,
				       o->all_cpus || o->cpus, err);
	if (!ret)
		ret = make_target(st, err);
	if (!ret && st->target.kind != PMX_TARGET_CPUS)
		ret = pmx_events_add_residency(&st->events, st->resolver, err);
	if (!ret && stat_events_have_cgroup(&st->events) && st->target.kind != PMX_TARGET_CPUS)
		ret = pmx_error_set(err, -EINVAL, "cgroups are measured on CPUs: add -a or -C");
	if (!ret)
		ret = stat_symbols_make(&st->symbols, &st->events, &st->target, o, err);
	if (!ret)
		ret = make_plan(st, err);
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

/* --- running ------------------------------------------------------------------------------ */

/* --pre and --post: the shell's command, waited for; it must succeed. */
static int run_hook(const char *which, const char *command, const sigset_t *mask,
		    struct pmx_error *err)
{
	char *argv[] = { (char *)"sh", (char *)"-c", (char *)command, NULL };
	posix_spawnattr_t attr;
	int status = 0, ret;
	pid_t pid;

	if (!command)
		return 0;
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attr, mask);
	ret = posix_spawn(&pid, "/bin/sh", NULL, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	if (ret)
		return pmx_error_set(err, -ret, "cannot run %s: %s", which, strerror(ret));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	return pmx_error_set(err, -ECANCELED, "%s failed with %s %d: %s", which,
			     WIFEXITED(status) ? "status" : "signal",
			     WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), command);
}

/* What the runs come to. */
struct repeats {
	struct pmx_result sum;
	double *seconds;
	int done;
};

static int add_run(struct stat_run *run, struct repeats *all, struct pmx_error *err)
{
	const struct stat_options *o = run->options;

	if (o->table) {
		double *grown = realloc(all->seconds, sizeof(*grown) * ((size_t)all->done + 1));

		if (!grown)
			return pmx_error_nomem(err);
		all->seconds = grown;
		all->seconds[all->done] = (double)run->result.elapsed_ns / 1e9;
	}
	if (o->repeat > 1 && pmx_result_add_run(&all->sum, &run->result, err))
		return err->code;
	all->done++;
	return 0;
}

static bool wants_result(const struct stat_options *o)
{
	return !o->interval_ms || o->summary;
}

static void write_result(struct stat_run *run, struct pmx_result *result)
{
	result->is_summary = run->options->interval_ms > 0;
	pmx_derive_metrics(result);
	stat_output_write(run->output, result);
}

static int run_one(struct stat_run *run, struct repeats *all, struct pmx_error *err)
{
	const struct stat_options *o = run->options;
	int failed = run->exit_status, ret;

	run->exit_status = EXIT_PERFMUX;
	ret = run_hook("--pre", o->pre, &run->signals.old, err);
	pmx_result_free(&run->result);
	if (o->sync)
		sync();
	if (!ret)
		ret = stat_run_once(run, err);
	if (ret)
		return ret;
	ret = add_run(run, all, err);
	if (!ret && o->repeat == 0 && wants_result(o))
		write_result(run, &run->result);
	if (!ret)
		ret = run_hook("--post", o->post, &run->signals.old, err);
	if (ret)
		run->exit_status = EXIT_PERFMUX;
	else if (!run->exit_status) /* a run that failed is not made good by one that did not */
		run->exit_status = failed;
	return ret;
}

static bool wants_run(const struct stat_run *run, int number)
{
	const struct stat_options *o = run->options;

	return (o->repeat == 0 || number < o->repeat) && !run->ended_by &&
	       !stat_output_is_lost(run->output);
}

/* Runs as often as asked, or until a signal; what was measured until an error is reported. */
static int run_all(struct stat_run *run, struct pmx_error *err)
{
	const struct stat_options *o = run->options;
	struct repeats all = { 0 };
	struct pmx_result *result;
	int ret = 0, closed;
	struct pmx_error ignored;

	for (int i = 0; !ret && wants_run(run, i); i++)
		ret = run_one(run, &all, err);
	result = o->repeat > 1 ? &all.sum : &run->result;
	run->output->report.runs = all.done ? (unsigned)all.done : 1;
	run->output->report.run_seconds = all.seconds;
	if (all.done && o->repeat != 0 && wants_result(o))
		write_result(run, result);
	closed = stat_output_close(run->output, all.done ? result : NULL, run->exit_status,
				   ret ? &ignored : err);
	if (closed && !ret) {
		run->exit_status = EXIT_PERFMUX;
		ret = closed;
	}
	pmx_result_free(&all.sum);
	free(all.seconds);
	return ret;
}

static int measure(struct stat *st)
{
	struct stat_output output;
	struct stat_run run = {
		.options = &st->options,
		.machine = st->machine,
		.target = &st->target,
		.plan = st->plan,
		.cgroup_fds = st->cgroup_fds,
		.symbols = st->symbols,
		.watch = st->watch,
		.output = &output,
	};
	struct pmx_error err = { 0 };

	if (stat_control_open(&run.control, st->options.control, &err))
		return complain(&err, EXIT_PERFMUX);
	if (stat_output_open(&output, &st->options, st->target.kind, &err)) {
		stat_control_close(&run.control);
		return complain(&err, EXIT_PERFMUX);
	}
	if (stat_run_init(&run, &err)) {
		stat_output_close(&output, NULL, EXIT_PERFMUX, NULL);
		run.exit_status = EXIT_PERFMUX;
	} else {
		run_all(&run, &err);
	}
	if (err.code)
		complain(&err, run.exit_status);
	fflush(stderr);
	stat_control_close(&run.control);
	stat_run_free(&run);
	return run.exit_status;
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
		status = complain(&err, EXIT_PERFMUX);
	else if (st.options.dry_run)
		stat_plan_print(st.plan, st.symbols);
	else if (!pmx_machine_is_live(st.machine)) {
		pmx_error_set(&err, -EINVAL, "nothing can be counted in a sysroot: add --dry-run");
		status = complain(&err, EXIT_PERFMUX);
	} else
		status = measure(&st);
	release(&st);
	return status;
}
