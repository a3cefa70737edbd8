// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench.c - `perfmux bench`: commands, run again and again and compared
 */
#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perfmux/text.h>

#include "base/array.h"
#include "bench_output.h"
#include "bench_run.h"
#include "complain.h"
#include "seconds.h"

enum { EXIT_GATE = 1 };

struct session {
	struct bench_run br;
	struct bench_output output;
	struct pmx_bench *baseline;
	struct pmx_gate *gates;
	size_t gate_count;
	struct pmx_noise before, after;
	char **notes; /* for people; owned */
	size_t note_count, note_room;
	struct pmx_error *err;
	int failure_status; /* the exit status when something fails */
};

/* --- before it runs ------------------------------------------------------------------------- */

static bool is_measured(const struct pmx_bench *bench, const char *name)
{
	long metric = pmx_bench_find_metric(bench, name);

	return metric >= 0 && !bench->metrics[metric].why;
}

static int unmeasured(const struct session *s, const char *what, const char *name)
{
	const struct pmx_bench *bench = s->br.bench;
	long metric = pmx_bench_find_metric(bench, name);
	struct opt_near near = { .typed = name };

	for (size_t i = 0; i < bench->metric_count; i++)
		opt_near_offer(&near, bench->metrics[i].name);
	if (metric >= 0)
		return pmx_error_set(s->err, -ENODATA, "%s: '%s' cannot be measured: %s", what,
				     name, bench->metrics[metric].why);
	pmx_error_set(s->err, -ENOENT, "%s: '%s' is not measured", what, name);
	return near.best ? pmx_error_hint(s->err, "did you mean '%s'?", near.best) :
			   pmx_error_hint(s->err, "-e '%s' measures it", name);
}

static int read_gates(struct session *s)
{
	const struct bench_words *words = &s->br.options->gates;

	if (!words->count)
		return 0;
	s->gates = calloc(words->count, sizeof(*s->gates));
	if (!s->gates)
		return pmx_error_nomem(s->err);
	for (size_t i = 0; i < words->count; i++) {
		if (pmx_gate_parse(&s->gates[i], words->list[i], s->err))
			return s->err->code;
		s->gate_count++;
		if (!is_measured(s->br.bench, s->gates[i].metric))
			return unmeasured(s, "--fail-if", s->gates[i].metric);
	}
	if (s->br.commands.count > 1 || s->baseline)
		return 0;
	pmx_error_set(s->err, -EINVAL, "--fail-if: there is nothing to compare one command with");
	return pmx_error_hint(s->err, "give two commands, or a --baseline");
}

static int add_commands(struct session *s)
{
	struct bench_run *br = &s->br;

	for (size_t i = 0; i < br->commands.count; i++)
		if (pmx_bench_add_command(br->bench, br->commands.list[i].name,
					  br->commands.list[i].text, s->err))
			return s->err->code;
	br->values = calloc(br->bench->metric_count, sizeof(*br->values));
	return br->values ? 0 : pmx_error_nomem(s->err);
}

/* Opens each pass once, for ourselves: what cannot be counted is known before a gate relies on it. */
static int try_passes(struct session *s)
{
	struct bench_run *br = &s->br;

	for (unsigned k = 0; k < br->passes.count; k++) {
		struct pmx_session_options options = { .start = PMX_START_DISABLED,
						       .machine = br->machine };
		struct pmx_session *session = NULL;

		if (!br->passes.list[k].plan)
			continue;
		br->target.tasks[0].tid = br->target.tasks[0].pid = getpid();
		if (pmx_session_new(&session, br->passes.list[k].plan, &options, s->err))
			return s->err->code;
		bench_passes_note(br, &br->passes.list[k], session);
		pmx_session_free(session);
	}
	return 0;
}

/* As env(1) says that a command cannot be found, or not be executed. */
static int make_commands(struct session *s, char **texts, size_t count)
{
	int ret = bench_commands_make(&s->br.commands, s->br.options, texts, count, s->err);

	if (ret == -ENOENT || ret == -ENOTDIR)
		s->failure_status = 127;
	else if (ret == -EACCES)
		s->failure_status = 126;
	return ret;
}

static int prepare(struct session *s, char **texts, size_t count)
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
	if (!ret)
		ret = add_commands(s);
	if (!ret && o->baseline)
		ret = pmx_bench_load(&s->baseline, o->baseline, s->err);
	if (!ret)
		ret = read_gates(s);
	if (!ret && o->metric && !is_measured(br->bench, o->metric))
		ret = unmeasured(s, "--metric", o->metric);
	return ret ? ret : bench_setting_make(br, s->err);
}

/* --- afterwards ----------------------------------------------------------------------------- */

/* Takes @line over. */
static int add_note(struct session *s, char *line)
{
	char **grown = pmx_array_room(s->notes, &s->note_room, s->note_count + 1, sizeof(*grown));

	if (!line || !grown) {
		free(line);
		return pmx_error_nomem(s->err);
	}
	s->notes = grown;
	s->notes[s->note_count++] = line;
	return 0;
}

static int add_notes(struct session *s)
{
	char line[256];
	int ret = 0;

	for (size_t i = 0; i < s->before.count && !ret; i++)
		ret = add_note(s, strdup(s->before.lines[i]));
	for (size_t i = 0; i < s->after.count && !ret; i++)
		ret = add_note(s, strdup(s->after.lines[i]));
	if (!ret && s->br.shared) {
		snprintf(line, sizeof(line),
			 "%llu counts are left out: others held the counter for part of the run; "
			 "--multiplex scales them",
			 (unsigned long long)s->br.shared);
		ret = add_note(s, strdup(line));
	}
	return ret;
}

/* True when a gate tripped, which is said. */
static bool check_gates(const struct session *s, const struct pmx_bench_result *result)
{
	char why[512];
	bool tripped = false;

	for (size_t i = 0; i < s->gate_count; i++) {
		if (!pmx_gate_trips(&s->gates[i], result, why, sizeof(why)))
			continue;
		fflush(stdout);
		fprintf(stderr, "%s: ", bench_table.program);
		pmx_print_safe(stderr, why);
		fputc('\n', stderr);
		tripped = true;
	}
	return tripped;
}

static bool has_runs(const struct pmx_bench *bench)
{
	for (size_t i = 0; i < bench->command_count; i++)
		if (bench->commands[i].runs)
			return true;
	return false;
}

/* What was measured, whole or not. Exit status, or -errno. */
static int report(struct session *s, bool interrupted)
{
	struct bench_run *br = &s->br;
	struct pmx_bench_result *result = NULL;
	bool tripped = false;
	int ret = pmx_noise_look(br->machine, br->setting.cpus, &s->before, &s->after, s->err);

	if (!ret)
		ret = add_notes(s);
	if (!ret)
		ret = pmx_bench_analyse(br->bench, s->baseline, br->options->resolution, &result,
					s->err);
	if (!ret) {
		bench_output_write(&s->output, result, (const char *const *)s->notes, s->note_count,
				   interrupted);
		tripped = check_gates(s, result);
	}
	pmx_bench_result_free(result);
	return ret ? ret : tripped ? EXIT_GATE : 0;
}

/* The failure is told after what was measured before it. */
static int end(struct session *s, int ret, struct pmx_error *failure)
{
	struct bench_run *br = &s->br;
	int status = 0, closed;

	if (!ret || has_runs(br->bench))
		status = report(s, ret != 0);
	closed = bench_output_close(&s->output, status < 0 ? NULL : s->err);
	if (br->run.ended_by)
		return 128 + br->run.ended_by;
	if (ret) {
		complain(bench_table.program, failure, EXIT_PERFMUX);
		if (br->failed)
			bench_setting_show_said(br);
		return EXIT_PERFMUX;
	}
	return status < 0 ? status : closed ? closed : status;
}

static int run(struct session *s)
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
	run_take_signals(&br->run);
	pmx_bench_scene_read(&br->bench->scene, br->machine);
	ret = pmx_noise_look(br->machine, br->setting.cpus, NULL, &s->before, s->err);
	if (!ret)
		ret = bench_run_all(br, &failure);
	ret = end(s, ret, &failure);
	fflush(stdout);	    /* a signal that is still pending ends us below */
	run_free(&br->run); /* closing the last user of a tracepoint takes long */
	return ret;
}

static void free_all(struct session *s)
{
	struct bench_run *br = &s->br;

	for (size_t i = 0; i < s->gate_count; i++)
		pmx_gate_free(&s->gates[i]);
	free(s->gates);
	for (size_t i = 0; i < s->note_count; i++)
		free(s->notes[i]);
	free(s->notes);
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
	struct session s = { .err = &err, .failure_status = EXIT_PERFMUX };
	int ret;

	s.br.options = options;
	s.br.input = s.br.output = s.br.said = -1;
	s.br.target = (struct pmx_target){
		.kind = PMX_TARGET_COMMAND, .tasks = &task, .task_count = 1, .inherit = true
	};
	ret = prepare(&s, texts, count);
	if (!ret)
		ret = run(&s);
	free_all(&s);
	return ret >= 0 ? ret : complain(bench_table.program, &err, s.failure_status);
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
