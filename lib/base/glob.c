// SPDX-License-Identifier: GPL-2.0-only
/*
 * glob.c - names matched as a shell matches files
 */
#include <stddef.h>
#include <string.h>

#include "base/glob.h"

bool pmx_glob_is_pattern(const char *text)
{
	return text[strcspn(text, "*?[")] != '\0';
}

/* Matches @c against the set whose "[" is before *pattern; moves it behind the "]". */
static bool match_set(const char **pattern, unsigned char c)
{
	const char *p = *pattern;
	bool negated = *p == '!' || *p == '^';
	bool found = false;
	const char *first = p += negated;

	for (; *p != ']' || p == first; p++) {
		unsigned char low = (unsigned char)*p, high = low;

		if (p[1] == '-' && p[2] != ']') {
			high = (unsigned char)p[2];
			p += 2;
		}
		found |= low <= c && c <= high;
	}
	*pattern = p + 1;
	return found != negated;
}

static bool is_closed(const char *set)
{
	set += *set == '!' || *set == '^';
	return *set && strchr(set + 1, ']');
}

/* One element of the pattern, no "*", against one byte; moves *pattern behind the element. */
static bool match_one(const char **pattern, char c)
{
	const char *p = (*pattern)++;

	if (*p == '?')
		return true;
	if (*p == '[' && is_closed(p + 1))
		return match_set(pattern, (unsigned char)c);
	if (*p == '\\' && p[1])
		p = (*pattern)++;
	return *p == c;
}

bool pmx_glob_match(const char *pattern, const char *name)
{
	const char *star = NULL, *resume = NULL;

	while (*name) {
		if (*pattern == '*') {
			star = ++pattern;
			resume = name;
			continue;
		}
		if (*pattern && match_one(&pattern, *name)) {
			name++;
			continue;
		}
		/* Only the last star can help: an earlier one has matched as little as it could. */
		if (!star)
			return false;
		pattern = star;
		name = ++resume;
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}
