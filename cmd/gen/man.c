// SPDX-License-Identifier: GPL-2.0-only
/*
 * man.c - option tables in the man macros
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"

#define WIDTH 78

/* What roff would take for its own. */
static void roff_to(FILE *out, const char *text)
{
	static const char special[] = "\\-~^`'";
	static const char *const replacement[] = {
		"\\e", "\\-", "\\(ti", "\\(ha", "\\(ga", "\\(aq"
	};

	gen_escape(out, text, special, replacement);
}

static void roff(const char *text)
{
	roff_to(stdout, text);
}

static void bold(const char *text)
{
	fputs("\\fB", stdout);
	roff(text);
	fputs("\\fR", stdout);
}

/* Prints escaped text in lines of at most WIDTH; a sentence ends its line, as roff likes. */
static void fill(const char *text)
{
	size_t column = 0;

	while (*text) {
		size_t length = strcspn(text, " ");

		if (column && column + 1 + length > WIDTH) {
			putchar('\n');
			column = 0;
		}
		printf("%s%.*s", column ? " " : "", (int)length, text);
		column += length + (column > 0);
		if (length && strchr(".:;?", text[length - 1]) && text[length]) {
			putchar('\n');
			column = 0;
		}
		text += length + (text[length] == ' ');
	}
	putchar('\n');
}

/* Text with `literals` in bold. */
static void prose(const char *text)
{
	char *filled = NULL, piece[512];
	size_t size;
	FILE *out = open_memstream(&filled, &size);

	if (!out)
		abort();
	for (bool is_literal = false; *text; is_literal = !is_literal) {
		size_t length = strcspn(text, "`");

		snprintf(piece, sizeof(piece), "%.*s", (int)length, text);
		fputs(is_literal ? "\\fB" : "", out);
		roff_to(out, piece);
		fputs(is_literal ? "\\fR" : "", out);
		text += length + (text[length] == '`');
	}
	fclose(out);
	fill(filled);
	free(filled);
}

/* The help is a fragment; here it stands as a sentence. */
static void sentence(const char *help)
{
	char text[256];

	snprintf(text, sizeof(text), "%s.", help);
	if (text[0] >= 'a' && text[0] <= 'z')
		text[0] = (char)(text[0] - 'a' + 'A');
	prose(text);
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
		if (opt->more)
			prose(opt->more);
	}
}

/* Options of perf alone, and what to do instead; those with one answer together. */
static void man_foreign(const struct command *command)
{
	const struct opt_table *table = gen_table(command);
	const char *before = NULL;
	char text[64];

	for (const struct opt *opt = table->rows; opt < table->rows + table->count; opt++) {
		const struct opt *next = opt + 1 < table->rows + table->count ? opt + 1 : NULL;

		if (opt->kind != OPT_FOREIGN)
			continue;
		fputs(before ? before : ".TP\n", stdout);
		if (opt->letter) {
			snprintf(text, sizeof(text), "-%c", opt->letter);
			bold(text);
			fputs(", ", stdout);
		}
		snprintf(text, sizeof(text), "--%s", opt->name);
		bold(text);
		before = next && strcmp(next->help, opt->help) == 0 ? ", " : NULL;
		if (before)
			continue;
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
