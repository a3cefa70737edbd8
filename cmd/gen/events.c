// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - the names of events that every machine knows, and of scenarios, for all three shells
 */
#include <stdio.h>
#include <string.h>

#include <perfmux/stress.h>

#include "event/generic.h"
#include "gen.h"

#define WIDTH 96

/* Prints a word, in lines of at most WIDTH columns; the cursor stands at @column. */
static size_t print_word(const char *word, size_t column)
{
	size_t length = strlen(word);

	if (column && column + 1 + length > WIDTH) {
		putchar('\n');
		column = 0;
	}
	printf("%s%s", column ? " " : "", word);
	return column + length + (column > 0);
}

static void event_words(const struct command *unused)
{
	size_t count, column = 0;
	const struct pmx_generic *events = pmx_generic_all(&count);
	char name[64];

	(void)unused;
	for (size_t i = 0; i < count; i++)
		column = print_word(events[i].name, column);
	for (size_t i = 0; pmx_cache_name(i, name, sizeof(name)); i++)
		column = print_word(name, column);
	putchar('\n');
}

static void scenario_words(const struct command *unused)
{
	size_t column = 0;

	(void)unused;
	for (const struct pmx_scenario *const *it = pmx_scenarios(); *it; it++)
		column = print_word((*it)->name, column);
	putchar('\n');
}

const struct gen_marker gen_events[] = {
	{ "scenario-words", scenario_words },
	{ "event-words", event_words },
	{ 0 },
};
