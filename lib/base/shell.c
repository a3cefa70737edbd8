// SPDX-License-Identifier: GPL-2.0-only
/*
 * shell.c - words for commands that are shown to be typed
 */
#include <stdio.h>
#include <string.h>

#include <perfmux/text.h>

#include "base/shell.h"

/* Means nothing to a shell, wherever in a word it stands. */
static bool is_plain(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "/._-+:,@%";

	return *word && !word[strspn(word, plain)];
}

/* What is made visible is another word than was meant. */
static bool is_shown_as_it_is(const char *word)
{
	return pmx_text_safe(NULL, 0, word) == strlen(word);
}

bool pmx_shell_word(char *buf, size_t size, const char *word)
{
	size_t at = 0;

	if (!is_shown_as_it_is(word))
		return false;
	if (is_plain(word))
		return (size_t)snprintf(buf, size, "%s", word) < size;
	for (const char *c = word;; c++) {
		const char *piece = c == word ? "'" : "";
		char one[2] = { *c, '\0' };
		int n = snprintf(buf + at, size - at, "%s%s", piece,
				 !*c	    ? "'" :
				 *c == '\'' ? "'\\''" :
					      one);

		if (n < 0 || (size_t)n >= size - at)
			return false;
		at += (size_t)n;
		if (!*c)
			return true;
	}
}
