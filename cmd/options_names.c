// SPDX-License-Identifier: GPL-2.0-only
/*
 * options_names.c - long names: spelt out, cut short, taken back, or misspelt
 */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <perfmux/text.h>

#define NAME_SIZE 64

bool opt_can_negate(const struct opt *opt)
{
	return opt->name && !opt->final && opt->kind != OPT_FOREIGN;
}

const char *opt_spell(const struct opt *opt, char *buf, size_t size)
{
	if (opt->letter)
		snprintf(buf, size, "-%c", opt->letter);
	else
		snprintf(buf, size, "--%s", opt->name);
	return buf;
}

const char *opt_long_form(const struct opt *opt, bool negated, char *buf, size_t size)
{
	bool bare = negated && strncmp(opt->name, "no-", 3) == 0;

	snprintf(buf, size, "%s%s", negated && !bare ? "no-" : "", opt->name + (bare ? 3 : 0));
	return buf;
}

const struct opt *opt_find(const struct opt_table *table, const char *name)
{
	for (size_t i = 0; i < table->count; i++)
		if (table->rows[i].name && strcmp(table->rows[i].name, name) == 0)
			return &table->rows[i];
	return NULL;
}

void opt_near_offer(struct opt_near *near, const char *name)
{
	size_t length = strlen(near->typed);
	unsigned limit = length < 6 ? 1 : length < 12 ? 2 : 3;
	unsigned distance = pmx_text_distance(near->typed, name, limit);

	if (distance > limit || (near->best && distance >= near->distance))
		return;
	near->best = name;
	near->distance = distance;
}

static int unknown_long(const struct opt_table *table, const char *name, struct pmx_error *err)
{
	struct opt_near near = { .typed = name };
	char forms[2][OPT_MAX_ROWS][NAME_SIZE];

	for (size_t i = 0; i < table->count; i++) {
		const struct opt *opt = &table->rows[i];

		if (!opt->name || opt->kind == OPT_FOREIGN)
			continue;
		opt_near_offer(&near, opt_long_form(opt, false, forms[0][i], NAME_SIZE));
		if (opt_can_negate(opt))
			opt_near_offer(&near, opt_long_form(opt, true, forms[1][i], NAME_SIZE));
	}
	if (near.best)
		return pmx_error_set(err, -EINVAL, "unknown option --%s, did you mean --%s?", name,
				     near.best);
	return pmx_error_set(err, -EINVAL, "unknown option --%s", name);
}

/* Long names that a shortened one may stand for. */
struct candidates {
	size_t count;
	const struct opt *opt;
	bool negated;
	char list[NAME_SIZE * 4]; /* the first few, for the message */
};

static void add_candidate(struct candidates *found, const struct opt *opt, bool negated)
{
	char form[NAME_SIZE];
	size_t used = strlen(found->list);

	found->opt = opt;
	found->negated = negated;
	if (found->count++ < 4)
		snprintf(found->list + used, sizeof(found->list) - used, "%s--%s", used ? ", " : "",
			 opt_long_form(opt, negated, form, sizeof(form)));
}

int opt_find_long(const struct opt_table *table, const char *name, size_t length,
		  const struct opt **opt, bool *negated, struct pmx_error *err)
{
	struct candidates found = { 0 };
	char form[NAME_SIZE], given[NAME_SIZE];

	snprintf(given, sizeof(given), "%.*s", (int)(length < NAME_SIZE ? length : NAME_SIZE - 1),
		 name);
	for (size_t i = 0; i < table->count * 2; i++) {
		const struct opt *row = &table->rows[i / 2];
		bool is_negated = i % 2;

		if (!row->name || (is_negated && !opt_can_negate(row)))
			continue;
		opt_long_form(row, is_negated, form, sizeof(form));
		if (strcmp(form, given) == 0) {
			found = (struct candidates){ .count = 1,
						     .opt = row,
						     .negated = is_negated };
			break;
		}
		if (length && strncmp(form, name, length) == 0)
			add_candidate(&found, row, is_negated);
	}
	if (!found.count)
		return unknown_long(table, given, err);
	if (found.count > 1)
		return pmx_error_set(err, -EINVAL, "--%s is ambiguous: %s%s", given, found.list,
				     found.count > 4 ? ", ..." : "");
	*opt = found.opt;
	*negated = found.negated;
	return 0;
}
