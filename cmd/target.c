// SPDX-License-Identifier: GPL-2.0-only
/*
 * target.c - from options to a target: a command, tasks that run, or CPUs
 */
#include "target.h"

#include <errno.h>
#include <stdlib.h>

#include <perfmux/machine.h>

bool target_names_cpus(const struct target_options *options)
{
	return options->all_cpus || options->cpus;
}

/* As perf does, all CPUs when nothing was named; but without a single word that is a slip. */
int target_options_finish(struct target_options *options, struct opt_parse *parse,
			  struct pmx_error *err)
{
	if (parse->next < parse->argc)
		options->command = parse->argv + parse->next;
	if (options->command || options->pids || options->tids || target_names_cpus(options))
		return 0;
	if (parse->argc < 2)
		return pmx_error_set(
			err, -EINVAL,
			"nothing to measure: give a command, or one of -p, -t, -a and -C");
	options->all_cpus = true;
	parse->seen[opt_find(parse->table, "all-cpus") - parse->table->rows] = true;
	return 0;
}

static int add_cpus(struct pmx_target *target, const char *list, struct pmx_machine *machine,
		    struct pmx_error *err)
{
	int ret;

	target->kind = PMX_TARGET_CPUS;
	ret = pmx_machine_online(machine, &target->cpus, err);
	if (ret || !list)
		return ret;
	struct pmx_cpus online = target->cpus, wanted;

	if (pmx_cpus_parse(&wanted, list) || pmx_cpus_is_empty(&wanted))
		return pmx_error_set(err, -EINVAL,
				     "'%s' is not a list of CPUs, as for example 0-3,8", list);
	target->cpus = wanted;
	pmx_cpus_and(&target->cpus, &online);
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

static int add_tasks(struct pmx_target *target, struct pmx_watch **watch,
		     const struct target_options *o, struct pmx_machine *machine,
		     struct pmx_error *err)
{
	int ret = 0;

	target->kind = PMX_TARGET_TASKS;
	if (!pmx_machine_is_live(machine))
		return pmx_error_set(err, -EINVAL,
				     "a sysroot has no tasks: plan for a command or CPUs");
	if (o->pids)
		ret = pmx_target_add_list(target, o->pids, false, err);
	if (!ret && o->tids)
		ret = pmx_target_add_list(target, o->tids, true, err);
	if (!ret && !o->pids && !o->tids)
		ret = pmx_target_add_all(target, err);
	if (!ret && o->per_thread)
		pmx_target_read_names(target);
	if (!ret && (o->pids || o->tids)) /* all of them do not end */
		ret = pmx_watch_new(watch, target, err);
	return ret;
}

int target_make(struct pmx_target *target, struct pmx_watch **watch,
		const struct target_options *options, struct pmx_machine *machine,
		struct pmx_error *err)
{
	*target = (struct pmx_target){ .inherit = !options->no_inherit };
	if (options->pids || options->tids || options->per_thread)
		return add_tasks(target, watch, options, machine, err);
	if (target_names_cpus(options))
		return add_cpus(target, options->cpus, machine, err);
	target->kind = PMX_TARGET_COMMAND;
	target->tasks = calloc(1, sizeof(*target->tasks));
	target->task_count = target->task_room = 1;
	return target->tasks ? 0 : pmx_error_nomem(err);
}

/* The list of online CPUs is a file: read where the plan depends on it. */
static bool needs_cpus(const struct pmx_events *events, const struct pmx_target *target)
{
	return target->kind == PMX_TARGET_CPUS ||
	       (events->count && events->list[events->count - 1].residency_of);
}

int target_plan(struct pmx_plan **out, const struct pmx_events *events,
		const struct pmx_target *target, struct pmx_machine *machine, struct pmx_error *err)
{
	struct pmx_cpus online = { 0 };
	int ret = 0;

	if (needs_cpus(events, target))
		ret = pmx_machine_online(machine, &online, err);
	return ret ? ret : pmx_plan_new(out, events, target, &online, err);
}
