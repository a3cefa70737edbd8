/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gen.h - what the option tables look like in man pages and shells
 *
 * A template is copied line by line; a line "@marker@" or "@marker command@" is replaced by what
 * the marker's function prints.
 */
#ifndef PMX_CMD_GEN_H
#define PMX_CMD_GEN_H

#include <stdio.h>

#include "../commands.h"

struct gen_marker {
	const char *name;
	/* @command is NULL where the template named none. */
	void (*expand)(const struct command *command);
};

/* Each ends with a row without a name. */
extern const struct gen_marker gen_man[], gen_bash[], gen_zsh[], gen_fish[], gen_events[];

/* The table of a command, or perfmux's own. */
static inline const struct opt_table *gen_table(const struct command *command)
{
	return command ? command->table : &main_table;
}

/* Calls for every option that a user may type. */
#define gen_for_each(opt, table)                                                                 \
	for (const struct opt *opt = (table)->rows; opt < (table)->rows + (table)->count; opt++) \
		if (opt->kind != OPT_SECTION && opt->kind != OPT_FOREIGN)

/* The word by which the templates call a kind of argument: "file", "event". */
const char *gen_value_name(enum opt_value value);

/* Writes @text with every character of @special, each a letter of its own, replaced. */
void gen_escape(FILE *out, const char *text, const char *special, const char *const *replacement);

#endif
