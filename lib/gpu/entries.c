// SPDX-License-Identifier: GPL-2.0-only
/*
 * entries.c - which entry an update belongs to: whose pid it was at that time
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "gpu/state.h"

static uint64_t key_of(size_t gpu, bool outside)
{
	return gpu * 2 + outside;
}

struct entry *gpu_state_entry(const struct state *s, size_t gpu, bool outside, uint64_t pid)
{
	return pmx_map_get(&s->index, key_of(gpu, outside), pid);
}

void gpu_state_for_each_of(struct state *s, uint64_t pid,
			   void (*fn)(struct entry *entry, const struct process *process))
{
	const struct process *process = gpu_processes_find(&s->processes, (pid_t)pid);

	for (size_t gpu = 0; gpu < s->gpu_count; gpu++) {
		struct entry *entry = gpu_state_entry(s, gpu, false, pid);

		if (entry)
			fn(entry, process);
	}
}

static int keep_entry(struct state *s, struct entry *entry)
{
	struct entry **grown = pmx_array_room(s->entries, &s->entry_room, s->entry_count + 1,
					      sizeof(struct entry *));

	if (!grown)
		return -ENOMEM;
	s->entries = grown;
	if (pmx_map_put(&s->index, key_of(entry->gpu, entry->is_outside), entry->pid, entry))
		return -ENOMEM;
	s->entries[s->entry_count++] = entry;
	return 0;
}

static void name_entry(struct entry *entry, struct process *process)
{
	if (!process) {
		entry->marks |= entry->is_outside ? 0 : PMX_GPU_UNSEEN;
		return;
	}
	memcpy(entry->comm, process->comm, sizeof(entry->comm));
	entry->began_at = process->began_at;
	entry->ended_at = process->ended_at;
	entry->is_target = process->is_target;
	process->has_gpu = true;
}

/* A new entry, which takes the place of @previous. NULL and *ret 0: there is no room. */
static struct entry *add_entry(struct state *s, size_t gpu, const struct pid_name *name,
			       struct process *process, struct entry *previous, int *ret)
{
	struct entry *entry;

	*ret = 0;
	if (!gpu_state_make_room(s))
		return NULL;
	entry = calloc(1, sizeof(*entry));
	*ret = -ENOMEM;
	if (!entry)
		return NULL;
	/* making room may have taken the previous one */
	previous = previous ? gpu_state_entry(s, gpu, name->is_outside, name->pid) : NULL;
	entry->gpu = (uint16_t)gpu;
	entry->pid = name->pid;
	entry->is_outside = name->is_outside;
	entry->previous = previous;
	entry->generation = previous ? previous->generation + 1 : 0;
	name_entry(entry, process);
	*ret = keep_entry(s, entry);
	if (!*ret)
		return entry;
	free(entry);
	return NULL;
}

/* A process that was not seen beginning is asked for when it is first heard of. */
static struct process *find_process(struct state *s, const struct pid_name *name, bool is_known)
{
	struct process *process;
	char comm[16] = "";

	if (name->is_outside || name->pid > INT32_MAX)
		return NULL;
	process = gpu_processes_find(&s->processes, (pid_t)name->pid);
	if (process || is_known || !s->look || !s->look(s->ctx, (pid_t)name->pid, comm))
		return process;
	process = gpu_processes_get(&s->processes, (pid_t)name->pid);
	if (process)
		gpu_processes_set_comm(process, comm);
	return process;
}

/* Has the process that @entry is about made way for @process? */
static bool is_another(const struct entry *entry, const struct process *process)
{
	return process && process->began_at > entry->began_at;
}

/*
 * Without a fork that was seen, an update after the end is the old process's, as from a worker;
 * unless it is very late and the fork may be among what was lost.
 */
static bool may_be_another(const struct state *s, const struct entry *entry, uint64_t time)
{
	return entry->ended_at && time > entry->ended_at && time - entry->ended_at > s->grace_ns &&
	       s->lost_at >= entry->ended_at;
}

/* A process that began unseen, at @time at the latest. */
static struct process *presume(struct state *s, const struct pid_name *name, uint64_t time)
{
	struct process *process = gpu_processes_get(&s->processes, (pid_t)name->pid);
	char comm[16] = "";

	if (!process)
		return NULL;
	if (s->look)
		s->look(s->ctx, (pid_t)name->pid, comm);
	gpu_processes_set_comm(process, comm);
	process->began_at = time;
	process->ended_at = 0;
	process->is_target = process->has_gpu = process->has_no_leader = false;
	return process;
}

struct entry *gpu_state_find_entry(struct state *s, const struct pmx_gpu_update *update, size_t gpu,
				   const struct pid_name *name, int *ret)
{
	struct entry *entry = gpu_state_entry(s, gpu, name->is_outside, name->pid);
	struct process *process = find_process(s, name, entry != NULL);
	uint64_t time = update->time;

	*ret = 0;
	if (process && time < process->began_at) /* it is about one before */
		process = NULL;
	if (!entry || is_another(entry, process))
		return add_entry(s, gpu, name, process, entry, ret);
	if (may_be_another(s, entry, time))
		return add_entry(s, gpu, name, presume(s, name, time), entry, ret);
	while (time < entry->began_at && entry->previous)
		entry = entry->previous;
	return entry;
}

/* Its pid in our namespace has become known: what came before was filed under the other number. */
void gpu_state_renumber(struct state *s, uint64_t reported, uint64_t own)
{
	for (size_t gpu = 0; gpu < s->gpu_count; gpu++) {
		struct entry *entry = gpu_state_entry(s, gpu, true, reported);

		if (!entry || gpu_state_entry(s, gpu, false, own) ||
		    pmx_map_put(&s->index, key_of(gpu, false), own, entry))
			continue;
		pmx_map_remove(&s->index, key_of(gpu, true), reported);
		entry->pid = own;
		entry->is_outside = false;
		name_entry(entry, find_process(s, &(struct pid_name){ .pid = own }, false));
	}
}
