// SPDX-License-Identifier: GPL-2.0-only
/*
 * store.c - what is measured of which commands, and what their runs gave
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/values.h"

enum { LONGEST_NAME = 128 * 1024 }; /* MAX_ARG_STRLEN of Linux: a single argument is no longer */

int pmx_bench_new(struct pmx_bench **out, uint64_t seed, struct pmx_error *err)
{
	struct pmx_bench *bench = calloc(1, sizeof(*bench));

	if (!bench)
		return pmx_error_nomem(err);
	bench->seed = seed;
	*out = bench;
	return 0;
}

static void clear_metric(struct pmx_bench_metric *metric)
{
	free(metric->name);
	free(metric->why);
}

static void clear_command(struct pmx_bench_command *command, size_t metrics)
{
	for (size_t i = 0; command->metric && i < metrics; i++) {
		free(command->metric[i].values);
		free(command->metric[i].rounds);
	}
	for (size_t i = 0; i < command->parameter_count; i++) {
		free(command->parameters[i].name);
		free(command->parameters[i].value);
	}
	free(command->parameters);
	free(command->metric);
	free(command->name);
	free(command->command);
	free(command->why_failed);
}

void pmx_bench_free(struct pmx_bench *bench)
{
	if (!bench)
		return;
	for (size_t i = 0; i < bench->command_count; i++)
		clear_command(&bench->commands[i], bench->metric_count);
	for (size_t i = 0; i < bench->metric_count; i++)
		clear_metric(&bench->metrics[i]);
	free(bench->commands);
	free(bench->metrics);
	free(bench);
}

/* --- names ---------------------------------------------------------------------------------- */

/* A table has a line for a name: a newline in it would make two of it. */
static bool has_control(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			return true;
	return false;
}

static const char *what_is_wrong(const char *name)
{
	if (!name || !*name)
		return "is empty";
	if (strnlen(name, LONGEST_NAME) == LONGEST_NAME)
		return "is longer than 128 KiB";
	return has_control(name) ? "has a newline or another control character in it" : NULL;
}

static int check_name(const char *kind, const char *name, struct pmx_error *err)
{
	const char *wrong = what_is_wrong(name);

	if (!wrong)
		return 0;
	if (!name || !*name)
		return pmx_error_set(err, -EINVAL, "a %s's name %s", kind, wrong);
	return pmx_error_set(err, -EINVAL, "the name of %s '%.60s' %s", kind, name, wrong);
}

long pmx_bench_find_metric(const struct pmx_bench *bench, const char *name)
{
	for (size_t i = 0; i < bench->metric_count; i++)
		if (!strcmp(bench->metrics[i].name, name))
			return (long)i;
	return -1;
}

static bool has_command(const struct pmx_bench *bench, const char *name)
{
	for (size_t i = 0; i < bench->command_count; i++)
		if (!strcmp(bench->commands[i].name, name))
			return true;
	return false;
}

/* A copy of @text, which may be NULL; false without memory for it. */
static bool copy_text(char **to, const char *text)
{
	*to = text ? strdup(text) : NULL;
	return !text || *to;
}

/* --- metrics and commands ------------------------------------------------------------------- */

static int check_metric(const struct pmx_bench *bench, const struct pmx_bench_metric *metric,
			struct pmx_error *err)
{
	int ret = check_name("metric", metric->name, err);

	if (ret)
		return ret;
	if (bench->command_count)
		return pmx_error_set(err, -EINVAL, "metric '%s' comes after the first command",
				     metric->name);
	if (pmx_bench_find_metric(bench, metric->name) >= 0)
		return pmx_error_set(err, -EINVAL, "metric '%s' is there twice", metric->name);
	if (bench->metric_count >= PMX_BENCH_MOST_METRICS)
		return pmx_error_set(err, -E2BIG, "more than %d metrics", PMX_BENCH_MOST_METRICS);
	return 0;
}

int pmx_bench_add_metric(struct pmx_bench *bench, const struct pmx_bench_metric *metric,
			 struct pmx_error *err)
{
	struct pmx_bench_metric copy = *metric, *grown;
	int ret = check_metric(bench, metric, err);

	if (ret)
		return ret;
	grown = realloc(bench->metrics, (bench->metric_count + 1) * sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(err);
	bench->metrics = grown;
	copy.why = NULL;
	if (!copy_text(&copy.name, metric->name) || !copy_text(&copy.why, metric->why)) {
		clear_metric(&copy);
		return pmx_error_nomem(err);
	}
	grown[bench->metric_count++] = copy;
	return 0;
}

int pmx_bench_set_main(struct pmx_bench *bench, size_t metric, struct pmx_error *err)
{
	struct pmx_bench_metric main = bench->metrics[metric];

	if (bench->command_count)
		return pmx_error_set(err, -EINVAL,
				     "commands have values of metric '%s' by its place", main.name);
	memmove(&bench->metrics[1], &bench->metrics[0], metric * sizeof(main));
	bench->metrics[0] = main;
	return 0;
}

static int check_command(const struct pmx_bench *bench, const char *name, struct pmx_error *err)
{
	int ret = check_name("command", name, err);

	if (ret) {
		pmx_error_hint(err, "-n gives a command another name");
		return ret;
	}
	if (has_command(bench, name)) {
		pmx_error_set(err, -EINVAL, "two commands have the name '%.200s'", name);
		pmx_error_hint(err, "-n gives a command another name");
		return -EINVAL;
	}
	if (bench->command_count >= PMX_BENCH_MOST_COMMANDS)
		return pmx_error_set(err, -E2BIG, "more than %d commands", PMX_BENCH_MOST_COMMANDS);
	return 0;
}

int pmx_bench_add_command(struct pmx_bench *bench, const char *name, const char *command,
			  struct pmx_error *err)
{
	struct pmx_bench_command copy = { .name = NULL }, *grown;
	int ret = check_command(bench, name, err);

	if (ret)
		return ret;
	grown = realloc(bench->commands, (bench->command_count + 1) * sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(err);
	bench->commands = grown;
	copy.metric = calloc(bench->metric_count + 1, sizeof(*copy.metric));
	if (!copy.metric || !copy_text(&copy.name, name) || !copy_text(&copy.command, command)) {
		clear_command(&copy, bench->metric_count);
		return pmx_error_nomem(err);
	}
	grown[bench->command_count++] = copy;
	return 0;
}

int pmx_bench_add_parameter(struct pmx_bench *bench, const char *name, const char *value,
			    struct pmx_error *err)
{
	struct pmx_bench_command *it = &bench->commands[bench->command_count - 1];
	struct pmx_bench_parameter *grown;

	grown = reallocarray(it->parameters, it->parameter_count + 1, sizeof(*grown));
	if (!grown)
		return pmx_error_nomem(err);
	it->parameters = grown;
	grown += it->parameter_count++; /* what is half there is freed with the rest */
	*grown = (struct pmx_bench_parameter){ .name = NULL };
	return copy_text(&grown->name, name) && copy_text(&grown->value, value) ?
		       0 :
		       pmx_error_nomem(err);
}

/* --- runs ----------------------------------------------------------------------------------- */

int pmx_bench_add_run(struct pmx_bench *bench, size_t command, uint32_t round, const double *values,
		      struct pmx_error *err)
{
	struct pmx_bench_command *it = &bench->commands[command];

	for (size_t i = 0; i < bench->metric_count; i++) {
		if (!pmx_bench_values_rises(&it->metric[i], round))
			return pmx_error_set(err, -EINVAL, "round %u of '%.200s' comes too late",
					     round, it->name);
		if (pmx_bench_values_reserve(&it->metric[i]))
			return pmx_error_nomem(err);
	}
	for (size_t i = 0; i < bench->metric_count; i++)
		pmx_bench_values_add(&it->metric[i], bench->seed, round, values[i]);
	it->runs++;
	if (bench->rounds <= round)
		bench->rounds = round + UINT64_C(1);
	return 0;
}

int pmx_bench_add_failure(struct pmx_bench *bench, size_t command, const char *why,
			  struct pmx_error *err)
{
	struct pmx_bench_command *it = &bench->commands[command];

	if (!it->why_failed && !copy_text(&it->why_failed, why))
		return pmx_error_nomem(err);
	it->failed++;
	return 0;
}
