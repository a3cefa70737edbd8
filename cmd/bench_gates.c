// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_gates.c - --fail-if: changes that a script fails on
 *
 * Who relies on a gate takes silence for "no such change". So one that cannot be judged is an
 * error: before anything runs where that can be known, else afterwards.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <perfmux/text.h>

#include "bench_session.h"

/* --- before --------------------------------------------------------------------------------- */

int bench_find_measured(struct bench_session *s, const char *option, const char *name,
			size_t *metric)
{
	const struct pmx_bench *bench = s->br.bench;
	struct opt_near near = { .typed = name };
	long found = pmx_bench_find_metric(bench, name);

	if (found >= 0 && !bench->metrics[found].why) {
		*metric = (size_t)found;
		return 0;
	}
	if (found >= 0)
		return pmx_error_set(s->err, -ENODATA, "%s: '%s' cannot be measured: %s", option,
				     name, bench->metrics[found].why);
	for (size_t i = 0; i < bench->metric_count; i++)
		opt_near_offer(&near, bench->metrics[i].name);
	pmx_error_set(s->err, -ENOENT, "%s: '%s' is not measured", option, name);
	if (near.best)
		return pmx_error_hint(s->err, "did you mean '%s'?", near.best);
	return *name ? pmx_error_hint(s->err, "-e '%s' measures it", name) : s->err->code;
}

/* Is there a command of the baseline to compare one of ours with; and has it values? */
static bool has_reference(const struct bench_session *s, size_t then, bool *has_values)
{
	const struct pmx_bench_result to_be = { .bench = s->br.bench, .baseline = s->baseline };
	bool found = false;

	*has_values = false;
	for (size_t i = 0; i < s->br.bench->command_count; i++) {
		const struct pmx_bench_command *it = pmx_bench_reference(&to_be, i);

		found = found || it;
		*has_values = *has_values || (it && it->metric[then].count);
	}
	return found;
}

static int check_baseline(struct bench_session *s, const char *name, size_t now)
{
	const struct pmx_bench *then = s->baseline;
	long metric = pmx_bench_find_metric(then, name);
	bool has_values;

	if (metric < 0) {
		pmx_error_set(s->err, -ENODATA, "--fail-if: '%s' is not in the baseline", name);
		return pmx_error_hint(s->err, "--save one of a bench that measures it");
	}
	if (then->metrics[metric].unit != s->br.bench->metrics[now].unit)
		return pmx_error_set(s->err, -ENODATA,
				     "--fail-if: the baseline has '%s' in another unit", name);
	if (!has_reference(s, (size_t)metric, &has_values)) {
		pmx_error_set(s->err, -ENODATA, "--fail-if: the baseline has no command '%s'",
			      s->br.bench->commands[0].name);
		return pmx_error_hint(s->err, "-n calls a command as the baseline does: '%s'",
				      then->command_count ? then->commands[0].name : "");
	}
	if (!has_values)
		return pmx_error_set(s->err, -ENODATA,
				     "--fail-if: the baseline has no values of '%s'", name);
	return 0;
}

static int read_gate(struct bench_session *s, const char *text)
{
	struct pmx_gate *gate = &s->gates[s->gate_count];
	size_t metric = 0;
	int ret = pmx_gate_parse(gate, text, s->err);

	if (ret)
		return ret;
	s->gate_count++;
	ret = bench_find_measured(s, "--fail-if", gate->metric, &metric);
	return ret || !s->baseline ? ret : check_baseline(s, gate->metric, metric);
}

int bench_gates_read(struct bench_session *s)
{
	const struct bench_words *words = &s->br.options->gates;
	int ret = 0;

	if (!words->count)
		return 0;
	s->gates = calloc(words->count, sizeof(*s->gates));
	if (!s->gates)
		return pmx_error_nomem(s->err);
	for (size_t i = 0; i < words->count && !ret; i++)
		ret = read_gate(s, words->list[i]);
	if (ret || s->br.commands.count > 1 || s->baseline)
		return ret;
	pmx_error_set(s->err, -EINVAL, "--fail-if: there is nothing to compare one command with");
	return pmx_error_hint(s->err, "give two commands, or a --baseline");
}

void bench_gates_free(struct bench_session *s)
{
	for (size_t i = 0; i < s->gate_count; i++)
		pmx_gate_free(&s->gates[i]);
	free(s->gates);
}

/* --- afterwards ----------------------------------------------------------------------------- */

/* The first command that was to be compared, and could not be; as many as there are: none. */
static size_t first_unjudged(const struct pmx_bench_result *result, size_t metric)
{
	size_t c = 0;

	for (; c < result->bench->command_count; c++) {
		const struct pmx_bench_cell *cell = pmx_bench_cell(result, c, metric);

		if (pmx_bench_reference(result, c) &&
		    (!cell->compared || cell->change == PMX_CHANGE_TOO_FEW))
			break;
	}
	return c;
}

/* True when the runs were such that each command could have tripped it; else why not. */
static bool was_judged(const struct pmx_gate *gate, const struct pmx_bench_result *result,
		       char *why, size_t size)
{
	size_t metric = (size_t)pmx_bench_find_metric(result->bench, gate->metric);
	size_t command = first_unjudged(result, metric);
	const struct pmx_bench_cell *cell;
	const char *name;

	if (command >= result->bench->command_count)
		return true;
	name = result->bench->commands[command].name;
	cell = pmx_bench_cell(result, command, metric);
	if (!cell->compared && cell->summary.count) /* it is not its own fault */
		name = pmx_bench_reference(result, command)->name;
	if (cell->compared)
		snprintf(why, size,
			 "--fail-if '%.200s': too few runs to judge '%.200s': each command needs "
			 "%zu",
			 gate->text, name, pmx_least_runs(result->tests));
	else
		snprintf(why, size,
			 "--fail-if '%.200s': no run of '%.200s' gave a value to "
			 "compare",
			 gate->text, name);
	return false;
}

static void say(const char *line)
{
	fflush(stdout);
	fprintf(stderr, "%s: ", bench_table.program);
	pmx_print_safe(stderr, line);
	fputc('\n', stderr);
}

/* What a gate tripped on may be another machine; where there is a report, it says so. */
static void say_differences(const struct bench_session *s)
{
	char line[512];
	size_t at = 0;

	if (!s->baseline || !s->br.options->quiet)
		return;
	while (pmx_bench_scene_differs(&s->baseline->scene, &s->br.bench->scene, &at, line,
				       sizeof(line))) {
		fputs("  not the same as in the baseline: ", stderr);
		pmx_print_safe(stderr, line);
		fputc('\n', stderr);
	}
}

int bench_gates_check(const struct bench_session *s, const struct pmx_bench_result *result,
		      bool interrupted)
{
	bool tripped = false, unknown = false;
	char why[512];

	for (size_t i = 0; i < s->gate_count; i++) {
		bool trips = pmx_gate_trips(&s->gates[i], result, why, sizeof(why));
		bool unjudged = !trips && !interrupted &&
				!was_judged(&s->gates[i], result, why, sizeof(why));

		if (trips || unjudged)
			say(why);
		tripped = tripped || trips;
		unknown = unknown || unjudged;
	}
	if (tripped)
		say_differences(s);
	return tripped ? BENCH_EXIT_GATE : unknown ? EXIT_PERFMUX : 0;
}
