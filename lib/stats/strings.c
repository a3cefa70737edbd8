// SPDX-License-Identifier: GPL-2.0-only
/*
 * strings.c - strings that live as long as the result they belong to, in chunks that never move
 */
#include <stdlib.h>
#include <string.h>

#include "stats/strings.h"

enum { CHUNK = 2000 }; /* with its header below half a page */

struct pmx_strings {
	struct pmx_strings *older;
	size_t used, size;
	const char *last; /* the one added last */
	char text[];
};

static struct pmx_strings *chunk_new(struct pmx_strings *older, size_t need)
{
	size_t size = need > CHUNK ? need : CHUNK;
	struct pmx_strings *chunk = malloc(sizeof(*chunk) + size);

	if (chunk)
		*chunk = (struct pmx_strings){ .older = older, .size = size };
	return chunk;
}

const char *pmx_strings_add(struct pmx_strings **pool, const char *text)
{
	struct pmx_strings *chunk = *pool;
	size_t need = strlen(text) + 1;
	char *copy;

	if (chunk && chunk->last && !strcmp(chunk->last, text))
		return chunk->last;
	if (!chunk || chunk->size - chunk->used < need) {
		chunk = chunk_new(*pool, need);
		if (!chunk)
			return NULL;
		*pool = chunk;
	}
	copy = chunk->text + chunk->used;
	memcpy(copy, text, need);
	chunk->used += need;
	chunk->last = copy;
	return copy;
}

void pmx_strings_free(struct pmx_strings *pool)
{
	while (pool) {
		struct pmx_strings *older = pool->older;

		free(pool);
		pool = older;
	}
}
