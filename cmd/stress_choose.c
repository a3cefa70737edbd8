// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress_choose.c - from words to scenarios
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "stress.h"

static bool is_in_family(const char *name, const char *family)
{
	size_t length = strlen(family);

	return !strncmp(name, family, length) && name[length] == '.';
}

static bool fits(const struct pmx_scenario *scenario, const char *word)
{
	return is_in_family(scenario->name, word) || !fnmatch(word, scenario->name, 0);
}

static int unknown(const char *word, struct pmx_error *err)
{
	struct opt_near near = { .typed = word };

	if (word[0] == '-') {
		pmx_error_set(err, -ENOENT, "'%s' behind a scenario is no option", word);
		return pmx_error_hint(err, "options come before the scenarios");
	}
	for (const struct pmx_scenario *const *it = pmx_scenarios(); *it; it++)
		opt_near_offer(&near, (*it)->name);
	if (near.best)
		pmx_error_set(err, -ENOENT, "there is no scenario '%s', did you mean '%s'?", word,
			      near.best);
	else
		pmx_error_set(err, -ENOENT, "there is no scenario '%s'", word);
	return pmx_error_hint(err, "'perfmux stress --list' names them");
}

/* Each word must name something that may run. */
static int check_word(const char *word, bool dangerous, struct pmx_error *err)
{
	const struct pmx_scenario *refused = NULL;

	for (const struct pmx_scenario *const *it = pmx_scenarios(); *it; it++) {
		if (!fits(*it, word))
			continue;
		if (dangerous || !(*it)->dangerous)
			return 0;
		refused = *it;
	}
	if (!refused)
		return unknown(word, err);
	pmx_error_set(err, -EPERM, "%s can corrupt or hang a kernel that is not mended",
		      refused->name);
	return pmx_error_hint(err, "on a machine that nobody needs, add --dangerous");
}

static bool is_chosen(const struct pmx_scenario *scenario, char **words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fits(scenario, words[i]))
			return true;
	return !count;
}

int stress_choose(char **words, size_t count, bool dangerous, struct stress_choice *out,
		  struct pmx_error *err)
{
	size_t all = 0;

	for (size_t i = 0; i < count; i++) {
		int ret = check_word(words[i], dangerous, err);

		if (ret)
			return ret;
	}
	while (pmx_scenarios()[all])
		all++;
	*out = (struct stress_choice){ .list = calloc(all + 1, sizeof(*out->list)) };
	if (!out->list)
		return pmx_error_nomem(err);
	for (const struct pmx_scenario *const *it = pmx_scenarios(); *it; it++)
		if ((dangerous || !(*it)->dangerous) && is_chosen(*it, words, count))
			out->list[out->count++] = *it;
	return 0;
}
