// SPDX-License-Identifier: GPL-2.0-only
/*
 * pids.c - pids as drivers say them, in those of our own pid namespace
 */
#include "gpu/pids.h"

#include <stdlib.h>
#include <sys/stat.h>

/* The inode of the initial pid namespace; PROC_PID_INIT_INO in the kernel's proc_ns.h. */
#define INITIAL_INODE 0xEFFFFFFCU

struct pair {
	uint64_t reported, own;
};

bool gpu_pids_are_initial(struct pmx_machine *machine)
{
	struct stat st;

	return !pmx_machine_is_live(machine) || stat("/proc/self/ns/pid", &st) != 0 ||
	       st.st_ino == INITIAL_INODE;
}

static void drop(struct pids *pids, struct pair *pair)
{
	if (!pair)
		return;
	pmx_map_remove(&pids->ours, pair->reported, 0);
	pmx_map_remove(&pids->theirs, pair->own, 0);
	free(pair);
}

static bool learn(struct pids *pids, uint64_t reported, uint64_t own)
{
	struct pair *pair = malloc(sizeof(*pair));

	if (!pair)
		return false;
	*pair = (struct pair){ .reported = reported, .own = own };
	drop(pids, pmx_map_get(&pids->theirs, own, 0));
	if (!pmx_map_put(&pids->ours, reported, 0, pair) &&
	    !pmx_map_put(&pids->theirs, own, 0, pair))
		return true;
	drop(pids, pair);
	return false;
}

struct pid_name gpu_pids_translate(struct pids *pids, const struct pmx_gpu_update *update)
{
	const struct pair *pair;

	if (!update->pid || pids->is_initial)
		return (struct pid_name){ .pid = update->pid };
	pair = pmx_map_get(&pids->ours, update->pid, 0);
	if (pair)
		return (struct pid_name){ .pid = pair->own };
	/* a process's first thread has the process's number */
	if (update->task == update->pid && update->task_pid > 0 &&
	    learn(pids, update->pid, (uint64_t)update->task_pid))
		return (struct pid_name){ .pid = (uint64_t)update->task_pid, .is_new = true };
	/* a driver that says pids as the reporting process sees them */
	if (update->task_pid > 0 && update->pid == (uint64_t)update->task_pid)
		return (struct pid_name){ .pid = update->pid };
	return (struct pid_name){ .pid = update->pid, .is_outside = true };
}

void gpu_pids_forget(struct pids *pids, pid_t pid)
{
	if (pid > 0)
		drop(pids, pmx_map_get(&pids->theirs, (uint64_t)pid, 0));
}

void gpu_pids_free(struct pids *pids)
{
	for (size_t i = 0; i < pids->ours.room; i++)
		free(pids->ours.slots[i].value);
	pmx_map_free(&pids->ours);
	pmx_map_free(&pids->theirs);
}
