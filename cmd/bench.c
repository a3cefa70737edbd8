// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench.c - `perfmux bench`: commands, run again and again and compared
 */
#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench_session.h"
#include "complain.h"
#include "out_file.h"
#include "seconds.h"

/* --- before it runs ------------------------------------------------------------------------- */

static int add_parameters(struct bench_session *s, size_t combination)
{
	const struct bench_parameters *parameters = &s->br.commands.parameters;
	int ret = 0;

	for (size_t i = 0; i < parameters->count && !ret; i++)
		ret = pmx_bench_add_parameter(s->br.bench, parameters->list[i].name,
					      bench_parameters_value(parameters, combination, i),
					      s->err);
	return ret;
}

static int add_commands(struct bench_session *s)
{
	struct bench_run *br = &s->br;

	for (size_t i = 0; i < br->commands.count; i++)
		if (pmx_bench_add_command(br->bench, br->commands.list[i].name,
					  br->commands.list[i].text, s->err) ||
		    add_parameters(s, br->commands.list[i].combination))
			return s->err->code;
	br->values = calloc(br->bench->metric_count, sizeof(*br->values));
	return br->values ? 0 : pmx_error_nomem(s->err);
}

/*
 * Opens each pass once, for ourselves: what cannot be counted is known before a gate relies on it.
 */
static int try_passes(struct bench_session *s)
{
	struct bench_run *br = &s->br;

	for (unsigned k = 0; k < br->passes.count; k++) {
		struct pmx_session_options options = { .start = PMX_START_DISABLED,
						       .machine = br->machine };
		struct pmx_session *session = NULL;
		int ret;

		if (!br->passes.list[k].plan)
			continue;
		br->target.tasks[0].tid = br->target.tasks[0].pid = getpid();
		if (pmx_session_new(&session, br->passes.list[k].plan, &options, s->err))
			return s->err->code;
		ret = bench_passes_note(br, &br->passes.list[k], session, s->err);
		pmx_session_free(session);
		if (ret)
			return ret;
	}
	return 0;
}

static int choose_main(struct bench_session *s)
{
	size_t metric;
	int ret = bench_find_measured(s, "--metric", s->br.options->metric, &metric);

	return ret ? ret : bench_passes_lead(&s->br, metric, s->err);
}

/* As env(1) says that a command cannot be found, or not be executed. */
static int make_commands(struct bench_session *s, char **texts, size_t count)
{
	int ret = bench_commands_make(&s->br.commands, s->br.options, texts, count, s->err);

	if (ret == -ENOENT || ret == -ENOTDIR)
		s->br.failure_status = 127;
	else if (ret == -EACCES)
		s->br.failure_status = 126;
	return ret;
}

static int prepare(struct bench_session *s, char **texts, size_t count)
{
	struct bench_run *br = &s->br;
	const struct bench_options *o = br->options;
	int ret = make_commands(s, texts, count);

	if (!ret)
		ret = pmx_machine_new(&br->machine, o->sysroot, s->err);
	if (!ret && !pmx_machine_is_live(br->machine))
		ret = pmx_error_set(s->err, -EINVAL, "nothing can be run on a copy of a machine");
	if (!ret)
		ret = pmx_resolver_new(&br->resolver, br->machine, s->err);
	if (!ret)
		ret = pmx_bench_new(&br->bench, o->has_seed ? o->seed : opt_choose_seed(), s->err);
	if (!ret) {
		br->random.state = br->bench->seed;
		ret = bench_passes_make(br, s->err);
	}
	if (!ret)
		ret = try_passes(s);
	if (!ret && o->metric)
		ret = choose_main(s);
	if (!ret)
		ret = add_commands(s);
	if (!ret && o->baseline)
		ret = pmx_bench_load(&s->baseline, o->baseline, s->err);
	if (!ret)
		ret = bench_gates_read(s);
	return ret ? ret : bench_setting_make(br, s->err);
}

static int run(struct bench_session *s)
{
	struct bench_run *br = &s->br;
	struct pmx_error failure = { 0 };
	int ret;

	br->run = (struct run){ .program = bench_table.program,
				.target = &br->target,
				.machine = br->machine };
	ret = run_init(&br->run, s->err);
	if (ret)
		return ret;
	ret = bench_output_open(&s->output, br->options, s->err);
	if (ret) {
		run_free(&br->run);
		return ret;
	}
	if (s->output.file[BENCH_SAID])
		br->setting.fds[1] = out_file_descriptor(s->output.file[BENCH_SAID]);
	run_take_signals(&br->run);
	pmx_bench_scene_read(&br->bench->scene, br->machine);
	ret = pmx_noise_look(br->machine, br->setting.cpus, NULL, &s->before, s->err);
	bench_memory_begin();
	if (!ret)
		ret = bench_run_all(br, &failure);
	ret = bench_end(s, ret, &failure);
	fflush(stdout);	    /* a signal that is still pending ends us below */
	run_free(&br->run); /* closing the last user of a tracepoint takes long */
	return ret;
}

static void free_all(struct bench_session *s)
{
	struct bench_run *br = &s->br;

	bench_gates_free(s);
	pmx_noise_free(&s->before);
	pmx_noise_free(&s->after);
	bench_setting_free(br);
	pmx_bench_free(s->baseline);
	pmx_bench_free(br->bench);
	bench_passes_free(&br->passes);
	bench_commands_free(&br->commands);
	pmx_resolver_free(br->resolver);
	pmx_machine_free(br->machine);
	free(br->values);
}

/* Exit status. */
static int bench(struct bench_options *options, char **texts, size_t count)
{
	struct pmx_error err = { 0 };
	struct pmx_task task = { 0 };
	struct bench_session s = { .err = &err };
	int ret;

	s.br.options = options;
	s.br.failure_status = EXIT_PERFMUX;
	s.br.input = s.br.output = s.br.said = -1;
	s.br.target = (struct pmx_target){
		.kind = PMX_TARGET_COMMAND, .tasks = &task, .task_count = 1, .inherit = true
	};
	ret = prepare(&s, texts, count);
	if (!ret)
		ret = run(&s);
	free_all(&s);
	return ret >= 0 ? ret : complain(bench_table.program, &err, s.br.failure_status);
}

int cmd_bench(int argc, char **argv)
{
	struct bench_options options = *(const struct bench_options *)bench_table.defaults;
	struct pmx_error err = { 0 };
	struct opt_parse parse = {
		.table = &bench_table, .into = &options, .argc = argc, .argv = argv
	};
	int status = 0;

	if (opt_run(&parse, &status) == 0) {
		if (opt_check_rules(&parse, false, NULL, &err))
			status = opt_complain(&bench_table, &err);
		else
			status = bench(&options, argv + parse.next, (size_t)(argc - parse.next));
	}
	bench_options_free(&options);
	return status;
}
