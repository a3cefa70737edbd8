// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench_options.c - what options of `perfmux bench` hold
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "bench.h"

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
	for (size_t i = 0; i < options->lists.count; i++)
		free((char *)options->lists.list[i]);
	free(options->names.list);
	free(options->lists.list);
	free(options->prepare.list);
	free(options->events.list);
	free(options->gates.list);
}
