// SPDX-License-Identifier: GPL-2.0-only
/*
 * state.c - updates to gauges
 */
#include "gpu/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define SIGN_BIT (UINT64_C(1) << 63)

/* --- GPUs --------------------------------------------------------------------------------- */

/* Its index; MAX_GPUS: no room. */
static size_t find_gpu(struct state *s, uint64_t gpu)
{
	struct device *grown;
	size_t i;

	for (i = 0; i < s->gpu_count; i++)
		if (s->gpus[i].gpu == gpu)
			return i;
	if (i == MAX_GPUS)
		return MAX_GPUS;
	grown = pmx_array_room(s->gpus, &s->gpu_room, i + 1, sizeof(*grown));
	if (!grown)
		return MAX_GPUS;
	s->gpus = grown;
	s->gpus[i] = (struct device){ .gpu = gpu };
	return s->gpu_count++;
}

/* --- updates ------------------------------------------------------------------------------ */

/* The value, and if it is not told what it was. */
static uint64_t last_of(const struct gauge *gauge, bool is_told, uint64_t told)
{
	if (is_told)
		return told;
	return gauge->seen.updates ? gauge->seen.last : PMX_GPU_UNKNOWN;
}

static void take(struct state *s, const struct pmx_gpu_update *update, struct gauge *total,
		 struct gauge *imported, struct line *line)
{
	uint64_t all = last_of(total, update->has_total, update->total);
	uint64_t shared = last_of(imported, update->has_imported, update->imported);

	if (update->has_total)
		gpu_gauge_add(total, update->time, update->total);
	if (update->has_imported)
		gpu_gauge_add(imported, update->time, update->imported);
	gpu_line_add(line, &s->budget, update->time, all == PMX_GPU_UNKNOWN ? shared : all, shared);
}

static void mark(struct entry *entry, const struct pmx_gpu_update *update)
{
	if (update->has_total && update->has_imported && update->imported > update->total)
		entry->marks |= PMX_GPU_EXCESS;
	if ((update->has_total && update->total & SIGN_BIT) ||
	    (update->has_imported && update->imported & SIGN_BIT))
		entry->marks |= PMX_GPU_NEGATIVE;
	if (entry->ended_at && update->time > entry->ended_at)
		entry->updates_late++;
	if (update->time > entry->updated_at)
		entry->updated_at = update->time;
}

static void tell(const struct state *s, const struct pmx_gpu_update *update, uint64_t pid,
		 const char *comm)
{
	if (s->on_update)
		s->on_update(s->update_ctx, update, pid, comm);
}

/* More lines leave fewer points to each. */
static void share_points(struct state *s)
{
	size_t share = gpu_line_share(&s->budget);

	if (s->budget.points <= PMX_GPU_LINE_POINTS)
		return;
	for (size_t i = 0; i < s->gpu_count; i++)
		gpu_line_shrink(&s->gpus[i].line, &s->budget, share);
	for (size_t i = 0; i < s->entry_count; i++)
		gpu_line_shrink(&s->entries[i]->line, &s->budget, share);
}

static void update_device(struct state *s, const struct pmx_gpu_update *update,
			  struct device *device)
{
	take(s, update, &device->total, &device->imported, &device->line);
	tell(s, update, 0, "");
}

static void update_entry(struct state *s, const struct pmx_gpu_update *update, struct entry *entry)
{
	take(s, update, &entry->total, &entry->imported, &entry->line);
	mark(entry, update);
	tell(s, update, entry->pid, entry->comm);
}

int gpu_state_update(struct state *s, const struct pmx_gpu_update *update)
{
	struct pid_name name = gpu_pids_translate(&s->pids, update);
	size_t gpu = find_gpu(s, update->gpu);
	struct entry *entry = NULL;
	int ret = 0;

	s->updates++;
	if (update->time > s->newest)
		s->newest = update->time;
	if (name.is_new)
		gpu_state_renumber(s, update->pid, name.pid);
	if (gpu != MAX_GPUS && name.pid)
		entry = gpu_state_find_entry(s, update, gpu, &name, &ret);
	if (entry)
		update_entry(s, update, entry);
	else if (gpu != MAX_GPUS && !name.pid)
		update_device(s, update, &s->gpus[gpu]);
	else
		s->no_room += !ret;
	share_points(s);
	return ret;
}

void gpu_state_next_interval(struct state *s)
{
	for (size_t i = 0; i < s->gpu_count; i++) {
		gpu_gauge_next_interval(&s->gpus[i].total);
		gpu_gauge_next_interval(&s->gpus[i].imported);
	}
	for (size_t i = 0; i < s->entry_count; i++) {
		gpu_gauge_next_interval(&s->entries[i]->total);
		gpu_gauge_next_interval(&s->entries[i]->imported);
	}
}

/* --- asked of it -------------------------------------------------------------------------- */

uint64_t gpu_entry_value(const struct entry *entry)
{
	return entry->total.seen.updates ? entry->total.seen.last : entry->imported.seen.last;
}

uint64_t gpu_entry_until(const struct entry *entry, uint64_t now)
{
	if (entry->ended_at)
		return entry->ended_at;
	return gpu_entry_value(entry) ? now : entry->updated_at;
}

void gpu_state_free(struct state *s)
{
	for (size_t i = 0; i < s->entry_count; i++) {
		gpu_line_free(&s->entries[i]->line, &s->budget);
		free(s->entries[i]);
	}
	for (size_t i = 0; i < s->gpu_count; i++)
		gpu_line_free(&s->gpus[i].line, &s->budget);
	free(s->entries);
	free(s->gpus);
	pmx_map_free(&s->index);
	gpu_processes_free(&s->processes);
	gpu_pids_free(&s->pids);
	*s = (struct state){ .grace_ns = 0 };
}
