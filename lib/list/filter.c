// SPDX-License-Identifier: GPL-2.0-only
/*
 * filter.c - the words behind `perfmux list`: names of sections, and patterns
 *
 * Case is ASCII's: what is found must not depend on the locale.
 */
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "list/filter.h"

/* The words of `perf list`, and the names that JSON has. */
static const struct {
	const char *word;
	enum pmx_list_section section;
} words[] = {
	{ "hw", PMX_LIST_HARDWARE }, { "hardware", PMX_LIST_HARDWARE },
	{ "cache", PMX_LIST_CACHE }, { "hwcache", PMX_LIST_CACHE },
	{ "sw", PMX_LIST_SOFTWARE }, { "software", PMX_LIST_SOFTWARE },
	{ "pmu", PMX_LIST_PMU },     { "breakpoint", PMX_LIST_BREAKPOINT },
	{ "raw", PMX_LIST_RAW },     { "tracepoint", PMX_LIST_TRACEPOINT },
	{ "pfm", PMX_LIST_PFM },
};

const char *pmx_list_section_name(enum pmx_list_section section)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].section == section)
			return words[i].word;
	return NULL;
}

static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

static char *copy_lower(const char *text)
{
	char *copy = strdup(text);

	for (char *c = copy; c && *c; c++)
		*c = lower(*c);
	return copy;
}

static bool name_section(struct pmx_filter *filter, const char *word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(word, words[i].word) != 0)
			continue;
		filter->sections |= 1u << words[i].section;
		return true;
	}
	return false;
}

int pmx_filter_make(struct pmx_filter *filter, const struct pmx_list_options *opts,
		    struct pmx_error *err)
{
	*filter = (struct pmx_filter){ 0 };
	filter->patterns = calloc(opts->filter_count + 1, sizeof(*filter->patterns));
	if (!filter->patterns)
		return pmx_error_nomem(err);
	for (size_t i = 0; i < opts->filter_count; i++) {
		struct pmx_pattern *pattern = &filter->patterns[filter->pattern_count];

		if (name_section(filter, opts->filters[i]))
			continue;
		pattern->asked = opts->filters[i];
		pattern->text = copy_lower(opts->filters[i]);
		if (!pattern->text)
			return pmx_error_nomem(err);
		filter->pattern_count++;
	}
	return 0;
}

void pmx_filter_free(struct pmx_filter *filter)
{
	for (size_t i = 0; i < filter->pattern_count; i++)
		free(filter->patterns[i].text);
	free(filter->patterns);
	*filter = (struct pmx_filter){ 0 };
}

bool pmx_filter_mentions(const struct pmx_filter *filter, const char *part)
{
	for (size_t i = 0; i < filter->pattern_count; i++)
		if (strstr(filter->patterns[i].text, part))
			return true;
	return false;
}

/* @part is in lower case. */
static bool contains(const char *text, const char *part)
{
	for (; *text; text++) {
		size_t i = 0;

		while (part[i] && lower(text[i]) == part[i])
			i++;
		if (!part[i])
			return true;
	}
	return !*part;
}

/* Longer than any name that sysfs, tracefs or libpfm4 have. */
enum { MAX_NAME = 1024 };

static bool matches_glob(const char *pattern, const char *name)
{
	char copy[MAX_NAME];
	size_t length = strlen(name);

	if (length >= sizeof(copy))
		return false;
	for (size_t i = 0; i <= length; i++)
		copy[i] = lower(name[i]);
	return pmx_glob_match(pattern, copy);
}

static bool match_one(const char *pattern, const char *const *names, size_t count, const char *text)
{
	bool is_glob = pmx_glob_is_pattern(pattern);

	for (size_t i = 0; i < count; i++)
		if (names[i] &&
		    (is_glob ? matches_glob(pattern, names[i]) : contains(names[i], pattern)))
			return true;
	return text && !is_glob && contains(text, pattern);
}

bool pmx_filter_match(struct pmx_filter *filter, const char *const *names, size_t count,
		      const char *text)
{
	bool met = false;

	for (size_t i = 0; i < filter->pattern_count; i++) {
		struct pmx_pattern *pattern = &filter->patterns[i];

		/* one is enough, but each is to know whether it matched anything */
		if ((met && pattern->met) || !match_one(pattern->text, names, count, text))
			continue;
		pattern->met = true;
		met = true;
	}
	return met;
}
