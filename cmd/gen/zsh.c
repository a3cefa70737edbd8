// SPDX-License-Identifier: GPL-2.0-only
/*
 * zsh.c - option tables as specifications for zsh's _arguments
 */
#include <stdio.h>

#include "gen.h"

/* Text inside '...[here]...' and '...:here:...'. */
static void quoted(const char *text)
{
	static const char special[] = "'[]:\\";
	static const char *const replacement[] = { "'\\''", "\\[", "\\]", "\\:", "\\\\" };

	gen_escape(stdout, text, special, replacement);
}

static void action(const struct opt *opt)
{
	switch (opt->value) {
	case OPT_VALUE_ANY:
		fputs(" ", stdout);
		break;
	case OPT_VALUE_FILE:
		fputs("_files", stdout);
		break;
	case OPT_VALUE_DIR:
		fputs("_files -/", stdout);
		break;
	case OPT_VALUE_COMMAND:
		fputs("_cmdstring", stdout);
		break;
	case OPT_VALUE_WORDS:
		printf("(%s)", opt->words);
		break;
	case OPT_VALUE_LIST:
		printf("_values -s , %s %s", opt->arg, opt->words);
		break;
	default:
		printf("_perfmux_%s", gen_value_name(opt->value));
	}
}

/* One specification; @prefix is "" for the short name, and what ties it to its argument @tie. */
static void spec(const struct opt *opt, const char *name, const char *tie)
{
	bool repeats = opt->kind == OPT_COUNT || opt->kind == OPT_CALL;

	printf("\t\t'%s%s%s[", repeats ? "*" : "", name, opt->arg ? tie : "");
	quoted(opt->help);
	putchar(']');
	if (opt->arg) {
		fputs(opt->arg_optional ? "::" : ":", stdout);
		quoted(opt->arg);
		putchar(':');
		action(opt);
	}
	fputs("'\n", stdout);
}

static void specs_of(const struct opt_table *table)
{
	char name[64];

	gen_for_each(opt, table)
	{
		if (opt->letter) {
			snprintf(name, sizeof(name), "-%c", opt->letter);
			spec(opt, name, "+");
		}
		snprintf(name, sizeof(name), "--%s", opt->name);
		spec(opt, name, opt->arg_optional ? "=-" : "=");
		if (opt->kind == OPT_UNFLAG) {
			snprintf(name, sizeof(name), "--no-%s", opt->name);
			spec(opt, name, "");
		}
	}
}

/* What stands in for the command to measure. */
static void operands_of(const struct opt_table *table)
{
	if (table->operands == OPT_VALUE_WORDS)
		printf("\t\toperands='*:: :'\n");
	else if (table->operands)
		printf("\t\toperands='*:word:_perfmux_%s'\n", gen_value_name(table->operands));
}

static void zsh_options(const struct command *unused)
{
	(void)unused;
	for (const struct command *command = commands; command->name; command++) {
		printf("\t%s) specs=(\n", command->name);
		specs_of(command->table);
		printf("\t\t)\n");
		operands_of(command->table);
		printf("\t\t;;\n");
	}
}

static void zsh_common(const struct command *unused)
{
	(void)unused;
	specs_of(&main_table);
}

static void zsh_commands(const struct command *unused)
{
	(void)unused;
	for (const struct command *command = commands; command->name; command++) {
		printf("\t\t'%s:", command->name);
		quoted(command->summary);
		printf("'\n");
	}
}

const struct gen_marker gen_zsh[] = {
	{ "zsh-options", zsh_options },
	{ "zsh-common", zsh_common },
	{ "zsh-commands", zsh_commands },
	{ 0 },
};
