// SPDX-License-Identifier: GPL-2.0-only
/*
 * options_help.c - what a user is told: --help, --version, and what was wrong
 */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/text.h>

#define WIDTH  80
#define INDENT 26

/* Prints @text in lines of at most WIDTH columns; the cursor stands at @column. */
static void wrap(const char *text, int column)
{
	while (*text) {
		int length = (int)strcspn(text, " ");

		if (column > INDENT && column + 1 + length > WIDTH) {
			printf("\n%*s", INDENT, "");
			column = INDENT;
		} else if (column > INDENT) {
			putchar(' ');
			column++;
		}
		printf("%.*s", length, text);
		column += length;
		text += length + (text[length] == ' ');
	}
	putchar('\n');
}

static void print_option(const struct opt *opt)
{
	char left[64];
	int used = opt->letter ? snprintf(left, sizeof(left), "  -%c, ", opt->letter) :
				 snprintf(left, sizeof(left), "      ");

	used += snprintf(left + used, sizeof(left) - (size_t)used, "--%s%s",
			 opt->kind == OPT_UNFLAG ? "[no-]" : "", opt->name);
	if (opt->arg && opt->arg_optional)
		used += snprintf(left + used, sizeof(left) - (size_t)used, "[=%s]", opt->arg);
	else if (opt->arg)
		used += snprintf(left + used, sizeof(left) - (size_t)used, " %s", opt->arg);
	if (used + 2 > INDENT)
		printf("%s\n%*s", left, INDENT, "");
	else
		printf("%-*s", INDENT, left);
	wrap(opt->help, INDENT);
}

static void print_usage(const struct opt_table *table)
{
	const char *line = table->synopsis;
	const char *before = "Usage: ";

	while (*line) {
		int length = (int)strcspn(line, "\n");

		printf("%s%s %.*s\n", before, table->program, length, line);
		line += length + (line[length] == '\n');
		before = "       ";
	}
	printf("\n%s\n", table->about);
}

void opt_print_help(const struct opt_table *table)
{
	print_usage(table);
	for (size_t i = 0; i < table->count; i++) {
		const struct opt *opt = &table->rows[i];

		if (opt->kind == OPT_SECTION)
			printf("\n%s:\n", opt->help);
		else if (opt->kind != OPT_FOREIGN)
			print_option(opt);
	}
}

int opt_complain(const struct opt_table *table, const struct pmx_error *err)
{
	fprintf(stderr, "%s: ", table->program);
	pmx_print_safe(stderr, err->text);
	fputc('\n', stderr);
	if (err->code == -ENOMEM)
		return EXIT_PERFMUX;
	if (err->hint[0]) {
		fputs("  ", stderr); /* as complain() has it */
		pmx_print_safe(stderr, err->hint);
	} else {
		fprintf(stderr, "Try '%s --help'.", table->program);
	}
	fputc('\n', stderr);
	return EXIT_PERFMUX;
}

int opt_run(struct opt_parse *parse, int *status)
{
	struct pmx_error err = { 0 };

	*status = 0;
	if (opt_parse(parse, &err)) {
		*status = opt_complain(parse->table, &err);
		return 1;
	}
	if (parse->wants == OPT_HELP)
		opt_print_help(parse->table);
	else if (parse->wants == OPT_VERSION)
		printf("perfmux %s\n", PERFMUX_VERSION);
	return parse->wants != OPT_SECTION;
}
