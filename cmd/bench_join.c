// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_join.c - options with several words, which the table of options does not know, made into
 * options with one
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bench.h"

/* How many words follow as its argument: 2 for -L, 3 for -P. */
static unsigned words_of(const char *word)
{
	if (!strcmp(word, "-L") || !strcmp(word, "--parameter-list"))
		return 2;
	if (!strcmp(word, "-P") || !strcmp(word, "--parameter-scan"))
		return 3;
	return 0;
}

/* True when the next word is the argument of this one. */
static bool takes_next(const char *word)
{
	const struct opt *opt = NULL;
	struct pmx_error ignored;
	bool negated = false;

	if (word[1] == '-') {
		if (strchr(word, '=') || opt_find_long(&bench_table, word + 2, strlen(word + 2),
						       &opt, &negated, &ignored))
			return false;
		return opt->arg && !opt->arg_optional && !negated;
	}
	for (const char *letter = word + 1; *letter; letter++)
		for (size_t i = 0; i < bench_table.count; i++) {
			opt = &bench_table.rows[i];
			if (opt->letter == *letter && opt->arg && !opt->arg_optional)
				return !letter[1];
		}
	return false;
}

static char *join(char **words, unsigned count)
{
	size_t size = 0;
	char *text, *end;

	for (unsigned i = 0; i < count; i++)
		size += strlen(words[i]) + 1;
	text = end = malloc(size);
	for (unsigned i = 0; text && i < count; i++) {
		size_t length = strlen(words[i]);

		memcpy(end, words[i], length);
		end += length;
		*end++ = i + 1 < count ? '\n' : '\0';
	}
	return text;
}

/* One option with its argument, or the first word that is none; how many words it was, or -errno. */
static int copy_option(char **from, int left, char **to, int *copied, struct pmx_error *err)
{
	unsigned words = words_of(from[0]);

	to[(*copied)++] = strdup(from[0]);
	if (!words) {
		if (left < 2 || !takes_next(from[0]))
			return 1;
		to[(*copied)++] = strdup(from[1]);
		return 2;
	}
	if (left < (int)words + 1) {
		pmx_error_set(err, -EINVAL, "%s wants %s behind it", from[0],
			      words == 2 ? "a name and values" : "a name and two numbers");
		return pmx_error_hint(err, words == 2 ? "-L size 1,10,100" : "-P threads 1 8");
	}
	for (unsigned i = 1; i <= words; i++)
		if (strchr(from[i], '\n'))
			return pmx_error_set(err, -EINVAL, "%s: a newline in '%s'", from[0],
					     from[i]);
	to[(*copied)++] = join(from + 1, words);
	return (int)words + 1;
}

int bench_join_words(int *argc, char ***argv, struct pmx_error *err)
{
	char **copy = calloc((size_t)*argc + 1, sizeof(*copy)), **from = *argv;
	int copied = 0, i = 0, ret;

	if (!copy)
		return pmx_error_nomem(err);
	copy[copied++] = strdup(from[i++]);
	while (i < *argc && from[i][0] == '-' && strcmp(from[i], "--") != 0 && from[i][1]) {
		ret = copy_option(from + i, *argc - i, copy, &copied, err);
		if (ret < 0) {
			bench_joined_free(copy);
			return ret;
		}
		i += ret;
	}
	while (i < *argc)
		copy[copied++] = strdup(from[i++]);
	*argv = copy;
	*argc = copied;
	for (i = 0; i < copied; i++)
		if (!copy[i])
			return pmx_error_nomem(err);
	return 0;
}

void bench_joined_free(char **argv)
{
	for (char **word = argv; *word; word++)
		free(*word);
	free(argv);
}

int bench_words_add(struct bench_words *words, const char *word)
{
	const char **grown =
		pmx_array_room(words->list, &words->room, words->count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	words->list = grown;
	words->list[words->count++] = word;
	return 0;
}

void bench_options_free(struct bench_options *options)
{
	free(options->names.list);
	free(options->lists.list);
	free(options->prepare.list);
	free(options->events.list);
	free(options->gates.list);
}
