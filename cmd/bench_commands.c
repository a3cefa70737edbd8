// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_commands.c - the commands of a bench
 */
#include "bench_commands.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmux/launch.h>

#define SHELL "/bin/sh"

struct making {
	const struct bench_options *options;
	const struct bench_parameters *parameters;
	size_t texts; /* commands before parameters are put in */
};

static bool is_blank(const char *text)
{
	return !text[strspn(text, " \t\n")];
}

static int shell_argv(struct bench_command *command, const char *shell, struct pmx_error *err)
{
	bool needs_shell;
	char **words = bench_split(shell, &needs_shell, err), **argv;
	size_t count = 0;

	if (!words && is_blank(shell))
		return pmx_error_set(err, -EINVAL, "--shell: its name is empty");
	if (!words)
		return needs_shell ? pmx_error_set(err, -EINVAL, "'%s' is no shell", shell) :
				     err->code;
	while (words[count])
		count++;
	argv = reallocarray(words, count + 3, sizeof(*argv));
	if (!argv) {
		bench_split_free(words);
		return pmx_error_nomem(err);
	}
	argv[count] = strdup("-c");
	argv[count + 1] = argv[count] ? strdup(command->text) : NULL;
	argv[count + 2] = NULL;
	command->argv = argv;
	return argv[count + 1] ? 0 : pmx_error_nomem(err);
}

static int make_argv(struct bench_command *command, const struct bench_options *o,
		     struct pmx_error *err)
{
	bool none = o->no_shell || (o->shell && !strcmp(o->shell, "none")), needs_shell = false;

	if (is_blank(command->text))
		return pmx_error_set(err, -EINVAL, "a command is empty");
	if (o->shell && !none)
		return shell_argv(command, strcmp(o->shell, "default") ? o->shell : SHELL, err);
	command->argv = bench_split(command->text, &needs_shell, err);
	if (command->argv)
		return 0;
	if (!needs_shell)
		return err->code;
	if (!none)
		return shell_argv(command, SHELL, err);
	pmx_error_set(err, -EINVAL, "'%s' has something that only a shell can do", command->text);
	return pmx_error_hint(err, "quote it, or leave --no-shell out");
}

/* NULL stays NULL; false when memory is out. */
static bool fill(const struct making *m, size_t index, const char *text, char **out)
{
	*out = text ? bench_parameters_fill(m->parameters, index, text) : NULL;
	return *out || !text;
}

static int make_texts(struct bench_command *command, const struct making *m, size_t which,
		      size_t index, const char *text, struct pmx_error *err)
{
	const struct bench_options *o = m->options;
	const struct bench_words *prepare = &o->prepare;
	const char *name = which < o->names.count ? o->names.list[which] : text;
	const char *before = !prepare->count	 ? NULL :
			     prepare->count == 1 ? prepare->list[0] :
						   prepare->list[which];

	command->text = bench_parameters_fill(m->parameters, index, text);
	command->name = bench_parameters_fill(m->parameters, index, name);
	if (command->text && command->name && fill(m, index, before, &command->prepare) &&
	    fill(m, index, o->setup, &command->setup) &&
	    fill(m, index, o->cleanup, &command->cleanup))
		return 0;
	return pmx_error_nomem(err);
}

/*
 * Two of a name could not be told apart. A number tells the same commands; that others are called
 * alike is the user's to mend, and pmx_bench_add_command() says so.
 */
static int make_unique(const struct bench_commands *commands, struct bench_command *command,
		       struct pmx_error *err)
{
	char *plain = command->name, *numbered = NULL;
	unsigned same = 1;
	int ret = 0;

	/* those before have risen in number: the next free one is behind the last */
	for (const struct bench_command *it = commands->list; it < command && ret >= 0; it++) {
		if (strcmp(it->text, command->text) != 0 ||
		    strcmp(it->name, numbered ? numbered : plain) != 0)
			continue;
		free(numbered);
		ret = asprintf(&numbered, "%s (%u)", plain, ++same);
	}
	if (ret < 0)
		return pmx_error_nomem(err);
	if (numbered) {
		free(plain);
		command->name = numbered;
	}
	return 0;
}

static int make_one(struct bench_commands *commands, struct bench_command *command,
		    const struct making *m, size_t which, size_t index, const char *text,
		    struct pmx_error *err)
{
	char path[PATH_MAX];
	int ret = make_texts(command, m, which, index, text, err);

	if (!ret)
		ret = make_unique(commands, command, err);
	if (!ret)
		ret = make_argv(command, m->options, err);
	return ret ? ret : pmx_launch_find(command->argv[0], path, sizeof(path), err);
}

static int check(const struct making *m, size_t combinations, struct pmx_error *err)
{
	const struct bench_options *o = m->options;

	if (o->max_runs && o->max_runs < o->min_runs)
		return pmx_error_set(err, -EINVAL, "--min-runs %d is more than --max-runs %d",
				     o->min_runs, o->max_runs);
	if (!m->texts) {
		pmx_error_set(err, -EINVAL, "no command to run");
		return pmx_error_hint(err, "perfmux bench 'COMMAND A' 'COMMAND B'");
	}
	if (!combinations || m->texts > PMX_BENCH_MOST_COMMANDS / combinations)
		return pmx_error_set(err, -E2BIG, "more than %d commands", PMX_BENCH_MOST_COMMANDS);
	if (o->names.count > m->texts)
		return pmx_error_set(err, -EINVAL, "--command-name: %zu names for %zu command%s",
				     o->names.count, m->texts, m->texts == 1 ? "" : "s");
	if (o->prepare.count > 1 && o->prepare.count != m->texts)
		return pmx_error_set(err, -EINVAL,
				     "--prepare: %zu commands to prepare %zu; one, or one for each",
				     o->prepare.count, m->texts);
	return 0;
}

static int make_all(struct bench_commands *out, const struct making *m, char *const *texts,
		    size_t combinations, struct pmx_error *err)
{
	out->list = calloc(m->texts * combinations, sizeof(*out->list));
	if (!out->list)
		return pmx_error_nomem(err);
	for (size_t i = 0; i < m->texts * combinations; i++) {
		struct bench_command *command = &out->list[out->count++];
		size_t which = i / combinations;
		int ret;

		command->combination = i % combinations;
		ret = make_one(out, command, m, which, command->combination, texts[which], err);

		if (ret)
			return ret;
	}
	return 0;
}

int bench_commands_make(struct bench_commands *out, const struct bench_options *options,
			char *const *texts, size_t count, struct pmx_error *err)
{
	struct bench_parameters *parameters = &out->parameters;
	struct making m = { .options = options, .parameters = parameters, .texts = count };
	size_t combinations;
	int ret;

	*out = (struct bench_commands){ 0 };
	ret = bench_parameters_make(parameters, options, err);
	combinations = bench_parameters_combinations(parameters, PMX_BENCH_MOST_COMMANDS);
	if (!ret)
		ret = check(&m, combinations, err);
	if (!ret)
		ret = make_all(out, &m, texts, combinations, err);
	return ret;
}

void bench_commands_free(struct bench_commands *commands)
{
	for (size_t i = 0; i < commands->count; i++) {
		struct bench_command *it = &commands->list[i];

		free(it->text);
		free(it->name);
		bench_split_free(it->argv);
		free(it->prepare);
		free(it->setup);
		free(it->cleanup);
	}
	free(commands->list);
	bench_parameters_free(&commands->parameters);
	*commands = (struct bench_commands){ 0 };
}
