// SPDX-License-Identifier: GPL-2.0-only
/*
 * processes.c - which processes there are, and were a moment ago
 */
#include "gpu/processes.h"

#include <stdlib.h>
#include <string.h>

struct process *gpu_processes_find(const struct processes *processes, pid_t pid)
{
	return pid > 0 ? pmx_map_get(&processes->map, (uint64_t)pid, 0) : NULL;
}

struct process *gpu_processes_get(struct processes *processes, pid_t pid)
{
	struct process *process = gpu_processes_find(processes, pid);

	if (process || pid <= 0)
		return process;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->pid = (uint32_t)pid;
	if (pmx_map_put(&processes->map, process->pid, 0, process)) {
		free(process);
		return NULL;
	}
	return process;
}

void gpu_processes_set_comm(struct process *process, const char *comm)
{
	size_t length = strnlen(comm, sizeof(process->comm) - 1);

	memcpy(process->comm, comm, length);
	memset(process->comm + length, 0, sizeof(process->comm) - length);
}

/* One whose pid was used again lives. */
static void forget(struct processes *processes, uint32_t pid)
{
	struct process *process = gpu_processes_find(processes, (pid_t)pid);

	if (!process)
		return;
	process->is_waiting = false;
	if (process->ended_at)
		free(pmx_map_remove(&processes->map, pid, 0));
}

void gpu_processes_end(struct processes *processes, struct process *process, uint64_t time)
{
	uint32_t *place = &processes->ended[processes->ended_count % ENDED_KEPT];

	process->ended_at = time;
	if (process->is_waiting)
		return;
	process->is_waiting = true;
	if (processes->ended_count >= ENDED_KEPT)
		forget(processes, *place);
	*place = process->pid;
	processes->ended_count++;
}

void gpu_processes_free(struct processes *processes)
{
	for (size_t i = 0; i < processes->map.room; i++)
		free(processes->map.slots[i].value);
	pmx_map_free(&processes->map);
	processes->ended_count = 0;
}
