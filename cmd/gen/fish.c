// SPDX-License-Identifier: GPL-2.0-only
/*
 * fish.c - option tables as `complete` commands of fish
 */
#include <stdio.h>

#include "gen.h"

/* Text inside '...'. */
static void quoted(const char *text)
{
	static const char special[] = "'\\";
	static const char *const replacement[] = { "\\'", "\\\\" };

	putchar('\'');
	gen_escape(stdout, text, special, replacement);
	putchar('\'');
}

static void argument(const struct opt *opt)
{
	switch (opt->value) {
	case OPT_VALUE_ANY:
		fputs(" -x", stdout);
		break;
	case OPT_VALUE_FILE:
		fputs(" -rF", stdout);
		break;
	case OPT_VALUE_DIR:
		fputs(" -xa '(__fish_complete_directories)'", stdout);
		break;
	case OPT_VALUE_COMMAND:
		fputs(" -xa '(__fish_complete_command)'", stdout);
		break;
	case OPT_VALUE_WORDS:
		printf(opt->arg_optional ? " -fa '%s'" : " -xa '%s'", opt->words);
		break;
	case OPT_VALUE_LIST:
		printf(" -xa '(__fish_append , %s)'", opt->words);
		break;
	default:
		printf(" -xa '(__perfmux_list __perfmux_%s)'", gen_value_name(opt->value));
	}
}

static void complete_option(const char *condition, const struct opt *opt)
{
	printf("complete -c perfmux -n '%s' -l %s", condition, opt->name);
	if (opt->letter)
		printf(" -s %c", opt->letter);
	if (opt->arg)
		argument(opt);
	fputs(" -d ", stdout);
	quoted(opt->help);
	putchar('\n');
	if (opt->kind == OPT_UNFLAG)
		printf("complete -c perfmux -n '%s' -l no-%s\n", condition, opt->name);
}

static void fish_options(const struct command *unused)
{
	char condition[64];

	(void)unused;
	gen_for_each(opt, &main_table) complete_option("__perfmux_using perfmux", opt);
	for (const struct command *command = commands; command->name; command++) {
		snprintf(condition, sizeof(condition), "__perfmux_using %s", command->name);
		putchar('\n');
		gen_for_each(opt, command->table) complete_option(condition, opt);
	}
}

/* Options whose argument is the next word. */
static void fish_valued(const struct command *unused)
{
	(void)unused;
	for (const struct command *command = commands; command->name; command++)
		gen_for_each(opt, command->table)
		{
			if (!opt->arg || opt->arg_optional)
				continue;
			if (opt->letter)
				printf("-%c ", opt->letter);
			printf("--%s\n", opt->name);
		}
}

/* Commands whose words are no command to measure. */
static void fish_operands(const struct command *unused)
{
	(void)unused;
	for (const struct command *command = commands; command->name; command++)
		if (command->table->operands)
			printf("%s\n", command->name);
}

static void words_of(const struct command *command)
{
	enum opt_value operands = command->table->operands;

	if (!operands)
		printf("complete -c perfmux -n '__perfmux_begins_command %s' "
		       "-a '(__fish_complete_command)'\n",
		       command->name);
	else if (operands != OPT_VALUE_WORDS)
		printf("complete -c perfmux -n '__perfmux_using %s' "
		       "-a '(__perfmux_list __perfmux_%s)'\n",
		       command->name, gen_value_name(operands));
}

static void fish_commands(const struct command *unused)
{
	(void)unused;
	for (const struct command *command = commands; command->name; command++) {
		printf("complete -c perfmux -n '__perfmux_using perfmux' -a %s -d ", command->name);
		quoted(command->summary);
		printf("\ncomplete -c perfmux -n '__perfmux_using help' -a %s\n", command->name);
		words_of(command);
	}
}

const struct gen_marker gen_fish[] = {
	{ "fish-valued", fish_valued },
	{ "fish-options", fish_options },
	{ "fish-operands", fish_operands },
	{ "fish-commands", fish_commands },
	{ 0 },
};
