// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_passes.c - from a list of events to the runs that count them
 */
#include "stat_passes.h"

#include <stdio.h>
#include <stdlib.h>

#include <perfmux/capacity.h>
#include <perfmux/text.h>

#include "run_symbols.h"
#include "stat_events.h"
#include "stat_table.h"

/* --- which events ------------------------------------------------------------------------- */

static bool needs_counters(const struct pmx_events *events)
{
	for (size_t e = 0; e < events->count; e++)
		if (!events->list[e].pmu->software_class)
			return true;
	return false;
}

static void tell_undivided(const struct stat_options *o, const struct pmx_error *why)
{
	if (o->quiet)
		return;
	fprintf(stderr, "%s: --passes: all events in one run, since what fits is not known: ",
		stat_table.program);
	pmx_print_safe(stderr, why->text);
	fputc('\n', stderr);
}

/* How many passes it takes by trying; -errno: that cannot be told. */
static int try_out(struct stat_passes *p, const struct stat_given *given, struct pmx_error *why)
{
	struct pmx_meter *meter = NULL;
	int ret = pmx_meter_new(&meter, given->machine, NULL, why);

	if (!ret)
		ret = pmx_meter_divide(meter, p->plan, (unsigned)given->options->passes, p->pass,
				       why);
	pmx_meter_free(meter);
	return ret;
}

/* How many passes it takes, or -errno. */
static int divide(struct stat_passes *p, const struct stat_given *given, struct pmx_error *err)
{
	struct pmx_error why = { 0 };
	int ret = target_plan(&p->plan, &p->events, given->target, given->machine, err);

	if (ret)
		return ret;
	p->pass = calloc(p->events.count, sizeof(*p->pass));
	if (!p->pass)
		return pmx_error_nomem(err);
	ret = try_out(p, given, &why);
	if (ret < 0)
		tell_undivided(given->options, &why);
	return ret < 0 ? 1 : ret;
}

/* What the pass counts, in the order of all. */
static int copy_events(const struct stat_passes *p, unsigned number, struct pmx_events *out,
		       struct pmx_error *err)
{
	int ret = 0;

	for (size_t e = 0; e < p->events.count && !ret; e++)
		if (!p->pass[e] || p->pass[e] == number)
			ret = pmx_events_append(out, &p->events.list[e], err);
	out->specs = p->events.specs;
	out->groups = p->events.groups;
	return ret;
}

/* --- one pass ----------------------------------------------------------------------------- */

static int make_pass(struct stat_pass *pass, const struct stat_given *given, bool is_first,
		     struct pmx_error *err)
{
	const struct stat_options *o = given->options;
	int ret = 0;

	if (given->target->kind != PMX_TARGET_CPUS)
		ret = pmx_events_add_residency(&pass->events, given->resolver, err);
	if (!ret)
		ret = run_symbols_make(&pass->symbols, &pass->events, given->target,
				       o->target.command, err);
	if (!ret && !o->dry_run && is_first)
		run_symbols_tell_parts(stat_table.program, pass->symbols, &pass->events);
	if (!ret)
		ret = target_plan(&pass->plan, &pass->events, given->target, given->machine, err);
	if (!ret && !o->dry_run)
		ret = stat_cgroups_open(&pass->cgroup_fds, &pass->events, given->machine, err);
	return ret;
}

static void free_pass(struct stat_pass *pass)
{
	pmx_sampler_free(pass->sampler);
	pmx_snapshot_free(&pass->now);
	pmx_snapshot_free(&pass->before);
	pmx_snapshot_free(&pass->delta);
	stat_cgroups_close(pass->cgroup_fds, &pass->events);
	pmx_plan_free(pass->plan);
	pmx_symbols_free(pass->symbols);
	pmx_events_free(&pass->events);
}

/* --- all of them -------------------------------------------------------------------------- */

int stat_passes_make(struct stat_passes *p, struct pmx_events *events,
		     const struct stat_given *given, struct pmx_error *err)
{
	int count = 1, ret = 0;

	*p = (struct stat_passes){ .events = *events };
	*events = (struct pmx_events){ 0 };
	if (given->options->passes != 1 && needs_counters(&p->events))
		count = divide(p, given, err);
	if (count < 0)
		return count;
	p->list = calloc((size_t)count, sizeof(*p->list));
	if (!p->list)
		return pmx_error_nomem(err);
	p->count = (unsigned)count;
	if (count == 1) {
		p->list[0].events = p->events;
		p->events = (struct pmx_events){ 0 };
	}
	for (unsigned k = 0; k < p->count && !ret; k++) {
		if (count > 1)
			ret = copy_events(p, k + 1, &p->list[k].events, err);
		if (!ret)
			ret = make_pass(&p->list[k], given, k == 0, err);
	}
	return ret;
}

void stat_passes_free(struct stat_passes *p)
{
	for (unsigned k = 0; k < p->count; k++)
		free_pass(&p->list[k]);
	free(p->list);
	pmx_plan_free(p->plan);
	pmx_events_free(&p->events);
	free(p->pass);
}
