// SPDX-License-Identifier: GPL-2.0-only
/*
 * man.c - option tables in the man macros
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

/* What roff would take for its own. */
static void roff(const char *text)
{
	static const char special[] = "\\-~^`'";
	static const char *const replacement[] = { "\\e", "\\-", "\\(ti", "\\(ha", "\\(ga", "\\(aq" };

	gen_escape(text, special, replacement);
}

static void bold(const char *text)
{
	fputs("\\fB", stdout);
	roff(text);
	fputs("\\fR", stdout);
}

/* Text with `literals` in bold; each newline begins a paragraph. A sentence ends its line. */
static void prose(const char *text)
{
	char piece[512];

	while (*text) {
		size_t length = strcspn(text, "`\n");

		snprintf(piece, sizeof(piece), "%.*s", (int)length, text);
		roff(piece);
		text += length;
		if (*text == '\n') {
			fputs("\n.IP\n", stdout);
			text++;
		} else if (*text == '`') {
			length = strcspn(text + 1, "`");
			snprintf(piece, sizeof(piece), "%.*s", (int)length, text + 1);
			bold(piece);
			text += length + 1 + (text[length + 1] == '`');
		}
	}
}

/* The help is a fragment; here it stands as a sentence. */
static void sentence(const char *help)
{
	char first[2] = { help[0], '\0' };

	if (help[0] >= 'a' && help[0] <= 'z')
		first[0] = (char)(help[0] - 'a' + 'A');
	roff(first);
	roff(help + 1);
	puts(".");
}

static void name_line(const struct opt *opt)
{
	char text[64];

	puts(".TP");
	if (opt->letter) {
		snprintf(text, sizeof(text), "-%c", opt->letter);
		bold(text);
		fputs(", ", stdout);
	}
	snprintf(text, sizeof(text), "--%s", opt->name);
	bold(text);
	if (opt->arg) {
		printf("%s\\fI", opt->arg_optional ? "[=" : " ");
		roff(opt->arg);
		printf("\\fR%s", opt->arg_optional ? "]" : "");
	}
	if (opt->kind == OPT_UNFLAG) {
		snprintf(text, sizeof(text), "--no-%s", opt->name);
		fputs(", ", stdout);
		bold(text);
	}
	putchar('\n');
}

static void man_options(const struct command *command)
{
	const struct opt_table *table = gen_table(command);

	for (const struct opt *opt = table->rows; opt < table->rows + table->count; opt++) {
		if (opt->kind == OPT_FOREIGN)
			continue;
		if (opt->kind == OPT_SECTION) {
			printf(".SS %s\n", opt->help);
			continue;
		}
		name_line(opt);
		sentence(opt->help);
		if (opt->more) {
			prose(opt->more);
			putchar('\n');
		}
	}
}

/* Options that perf has and perfmux has not, and what to do instead. */
static void man_foreign(const struct command *command)
{
	const struct opt_table *table = gen_table(command);
	char text[64];

	for (const struct opt *opt = table->rows; opt < table->rows + table->count; opt++) {
		if (opt->kind != OPT_FOREIGN)
			continue;
		puts(".TP");
		if (opt->letter) {
			snprintf(text, sizeof(text), "-%c", opt->letter);
			bold(text);
			fputs(", ", stdout);
		}
		snprintf(text, sizeof(text), "--%s", opt->name);
		bold(text);
		putchar('\n');
		sentence(opt->help);
	}
}

static void man_synopsis(const struct command *command)
{
	const struct opt_table *table = gen_table(command);
	const char *line = table->synopsis;

	while (*line) {
		size_t length = strcspn(line, "\n");
		char text[128];

		snprintf(text, sizeof(text), "%.*s", (int)length, line);
		if (line != table->synopsis)
			puts(".br");
		bold(table->program);
		putchar(' ');
		roff(text);
		putchar('\n');
		line += length + (line[length] == '\n');
	}
}

static void man_commands(const struct command *unused)
{
	(void)unused;
	for (const struct command *command = commands; command->name; command++) {
		printf(".TP\n.BR perfmux\\-%s (1)\n", command->name);
		sentence(command->summary);
	}
}

const struct gen_marker gen_man[] = {
	{ "man-synopsis", man_synopsis },
	{ "man-options", man_options },
	{ "man-foreign", man_foreign },
	{ "man-commands", man_commands },
	{ 0 },
};
