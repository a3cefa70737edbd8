// SPDX-License-Identifier: GPL-2.0-only
/*
 * bash.c - option tables as the data of the bash completion
 */
#include <stdio.h>

#include "gen.h"

static const char *name_of(const struct command *command)
{
	return command ? command->name : "perfmux";
}

/* "\tstat) options='-p --pid ...' ;;" */
static void words_of(const struct command *command)
{
	const char *before = "";

	printf("\t%s)\n\t\toptions='", name_of(command));
	gen_for_each(opt, gen_table(command))
	{
		if (opt->letter)
			printf("%s-%c", before, opt->letter), before = " ";
		printf("%s--%s%s", before, opt->name, opt->arg && opt->arg_optional ? "=" : "");
		before = " ";
		if (opt->kind == OPT_UNFLAG)
			printf(" --no-%s", opt->name);
	}
	printf("'\n\t\t;;\n");
}

/* "\tstat:-p | stat:--pid) value=pid ;;" */
static void values_of(const struct command *command)
{
	const char *name = name_of(command);

	if (gen_table(command)->operands)
		printf("\t%s:) value='%s' ;;\n", name,
		       gen_value_name(gen_table(command)->operands));
	gen_for_each(opt, gen_table(command))
	{
		if (!opt->arg)
			continue;
		putchar('\t');
		if (opt->letter)
			printf("%s:-%c | ", name, opt->letter);
		printf("%s:--%s) value='%s' words='%s' optional=%s ;;\n", name, opt->name,
		       gen_value_name(opt->value), opt->words ? opt->words : "",
		       opt->arg_optional ? "yes" : "");
	}
}

static void bash_options(const struct command *unused)
{
	(void)unused;
	words_of(NULL);
	for (const struct command *command = commands; command->name; command++)
		words_of(command);
}

static void bash_values(const struct command *unused)
{
	(void)unused;
	values_of(NULL);
	for (const struct command *command = commands; command->name; command++)
		values_of(command);
}

static void bash_commands(const struct command *unused)
{
	(void)unused;
	printf("_perfmux_commands='help");
	for (const struct command *command = commands; command->name; command++)
		printf(" %s", command->name);
	printf("'\n");
}

const struct gen_marker gen_bash[] = {
	{ "bash-options", bash_options },
	{ "bash-values", bash_values },
	{ "bash-commands", bash_commands },
	{ 0 },
};
