// SPDX-License-Identifier: GPL-2.0-only
/*
 * options_rules.c - options that need, contradict or override one another
 */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NAME_SIZE 64

/* Copies the next of the names separated by spaces; false at the end. */
static bool next_name(const char **names, char *buf, size_t size)
{
	size_t length = strcspn(*names, " ");

	if (!length)
		return false;
	snprintf(buf, size, "%.*s", (int)length, *names);
	*names += length + ((*names)[length] == ' ');
	return true;
}

static bool is_given(const struct opt_parse *parse, const char *name, bool command)
{
	return strcmp(name, "COMMAND") == 0 ? command : opt_seen(parse, name);
}

static const char *spell(const struct opt_parse *parse, const char *name, char *buf, size_t size)
{
	const struct opt *opt = opt_find(parse->table, name);

	if (opt)
		return opt_spell(opt, buf, size);
	snprintf(buf, size, "a command to run");
	return buf;
}

/* "-a", "-a or -C", "-p, -t or -a" */
static void spell_list(const struct opt_parse *parse, const char *names, char *buf, size_t size)
{
	char name[NAME_SIZE], text[NAME_SIZE];
	size_t used = 0;

	buf[0] = '\0';
	while (next_name(&names, name, sizeof(name)) && used < size) {
		const char *between = !used ? "" : *names ? ", " : " or ";

		snprintf(buf + used, size - used, "%s%s", between,
			 spell(parse, name, text, sizeof(text)));
		used = strlen(buf);
	}
}

static int needs(const struct opt_parse *parse, const struct opt_rule *rule, bool command,
		 struct pmx_error *err)
{
	const char *names = rule->others;
	char name[NAME_SIZE], list[NAME_SIZE * 4];

	while (next_name(&names, name, sizeof(name)))
		if (is_given(parse, name, command))
			return 0;
	spell_list(parse, rule->others, list, sizeof(list));
	return pmx_error_set(err, -EINVAL, "%s needs %s%s%s",
			     spell(parse, rule->option, name, sizeof(name)), list,
			     rule->why ? ": " : "", rule->why ? rule->why : "");
}

static int excludes(const struct opt_parse *parse, const struct opt_rule *rule, const char *other,
		    struct pmx_error *err)
{
	char a[NAME_SIZE], b[NAME_SIZE];

	return pmx_error_set(err, -EINVAL, "%s and %s exclude each other%s%s",
			     spell(parse, rule->option, a, sizeof(a)),
			     spell(parse, other, b, sizeof(b)), rule->why ? ": " : "",
			     rule->why ? rule->why : "");
}

static void overrides(struct opt_parse *parse, const struct opt_rule *rule, const char *other,
		      void (*note)(const char *line))
{
	const struct opt *loser = opt_find(parse->table, other);
	char a[NAME_SIZE], b[NAME_SIZE], line[NAME_SIZE * 4];

	snprintf(line, sizeof(line), "%s is not used: %s %s", spell(parse, other, b, sizeof(b)),
		 spell(parse, rule->option, a, sizeof(a)), rule->why ? rule->why : "was given");
	if (note)
		note(line);
	opt_reset(parse, loser);
}

static int check(struct opt_parse *parse, const struct opt_rule *rule, bool command,
		 void (*note)(const char *line), struct pmx_error *err)
{
	const char *names = rule->others;
	char name[NAME_SIZE];

	if (!is_given(parse, rule->option, command))
		return 0;
	if (rule->kind == OPT_NEEDS)
		return needs(parse, rule, command, err);
	while (next_name(&names, name, sizeof(name))) {
		if (!is_given(parse, name, command))
			continue;
		if (rule->kind == OPT_EXCLUDES)
			return excludes(parse, rule, name, err);
		overrides(parse, rule, name, note);
	}
	return 0;
}

int opt_check_rules(struct opt_parse *parse, bool command, void (*note)(const char *line),
		    struct pmx_error *err)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < parse->table->rule_count; i++)
		rc = check(parse, &parse->table->rules[i], command, note, err);
	return rc;
}
