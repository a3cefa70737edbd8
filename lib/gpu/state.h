/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * state.h - what updates and the lives of processes come to: a gauge for each process on each GPU
 *
 * An entry is one process on one GPU. When its pid is used again a new entry, of the next
 * generation, takes its place in the table and points back to it, for records that come late.
 * Which of the two an update belongs to is decided by its time and the time of the fork.
 */
#ifndef PERFMUX_GPU_STATE_H
#define PERFMUX_GPU_STATE_H

#include <perfmux/gpu.h>

#include "gpu/gauge.h"
#include "gpu/line.h"
#include "gpu/map.h"
#include "gpu/pids.h"
#include "gpu/processes.h"

enum { MAX_GPUS = 256 };

struct entry {
	uint64_t pid; /* as rows have it */
	uint16_t gpu; /* index */
	bool is_outside;
	bool is_target;
	bool is_verified; /* that it ended was asked for */
	unsigned marks;	  /* UNSEEN, EXCESS, NEGATIVE: those that stay */
	unsigned generation;
	struct entry *previous; /* of the same key, the generation before; or NULL */
	uint64_t began_at, ended_at;
	uint64_t updates_late, updated_at;
	struct gauge total, imported;
	struct line line;
	char comm[16];
};

struct device {
	uint64_t gpu;
	struct gauge total, imported;
	struct line line;
};

struct state {
	uint64_t grace_ns;
	bool follows; /* there is a target */
	/* Asked about a process that no record has told of: its name, false when there is none. */
	bool (*look)(void *ctx, pid_t pid, char comm[16]);
	/* Asked about one whose first thread has ended: do others go on? */
	bool (*lives)(void *ctx, pid_t pid);
	pmx_gpu_update_fn *on_update;
	void *ctx, *update_ctx;

	struct processes processes;
	struct pids pids;
	struct device *gpus; /* in the order in which they came */
	size_t gpu_count, gpu_room;
	struct entry **entries; /* in the order in which they came */
	size_t entry_count, entry_room;
	struct pmx_map index; /* (gpu, outside), pid -> the entry of the last generation */
	struct line_budget budget;

	uint64_t updates, no_room, lost, lost_at, newest;
	struct {
		uint64_t processes, updates, peak;
	} folded;
};

/* Any record but a sample. 0 or -ENOMEM. */
int gpu_state_task(struct state *state, const struct pmx_record *record);
/* 0 or -ENOMEM. */
int gpu_state_update(struct state *state, const struct pmx_gpu_update *update);
int gpu_state_follow(struct state *state, pid_t pid, uint64_t now);
void gpu_state_next_interval(struct state *state);
/* When the last grace period that goes on at @now is over; 0: none goes on. */
uint64_t gpu_state_grace_over(const struct state *state, uint64_t now);
/* Asks lives() about entries whose grace period is over at @now. */
void gpu_state_verify(struct state *state, uint64_t now);
void gpu_state_free(struct state *state);

/* What an entry has now: its total, or what is imported where nobody tells a total. */
uint64_t gpu_entry_value(const struct entry *entry);
/* Until when its mean goes. */
uint64_t gpu_entry_until(const struct entry *entry, uint64_t now);

/* --- between the files of the state ---------------------------------------------------------- */

struct entry *gpu_state_entry(const struct state *state, size_t gpu, bool outside, uint64_t pid);
/* Calls @fn for the last generation's entry of @pid on each GPU. */
void gpu_state_for_each_of(struct state *state, uint64_t pid,
			   void (*fn)(struct entry *entry, const struct process *process));
/* The entry that an update of @name on a GPU is about; NULL and *@ret 0: there is no room. */
struct entry *gpu_state_find_entry(struct state *state, const struct pmx_gpu_update *update,
				   size_t gpu, const struct pid_name *name, int *ret);
/* A process's pid in our namespace has become known: what came before has its other number. */
void gpu_state_renumber(struct state *state, uint64_t reported, uint64_t own);
/* Makes room for one more entry. False: there is none, and nothing that could go. */
bool gpu_state_make_room(struct state *state);

#endif
