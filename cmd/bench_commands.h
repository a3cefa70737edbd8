/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench_commands.h - from what was typed to the commands that are run: words, parameters, shells
 */
#ifndef PMX_CMD_BENCH_COMMANDS_H
#define PMX_CMD_BENCH_COMMANDS_H

#include "bench.h"

/* One parameter and its values. */
struct bench_parameter {
	char *name;
	char **values;
	size_t count;
};

struct bench_parameters {
	struct bench_parameter *list;
	size_t count;
};

struct bench_command {
	char *text;  /* as typed, parameters filled in */
	char *name;  /* shown in reports */
	char **argv; /* NULL-terminated: its words, or a shell, "-c" and the text */
	char *prepare, *setup, *cleanup; /* parameters filled in; or NULL */
	size_t combination;		 /* of the parameters' values */
};

struct bench_commands {
	struct bench_command *list;
	size_t count;
	struct bench_parameters parameters;
};

/*
 * All combinations of @texts and the parameters' values. Each command is looked up: -ENOENT or
 * -EACCES when one cannot be run, as exec would say; -EINVAL for what makes no sense; -E2BIG for
 * more than PMX_BENCH_MOST_COMMANDS. What was made until an error is the caller's to free, too.
 */
int bench_commands_make(struct bench_commands *out, const struct bench_options *options,
			char *const *texts, size_t count, struct pmx_error *err);
void bench_commands_free(struct bench_commands *commands);

/*
 * Splits @text as a shell does, quotes and backslashes removed: a NULL-terminated array, each
 * string to be freed. *needs_shell is set, and NULL returned, when there is something that only a
 * shell can do. NULL with neither: @err says why (an open quote, no memory).
 */
char **bench_split(const char *text, bool *needs_shell, struct pmx_error *err);
void bench_split_free(char **words);

/* --- parameters ----------------------------------------------------------------------------- */

int bench_parameters_make(struct bench_parameters *out, const struct bench_options *options,
			  struct pmx_error *err);
void bench_parameters_free(struct bench_parameters *parameters);

/* How many combinations there are: 1 without parameters; 0 when more than @most. */
size_t bench_parameters_combinations(const struct bench_parameters *parameters, size_t most);

/* The value of parameter @which in combination @index. */
const char *bench_parameters_value(const struct bench_parameters *parameters, size_t index,
				   size_t which);

/*
 * @text with each {NAME} replaced by its value in combination @index; the caller's to free; or
 * NULL.
 */
char *bench_parameters_fill(const struct bench_parameters *parameters, size_t index,
			    const char *text);

#endif
