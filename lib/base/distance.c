// SPDX-License-Identifier: GPL-2.0-only
/*
 * distance.c - how alike two names are, for "did you mean"
 *
 * The optimal string alignment distance: insert, delete, change a letter, or swap two neighbours,
 * no letter twice. Names longer than MAX_NAME are never alike, so that what a user types cannot
 * make us work without bound.
 */
#include <string.h>

#include <perfmux/text.h>

enum { MAX_NAME = 255 };

static unsigned min_of(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* The rows of the table of distances between prefixes: for a's first i letters, and i-1, i-2. */
struct rows {
	unsigned now[MAX_NAME + 1], last[MAX_NAME + 1], before[MAX_NAME + 1];
};

/* Fills rows->now for a's first @i letters; returns its smallest distance. */
static unsigned fill_row(struct rows *rows, const char *a, size_t i, const char *b, size_t b_length)
{
	unsigned smallest = rows->now[0] = (unsigned)i;

	for (size_t j = 1; j <= b_length; j++) {
		unsigned change = rows->last[j - 1] + (a[i - 1] != b[j - 1]);
		unsigned best = min_of(change, min_of(rows->last[j], rows->now[j - 1]) + 1);

		if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
			best = min_of(best, rows->before[j - 2] + 1);
		rows->now[j] = best;
		smallest = min_of(smallest, best);
	}
	return smallest;
}

unsigned pmx_text_distance(const char *a, const char *b, unsigned limit)
{
	size_t a_length = strnlen(a, MAX_NAME + 1), b_length = strnlen(b, MAX_NAME + 1);
	size_t apart = a_length > b_length ? a_length - b_length : b_length - a_length;
	unsigned smallest, smallest_last = 0;
	struct rows rows;

	limit = min_of(limit, MAX_NAME);
	if (a_length > MAX_NAME || b_length > MAX_NAME || apart > limit)
		return limit + 1;
	for (size_t j = 0; j <= b_length; j++)
		rows.now[j] = (unsigned)j;
	for (size_t i = 1; i <= a_length; i++) {
		if (i > 1)
			memcpy(rows.before, rows.last, sizeof(unsigned) * (b_length + 1));
		memcpy(rows.last, rows.now, sizeof(unsigned) * (b_length + 1));
		smallest = fill_row(&rows, a, i, b, b_length);
		/* A swap reaches back two rows: both must be out of reach. */
		if (smallest > limit && smallest_last > limit)
			return limit + 1;
		smallest_last = smallest;
	}
	return min_of(rows.now[b_length], limit + 1);
}
