// SPDX-License-Identifier: GPL-2.0-only
/*
 * mux.c - `perfmux mux`: when each event was on its PMU, and what that did to its count
 */
#include "mux.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <perfmux/event.h>
#include <perfmux/machine.h>
#include <perfmux/mux.h>

#include "complain.h"
#include "mux/rotation.h"
#include "mux_capacity.h"
#include "mux_output.h"
#include "run.h"
#include "run_symbols.h"

#define USEC UINT64_C(1000)

static const char default_events[] = "cycles,instructions,branches,branch-misses,cache-references,"
				     "cache-misses,L1-dcache-loads,L1-dcache-load-misses";

/* Everything between the options and the report. */
struct mux {
	struct mux_options options;
	struct pmx_machine *machine;
	struct pmx_resolver *resolver;
	struct pmx_events events;
	struct pmx_target target;
	struct pmx_symbols *symbols;
	struct pmx_plan *plan;
	struct pmx_watch *watch;
	struct pmx_observer *observer;
	struct pmx_rotations *rotations; /* NULL: cannot be recorded, or nothing rotates */
	struct pmx_error no_rotations;	 /* why not */
	struct run_hooks hooks;
	struct run run;
};

/* --- preparing ---------------------------------------------------------------------------- */

static int make_events(struct mux *m, struct pmx_error *err)
{
	const struct pmx_resolve_options how = { 0 };
	int ret = 0;

	if (!m->options.spec_count)
		return pmx_resolve(m->resolver, default_events, &how, &m->events, err);
	for (size_t i = 0; i < m->options.spec_count && !ret; i++)
		ret = pmx_resolve(m->resolver, m->options.specs[i], &how, &m->events, err);
	return ret;
}

static int prepare_machine(struct mux *m, struct pmx_error *err)
{
	int ret = pmx_machine_new(&m->machine, m->options.sysroot, err);

	if (!ret && !pmx_machine_is_live(m->machine))
		ret = pmx_error_set(err, -EINVAL, "nothing can be observed in a sysroot");
	return ret ? ret : pmx_resolver_new(&m->resolver, m->machine, err);
}

static int prepare(struct mux *m, struct pmx_error *err)
{
	const struct mux_options *o = &m->options;
	int ret = prepare_machine(m, err);

	if (!ret)
		ret = make_events(m, err);
	if (!ret)
		ret = target_make(&m->target, &m->watch, &o->target, m->machine, err);
	if (!ret && m->target.kind != PMX_TARGET_CPUS)
		ret = pmx_events_add_residency(&m->events, m->resolver, err);
	if (!ret)
		ret = run_symbols_make(&m->symbols, &m->events, &m->target, o->target.command, err);
	if (!ret)
		ret = target_plan(&m->plan, &m->events, &m->target, m->machine, err);
	return ret;
}

static void release(struct mux *m)
{
	pmx_watch_free(m->watch);
	pmx_plan_free(m->plan);
	pmx_symbols_free(m->symbols);
	pmx_target_free(&m->target);
	pmx_events_free(&m->events);
	pmx_resolver_free(m->resolver);
	pmx_machine_free(m->machine);
	free(m->options.specs);
}

/* --- observing ---------------------------------------------------------------------------- */

static int start(void *ctx, struct run *run, struct pmx_error *err)
{
	struct mux *m = ctx;
	struct pmx_observer_options how = {
		.period_ns = (uint64_t)m->options.poll_us * USEC,
		.read_ns = (uint64_t)m->options.read_us * USEC,
	};
	int ret = pmx_observer_new(&m->observer, run->session, run->plan, &how, err);

	return ret ? ret : pmx_observer_start(m->observer, err);
}

/* Only where something may rotate; that it cannot be recorded costs the report a line. */
static void open_rotations(struct mux *m)
{
	struct pmx_cpus online;
	struct pmx_rotations_options how = { .cpus = &online };
	bool may_rotate = false;

	for (size_t e = 0; e < m->events.count; e++)
		may_rotate |= m->events.list[e].pmu && !m->events.list[e].pmu->software_class;
	if (!may_rotate || pmx_machine_online(m->machine, &online, &m->no_rotations) ||
	    pmx_rotations_new(&m->rotations, m->machine, &how, &m->no_rotations))
		return;
	if (pmx_rotations_start(m->rotations, &m->no_rotations)) {
		pmx_rotations_free(m->rotations);
		m->rotations = NULL;
		return;
	}
	m->hooks.fd = pmx_rotations_fd(m->rotations);
}

static bool drain_rotations(void *ctx, struct run *run)
{
	struct mux *m = ctx;

	if (pmx_rotations_drain(m->rotations))
		m->hooks.fd = -1;
	(void)run;
	return false;
}

static void stop(void *ctx, struct run *run)
{
	struct mux *m = ctx;

	(void)run;
	pmx_observer_stop(m->observer);
	if (m->rotations)
		pmx_rotations_stop(m->rotations);
}

static uint64_t timeval_ns(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * 1000000 * USEC + (uint64_t)tv->tv_usec * USEC;
}

static int analyse(struct mux *m, struct pmx_mux_report *report, struct pmx_error *err)
{
	const struct rusage *usage = &m->run.usage;
	bool is_target = m->target.kind == PMX_TARGET_COMMAND;
	struct pmx_mux_options how = {
		.by_place = m->options.by_place,
		.start = m->run.start_ns,
		.end = m->run.end_ns,
		.machine = m->machine,
		.resolver = m->resolver,
		.rotations = m->rotations,
		.no_rotations = m->no_rotations.code ? m->no_rotations.text : NULL,
	};

	if (is_target) {
		how.target_ns = timeval_ns(&usage->ru_utime) + timeval_ns(&usage->ru_stime);
		how.switches = (uint64_t)usage->ru_nvcsw;
	}
	return pmx_mux_analyse(m->observer, m->run.session, m->plan, &how, report, err);
}

static int measure_with(struct mux *m, struct mux_output *output, struct pmx_error *err)
{
	struct pmx_mux_report report = { 0 };
	int ret;

	open_rotations(m);
	run_take_signals(&m->run);
	ret = run_once(&m->run, err);
	if (!ret)
		ret = analyse(m, &report, err);
	if (!ret)
		mux_output_write(output, &report, m->run.exit_status);
	pmx_mux_report_free(&report);
	pmx_observer_free(m->observer);
	return ret;
}

static int measure(struct mux *m, struct pmx_error *err)
{
	struct mux_output output;
	struct pmx_error ignored;
	int ret, closed;

	m->hooks = (struct run_hooks){
		.ctx = m, .started = start, .ended = stop, .readable = drain_rotations, .fd = -1
	};
	m->run = (struct run){
		.program = mux_table.program,
		.options = { .command = m->options.target.command,
			     .timeout_ms = m->options.timeout_ms },
		.hooks = &m->hooks,
		.plan = m->plan,
		.target = &m->target,
		.machine = m->machine,
		.symbols = m->symbols,
		.watch = m->watch,
		.drops_rights = true,
		.later = RUN_RIGHTS_MAPS,
		.later_own = RUN_RIGHTS_COMMAND | RUN_RIGHTS_LOG | RUN_RIGHTS_FILES,
	};
	ret = run_init(&m->run, err);
	if (ret)
		return ret;
	ret = mux_output_open(&output, &m->options, err);
	if (!ret) {
		ret = measure_with(m, &output, err);
		closed = mux_output_close(&output, ret ? &ignored : err);
		if (closed && !ret)
			m->run.exit_status = EXIT_PERFMUX;
		ret = ret ? ret : closed;
		/* when all is written: to close a tracepoint takes the kernel some milliseconds */
		pmx_rotations_free(m->rotations);
	} else {
		m->run.exit_status = EXIT_PERFMUX;
	}
	run_free(&m->run);
	return ret;
}

/* --- options ------------------------------------------------------------------------------ */

static void note(const char *line)
{
	fprintf(stderr, "%s: %s\n", mux_table.program, line);
}

/* 0 to go on; else *status is what perfmux exits with. */
static int parse_options(struct mux_options *options, int argc, char **argv, int *status)
{
	struct opt_parse parse = {
		.table = &mux_table, .into = options, .argc = argc, .argv = argv
	};
	struct pmx_error err = { 0 };
	int ret;

	*options = *(const struct mux_options *)mux_table.defaults;
	options->specs = calloc((size_t)argc + 1, sizeof(*options->specs));
	if (options->specs && opt_run(&parse, status))
		return 1;
	ret = options->specs ? target_options_finish(&options->target, &parse, &err) :
			       pmx_error_nomem(&err);
	if (!ret)
		ret = opt_check_rules(&parse, options->target.command, note, &err);
	if (ret)
		*status = opt_complain(&mux_table, &err);
	return ret;
}

static int measure_capacity(struct mux *m, struct pmx_error *err)
{
	int ret = prepare_machine(m, err);

	if (!ret && m->options.spec_count)
		ret = make_events(m, err);
	if (!ret)
		ret = mux_capacity_print(&m->options, m->machine, m->resolver, &m->events, err);
	return ret;
}

static int observe(struct mux *m, struct pmx_error *err)
{
	int ret = prepare(m, err);

	return ret ? ret : measure(m, err);
}

int cmd_mux(int argc, char **argv)
{
	struct mux m = { 0 };
	struct pmx_error err = { 0 };
	int status = 0, ret;

	if (!parse_options(&m.options, argc, argv, &status)) {
		ret = m.options.capacity ? measure_capacity(&m, &err) : observe(&m, &err);
		status = m.run.exit_status;
		if (ret)
			status = complain(mux_table.program, &err, status ? status : EXIT_PERFMUX);
	}
	release(&m);
	return status;
}
