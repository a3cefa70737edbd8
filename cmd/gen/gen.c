// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen.c - fills a template with what the option tables say: gen <TEMPLATE >RESULT
 *
 * A program of the build, beside perfmux and not in it: man pages and completions are made where
 * perfmux is made, and those who run it carry none of this.
 */
#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gen_marker *const markers[] = { gen_man, gen_bash, gen_zsh, gen_fish,
						    gen_events };

const char *gen_value_name(enum opt_value value)
{
	static const char *const names[] = {
		[OPT_VALUE_ANY] = "any",       [OPT_VALUE_FILE] = "file",
		[OPT_VALUE_DIR] = "dir",       [OPT_VALUE_COMMAND] = "command",
		[OPT_VALUE_WORDS] = "words",   [OPT_VALUE_LIST] = "list",
		[OPT_VALUE_EVENT] = "event",   [OPT_VALUE_PID] = "pid",
		[OPT_VALUE_TID] = "tid",       [OPT_VALUE_CPUS] = "cpus",
		[OPT_VALUE_CGROUP] = "cgroup", [OPT_VALUE_SCENARIO] = "scenario",
	};

	return names[value];
}

void gen_escape(FILE *out, const char *text, const char *special, const char *const *replacement)
{
	for (; *text; text++) {
		const char *found = strchr(special, *text);

		if (found)
			fputs(replacement[found - special], out);
		else
			fputc(*text, out);
	}
}

static const struct gen_marker *find_marker(const char *name)
{
	for (size_t i = 0; i < sizeof(markers) / sizeof(markers[0]); i++)
		for (const struct gen_marker *marker = markers[i]; marker->name; marker++)
			if (strcmp(marker->name, name) == 0)
				return marker;
	return NULL;
}

static const struct command *find_command(const char *name)
{
	for (const struct command *command = commands; command->name; command++)
		if (strcmp(command->name, name) == 0)
			return command;
	return NULL;
}

/* @line is "@name@" or "@name command@". */
static int expand(char *line)
{
	const struct gen_marker *marker;
	const struct command *command = NULL;
	char *name = line + 1, *argument;

	name[strlen(name) - 1] = '\0';
	argument = strchr(name, ' ');
	if (argument)
		*argument++ = '\0';
	marker = find_marker(name);
	if (argument)
		command = find_command(argument);
	if (!marker || (argument && !command)) {
		fprintf(stderr, "gen: there is no @%s %s@\n", name, argument ? argument : "");
		return -1;
	}
	marker->expand(command);
	return 0;
}

static void copy(const char *line)
{
	static const char version[] = "@VERSION@";
	const char *found;

	while ((found = strstr(line, version))) {
		printf("%.*s%s", (int)(found - line), line, PERFMUX_VERSION);
		line = found + strlen(version);
	}
	puts(line);
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int rc = 0;

	while (!rc && (length = getline(&line, &room, stdin)) > 0) {
		if (line[length - 1] == '\n')
			line[--length] = '\0';
		if (length > 2 && line[0] == '@' && line[length - 1] == '@')
			rc = expand(line);
		else
			copy(line);
	}
	free(line);
	return rc || ferror(stdin) || fclose(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
