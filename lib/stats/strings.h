/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * strings.h - strings that live as long as the result they belong to
 *
 * Thousands of rows share a few labels and reasons: they point into one pool, which is freed at
 * once.
 */
#ifndef PERFMUX_STATS_STRINGS_H
#define PERFMUX_STATS_STRINGS_H

#include <stdbool.h>
#include <string.h>

struct pmx_strings;

/*
 * A copy of @text in *pool, which starts as NULL; NULL when there is no memory. Text that equals
 * the one added last is not copied again.
 */
const char *pmx_strings_add(struct pmx_strings **pool, const char *text);

void pmx_strings_free(struct pmx_strings *pool);

/* Equal, or both NULL. */
static inline bool pmx_is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

#endif
