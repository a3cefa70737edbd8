// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_words.c - a command line, split into words where that can be done without a shell
 *
 * The rules are those of the shell's grammar for quotes and backslashes (POSIX.1-2017, XCU 2.2).
 * Anything else that a shell would do something about makes it the shell's to run.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bench_commands.h"

/* Words that are the shell's own, and no program that does the same. */
static const char *const shell_words[] = {
	".",	    "alias", "bg",    "case",	 "cd",	  "command", "eval", "exec",   "exit",
	"export",   "fg",    "for",   "getopts", "hash",  "if",	     "jobs", "local",  "read",
	"readonly", "set",   "shift", "source",	 "times", "trap",    "type", "ulimit", "umask",
	"unalias",  "unset", "until", "wait",	 "while", "{",	     "!",
};

struct splitter {
	const char *at;
	char *word; /* room for what is left of the text */
	size_t length;
	bool in_word;
	bool needs_shell;
	char **words;
	size_t count, room;
};

static void put(struct splitter *s, char c)
{
	s->word[s->length++] = c;
	s->in_word = true;
}

static int end_word(struct splitter *s)
{
	char **grown;

	if (!s->in_word)
		return 0;
	grown = pmx_array_room(s->words, &s->room, s->count + 2, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	s->words = grown;
	s->words[s->count] = strndup(s->word, s->length);
	if (!s->words[s->count])
		return -ENOMEM;
	s->words[++s->count] = NULL;
	s->length = 0;
	s->in_word = false;
	return 0;
}

static int single_quotes(struct splitter *s)
{
	const char *end = strchr(s->at + 1, '\'');

	if (!end)
		return -EINVAL;
	s->in_word = true;
	for (s->at++; s->at < end; s->at++)
		put(s, *s->at);
	s->at = end + 1;
	return 0;
}

static int double_quotes(struct splitter *s)
{
	s->in_word = true;
	for (s->at++; *s->at && *s->at != '"'; s->at++) {
		if (*s->at == '$' || *s->at == '`')
			s->needs_shell = true;
		if (*s->at == '\\' && s->at[1] && strchr("$`\"\\\n", s->at[1]))
			s->at++;
		put(s, *s->at);
	}
	if (!*s->at)
		return -EINVAL;
	s->at++;
	return 0;
}

/* One character outside quotes. */
static int plain(struct splitter *s)
{
	char c = *s->at++;

	if (c == '\\') {
		if (!*s->at)
			return -EINVAL;
		put(s, *s->at++);
		return 0;
	}
	if (c == ' ' || c == '\t')
		return end_word(s);
	if (strchr("|&;<>()$`*?[\n", c) || (!s->in_word && strchr("#~", c)) ||
	    (c == '=' && !s->count)) /* an assignment before the command */
		s->needs_shell = true;
	put(s, c);
	return 0;
}

static int split(struct splitter *s)
{
	int ret = 0;

	while (!ret && *s->at)
		ret = *s->at == '\'' ? single_quotes(s) :
		      *s->at == '"'  ? double_quotes(s) :
				       plain(s);
	return ret ? ret : end_word(s);
}

static bool is_shell_word(const char *word)
{
	for (size_t i = 0; i < sizeof(shell_words) / sizeof(shell_words[0]); i++)
		if (!strcmp(word, shell_words[i]))
			return true;
	return false;
}

void bench_split_free(char **words)
{
	for (char **word = words; word && *word; word++)
		free(*word);
	free(words);
}

char **bench_split(const char *text, bool *needs_shell, struct pmx_error *err)
{
	struct splitter s = { .at = text, .word = malloc(strlen(text) + 1) };
	int ret = s.word ? split(&s) : -ENOMEM;

	free(s.word);
	if (!ret && s.count && is_shell_word(s.words[0]))
		s.needs_shell = true;
	*needs_shell = !ret && s.needs_shell;
	if (!ret && s.count && !s.needs_shell)
		return s.words;
	if (ret == -EINVAL)
		pmx_error_set(err, ret, "'%s' ends inside of quotes or behind a backslash", text);
	else if (ret)
		pmx_error_nomem(err);
	else if (!s.count)
		pmx_error_set(err, -EINVAL, "a command is empty");
	bench_split_free(s.words);
	return NULL;
}
