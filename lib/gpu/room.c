// SPDX-License-Identifier: GPL-2.0-only
/*
 * room.c - a bounded number of entries: those that ended with nothing make room for new ones
 *
 * When the table is full half of them go at once, those with the lowest peaks, so that the cost of
 * looking for them is shared by many new ones. Nothing that is still wrong, or that still changes
 * what processes have together, ever goes.
 */
#include <stdlib.h>

#include "gpu/state.h"

static bool may_go(const struct state *s, const struct entry *entry)
{
	if (gpu_entry_value(entry) || (entry->marks & (PMX_GPU_EXCESS | PMX_GPU_NEGATIVE)))
		return false;
	return entry->ended_at ? entry->ended_at + s->grace_ns < s->newest :
				 (entry->marks & PMX_GPU_UNSEEN) != 0;
}

static uint64_t peak_of(const struct entry *entry)
{
	return entry->total.seen.updates ? entry->total.seen.peak : entry->imported.seen.peak;
}

static int compare_peaks(const void *a, const void *b)
{
	uint64_t one = peak_of(*(struct entry *const *)a);
	uint64_t other = peak_of(*(struct entry *const *)b);

	return one < other ? -1 : one > other;
}

static size_t choose(const struct state *s, struct entry **chosen)
{
	size_t count = 0;

	for (size_t i = 0; i < s->entry_count; i++)
		if (may_go(s, s->entries[i]))
			chosen[count++] = s->entries[i];
	if (count)
		qsort(chosen, count, sizeof(struct entry *), compare_peaks);
	return (count + 1) / 2;
}

static void add_up(struct state *s, const struct entry *entry)
{
	s->folded.processes++;
	s->folded.updates += entry->total.seen.updates + entry->imported.seen.updates;
	if (peak_of(entry) > s->folded.peak)
		s->folded.peak = peak_of(entry);
}

/* Of an entry of which only the summary stays. */
#define DOOMED UINT32_MAX

static void unlink_doomed(struct state *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->entry_count; i++) {
		struct entry *entry = s->entries[i];

		while (entry->previous && entry->previous->generation == DOOMED)
			entry->previous = entry->previous->previous;
		if (entry->generation != DOOMED)
			s->entries[kept++] = entry;
	}
	s->entry_count = kept;
}

/* The generation before it, if it is kept, takes its place. */
static void replace(struct state *s, const struct entry *entry)
{
	uint64_t key = (uint64_t)entry->gpu * 2 + entry->is_outside;

	if (pmx_map_get(&s->index, key, entry->pid) != entry)
		return;
	pmx_map_remove(&s->index, key, entry->pid);
	if (entry->previous)
		pmx_map_put(&s->index, key, entry->pid, entry->previous);
}

/* True when anything went. */
static bool fold(struct state *s)
{
	struct entry **chosen = calloc(s->entry_count + 1, sizeof(struct entry *));
	size_t count = chosen ? choose(s, chosen) : 0;

	for (size_t i = 0; i < count; i++) {
		add_up(s, chosen[i]);
		chosen[i]->generation = DOOMED;
	}
	unlink_doomed(s);
	for (size_t i = 0; i < count; i++) {
		replace(s, chosen[i]);
		gpu_line_free(&chosen[i]->line, &s->budget);
		free(chosen[i]);
	}
	free(chosen);
	return count > 0;
}

bool gpu_state_make_room(struct state *s)
{
	return s->entry_count < PMX_GPU_ROWS || fold(s);
}
