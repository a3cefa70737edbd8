// SPDX-License-Identifier: GPL-2.0-only
/*
 * tasks.c - processes that begin, are named, and end, and what that means for their entries
 */
#include <errno.h>
#include <string.h>

#include "gpu/state.h"

static void end_entry(struct entry *entry, const struct process *process)
{
	/* one that another process has followed has ended before */
	if (entry->began_at == process->began_at) {
		entry->ended_at = process->ended_at;
		entry->is_verified = false;
	}
}

static void rename_entry(struct entry *entry, const struct process *process)
{
	if (entry->began_at == process->began_at && !entry->ended_at)
		memcpy(entry->comm, process->comm, sizeof(entry->comm));
}

static void revive_entry(struct entry *entry, const struct process *process)
{
	if (entry->began_at == process->began_at)
		entry->ended_at = 0;
}

static void aim_entry(struct entry *entry, const struct process *process)
{
	if (entry->began_at == process->began_at)
		entry->is_target = true;
}

static void end(struct state *s, struct process *process, uint64_t time)
{
	gpu_processes_end(&s->processes, process, time);
	if (process->has_gpu)
		gpu_state_for_each_of(s, process->pid, end_entry);
}

static void revive(struct state *s, struct process *process)
{
	process->ended_at = 0;
	if (process->has_gpu)
		gpu_state_for_each_of(s, process->pid, revive_entry);
}

/* The process is its first thread, until that has ended and others have not. */
static int on_exit_record(struct state *s, const struct pmx_record *record)
{
	struct process *process = record->tid == record->pid ?
					  gpu_processes_get(&s->processes, record->pid) :
					  gpu_processes_find(&s->processes, record->pid);

	if (!process)
		return record->pid > 0 && record->tid == record->pid ? -ENOMEM : 0;
	if (record->time < process->began_at || record->time < process->ended_at)
		return 0;
	if (record->tid == record->pid || process->ended_at || process->has_no_leader)
		end(s, process, record->time);
	return 0;
}

static int on_fork(struct state *s, const struct pmx_record *record)
{
	const struct process *parent = gpu_processes_find(&s->processes, record->ppid);
	struct process *process;

	if (record->pid <= 0 || record->tid != record->pid)
		return 0;
	process = gpu_processes_get(&s->processes, record->pid);
	if (!process)
		return -ENOMEM;
	if (record->time < process->began_at)
		return 0;
	if (!process->ended_at && process->has_gpu) /* the end of the one before was lost */
		end(s, process, record->time);
	gpu_pids_forget(&s->pids, record->pid);
	process->began_at = record->time;
	process->ended_at = 0;
	process->has_gpu = process->has_no_leader = false;
	/* whoever was named as the target may have begun just before */
	process->is_target = process->aimed_at > record->time || (parent && parent->is_target);
	gpu_processes_set_comm(process, parent ? parent->comm : "");
	return 0;
}

static int on_comm(struct state *s, const struct pmx_record *record)
{
	struct process *process;

	if (record->pid <= 0 || record->tid != record->pid)
		return 0;
	process = gpu_processes_get(&s->processes, record->pid);
	if (!process)
		return -ENOMEM;
	if (record->time < process->began_at || record->time < process->ended_at)
		return 0;
	/* a thread that calls exec takes the number of the first one, which has ended */
	if (process->ended_at)
		revive(s, process);
	gpu_processes_set_comm(process, record->comm);
	if (process->has_gpu)
		gpu_state_for_each_of(s, process->pid, rename_entry);
	return 0;
}

int gpu_state_task(struct state *s, const struct pmx_record *record)
{
	if (record->time > s->newest)
		s->newest = record->time;
	switch (record->kind) {
	case PMX_RECORD_EXIT:
		return on_exit_record(s, record);
	case PMX_RECORD_FORK:
		return on_fork(s, record);
	case PMX_RECORD_COMM:
		return on_comm(s, record);
	case PMX_RECORD_LOST:
		s->lost += record->lost;
		if (record->time > s->lost_at)
			s->lost_at = record->time;
		return 0;
	default:
		return 0;
	}
}

int gpu_state_follow(struct state *s, pid_t pid, uint64_t now)
{
	struct process *process = gpu_processes_get(&s->processes, pid);
	char comm[16];

	if (!process)
		return -ENOMEM;
	if (!process->comm[0] && s->look && s->look(s->ctx, pid, comm))
		gpu_processes_set_comm(process, comm);
	process->is_target = s->follows = true;
	process->aimed_at = now;
	gpu_state_for_each_of(s, process->pid, aim_entry);
	return 0;
}

/* --- after the end ------------------------------------------------------------------------ */

uint64_t gpu_state_grace_over(const struct state *s, uint64_t now)
{
	uint64_t last = 0;

	for (size_t i = 0; i < s->entry_count; i++) {
		const struct entry *entry = s->entries[i];
		uint64_t over = entry->ended_at + s->grace_ns;

		if (entry->ended_at && gpu_entry_value(entry) && over > now && over > last)
			last = over;
	}
	return last;
}

void gpu_state_verify(struct state *s, uint64_t now)
{
	for (size_t i = 0; s->lives && i < s->entry_count; i++) {
		struct entry *entry = s->entries[i];
		struct process *process;

		if (!entry->ended_at || entry->is_verified || !gpu_entry_value(entry) ||
		    now < entry->ended_at + s->grace_ns)
			continue;
		entry->is_verified = true;
		process = gpu_processes_find(&s->processes, (pid_t)entry->pid);
		if (entry->is_outside || !process || process->began_at != entry->began_at ||
		    !s->lives(s->ctx, (pid_t)entry->pid))
			continue;
		process->has_no_leader = true;
		revive(s, process);
	}
}
