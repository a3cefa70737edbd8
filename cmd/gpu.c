// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpu.c - `perfmux gpu`: how much memory of each GPU is in use, by whom, and what was
 */
#include "gpu.h"

#include <errno.h>
#include <stdio.h>

#include <perfmux/machine.h>

#include "complain.h"
#include "gpu_course.h"
#include "gpu_output.h"
#include "run.h"

/* fdinfo of all processes is not read more often, unless the user says so. */
#define FDINFO_NS (100 * RUN_MSEC)

/* Everything between the options and the report. */
struct gpu {
	struct gpu_options options;
	struct pmx_machine *machine;
	struct pmx_target target;
	struct pmx_watch *watch;
	struct gpu_course course;
	struct gpu_output output;
	struct run_hooks hooks;
	struct run run;
};

/* --- preparing ---------------------------------------------------------------------------- */

/* A little less than an interval, so that each has a reading of its own. */
static uint64_t fdinfo_ns(const struct gpu_options *o)
{
	uint64_t interval = (uint64_t)o->interval_ms * RUN_MSEC;

	if (o->fdinfo_ms || !interval)
		return (uint64_t)o->fdinfo_ms * RUN_MSEC;
	return interval > FDINFO_NS ? interval - interval / 10 : FDINFO_NS;
}

/* Where the other source would have done, what there is to say is of both. */
static int refuse(const struct gpu *g, struct pmx_error *err)
{
	if (err->code == -ENOENT && g->options.source == PMX_GPU_BEST)
		pmx_error_hint(err,
			       "nor is there fdinfo of GPU memory to read instead: no DRM driver "
			       "is loaded");
	return err->code;
}

static int open_monitor(struct gpu *g, struct pmx_error *err)
{
	const struct gpu_options *o = &g->options;
	bool is_copy = o->sysroot && o->source == PMX_GPU_BEST; /* nothing is recorded there */
	struct pmx_gpu_options how = {
		.sources = is_copy ? PMX_GPU_ONLY_FDINFO : (enum pmx_gpu_sources)o->source,
		.ring_bytes = (size_t)o->ring_kib * 1024,
		.grace_ns = o->grace_ms ? (uint64_t)o->grace_ms * RUN_MSEC : 1,
		.fdinfo_ns = fdinfo_ns(o),
	};

	return pmx_gpu_monitor_new(&g->course.monitor, g->machine, &how, err) ? refuse(g, err) : 0;
}

/* All processes are no target that could be opened: which CPUs there are does not matter. */
static int make_target(struct gpu *g, struct pmx_error *err)
{
	const struct target_options *o = &g->options.target;

	if (o->all_cpus && !o->pids) {
		g->target.kind = PMX_TARGET_CPUS;
		return 0;
	}
	return target_make(&g->target, &g->watch, o, g->machine, err);
}

static int prepare(struct gpu *g, struct pmx_error *err)
{
	int ret = pmx_machine_new(&g->machine, g->options.sysroot, err);

	if (!ret)
		ret = make_target(g, err);
	return ret ? ret : open_monitor(g, err);
}

static void release(struct gpu *g)
{
	pmx_gpu_monitor_free(g->course.monitor);
	pmx_watch_free(g->watch);
	pmx_target_free(&g->target);
	pmx_machine_free(g->machine);
}

/* --- while it runs ------------------------------------------------------------------------ */

static int on_start(void *ctx, struct run *run, struct pmx_error *err)
{
	struct gpu *g = ctx;

	return gpu_course_start(&g->course, run, &g->target, err);
}

static bool on_tick(void *ctx, struct run *run)
{
	struct gpu *g = ctx;
	const struct pmx_gpu_report *report;

	(void)run;
	if (!gpu_course_drain(&g->course, true))
		return true;
	report = pmx_gpu_monitor_report(g->course.monitor, &g->course.failed);
	if (!report)
		return true;
	gpu_output_interval(&g->output, report);
	pmx_gpu_monitor_next_interval(g->course.monitor);
	return gpu_output_is_lost(&g->output);
}

static bool on_records(void *ctx, struct run *run)
{
	struct gpu *g = ctx;

	(void)run;
	return !gpu_course_drain(&g->course, false);
}

static uint64_t next_reading(void *ctx)
{
	const struct gpu *g = ctx;

	return pmx_gpu_monitor_due(g->course.monitor);
}

static bool on_reading(void *ctx, struct run *run, uint64_t now)
{
	(void)now;
	return on_records(ctx, run);
}

static void on_end(void *ctx, struct run *run)
{
	struct gpu *g = ctx;

	gpu_course_end(&g->course, run);
}

/* --- measuring ---------------------------------------------------------------------------- */

static int report(struct gpu *g, struct pmx_error *err)
{
	const struct pmx_gpu_report *last;

	if (g->course.failed.code) {
		*err = g->course.failed;
		return err->code;
	}
	last = pmx_gpu_monitor_report(g->course.monitor, err);
	if (!last)
		return err->code;
	gpu_output_final(&g->output, last, g->run.exit_status);
	return 0;
}

static int observe(struct gpu *g, struct pmx_error *err)
{
	int ret;

	run_take_signals(&g->run);
	ret = run_once(&g->run, err);
	if (ret)
		return ret;
	gpu_course_settle(&g->course, &g->run);
	return report(g, err);
}

/* Of a sysroot: what fdinfo said when it was copied. */
static int read_once(struct gpu *g, struct pmx_error *err)
{
	int ret = pmx_gpu_monitor_start(g->course.monitor, err);

	if (!ret)
		ret = pmx_gpu_monitor_finish(g->course.monitor, err);
	return ret ? ret : report(g, err);
}

static void set_up_run(struct gpu *g)
{
	g->hooks = (struct run_hooks){
		.ctx = g,
		.started = on_start,
		.tick = on_tick,
		.fd = pmx_gpu_monitor_fd(g->course.monitor),
		.readable = on_records,
		.next_deadline = next_reading,
		.deadline = on_reading,
		.ended = on_end,
	};
	g->run = (struct run){
		.program = gpu_table.program,
		.options = { .command = g->options.target.command,
			     .timeout_ms = g->options.timeout_ms,
			     .interval_ms = g->options.interval_ms },
		.hooks = &g->hooks,
		.target = &g->target,
		.machine = g->machine,
		.watch = g->watch,
		.drops_rights = true,
		.later = RUN_RIGHTS_TASKS,
		.later_own = RUN_RIGHTS_COMMAND | RUN_RIGHTS_FILES,
	};
}

static int measure(struct gpu *g, struct pmx_error *err)
{
	struct pmx_error ignored;
	int ret, closed;

	set_up_run(g);
	ret = run_init(&g->run, err);
	if (ret)
		return ret;
	ret = gpu_output_open(&g->output, &g->options, g->target.kind, err);
	if (ret) {
		run_free(&g->run);
		return ret;
	}
	ret = pmx_machine_is_live(g->machine) ? observe(g, err) : read_once(g, err);
	closed = gpu_output_close(&g->output, ret ? &ignored : err);
	if (closed && !ret)
		g->run.exit_status = EXIT_PERFMUX;
	run_free(&g->run);
	return ret ? ret : closed;
}

/* --- options ------------------------------------------------------------------------------ */

static void note(const char *line)
{
	fprintf(stderr, "%s: %s\n", gpu_table.program, line);
}

static int finish_options(struct gpu_options *options, struct opt_parse *parse,
			  struct pmx_error *err)
{
	int ret;

	if (parse->argc < 2)
		return pmx_error_set(err, -EINVAL,
				     "nobody to look at: give a command, or -p or "
				     "-a");
	ret = target_options_finish(&options->target, parse, err);
	return ret ? ret : opt_check_rules(parse, options->target.command, note, err);
}

/* 0 to go on; else *status is what perfmux exits with. */
static int parse_options(struct gpu_options *options, int argc, char **argv, int *status)
{
	struct opt_parse parse = {
		.table = &gpu_table, .into = options, .argc = argc, .argv = argv
	};
	struct pmx_error err = { 0 };
	int ret;

	*options = *(const struct gpu_options *)gpu_table.defaults;
	if (opt_run(&parse, status))
		return 1;
	ret = finish_options(options, &parse, &err);
	if (ret)
		*status = opt_complain(&gpu_table, &err);
	return ret;
}

int cmd_gpu(int argc, char **argv)
{
	struct gpu g = { 0 };
	struct pmx_error err = { 0 };
	int status = 0, ret;

	if (parse_options(&g.options, argc, argv, &status))
		return status;
	ret = prepare(&g, &err);
	if (!ret)
		ret = measure(&g, &err);
	status = g.run.exit_status;
	if (ret)
		status = complain(gpu_table.program, &err, status ? status : EXIT_PERFMUX);
	release(&g);
	return status;
}
