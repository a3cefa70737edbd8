// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_slots.c - each task has room for so many breakpoints, and closing makes room
 */
#include <errno.h>
#include <unistd.h>

#include "kit/thread.h"
#include "scenario/breakpoint.h"

enum { ROUNDS = 3 };

struct other { /* a thread or process beside, in shared memory */
	int room;
	struct kit_gate gate;
};

static void measure(struct kit *kit, void *arg)
{
	struct other *other = arg;

	other->room = breakpoint_room(kit, 0, -1);
	kit_gate_open(&other->gate, 1);
}

static void check_room(struct kit *kit, const char *what, int room, int expected)
{
	kit_check(kit, pmx_oracle_exact(kit->breach, what, (uint64_t)room, (uint64_t)expected,
					(uint64_t)expected));
}

/* Whether one more fits, and is then closed again. */
static int try_one(struct kit *kit)
{
	struct breakpoint_set set = breakpoint_fill(kit, 0, -1, 1);
	int ret = set.refusal;

	breakpoint_close(&set);
	return ret;
}

static void check_close_one(struct kit *kit, struct breakpoint_set *set)
{
	const int full[] = { ENOSPC }, fits[] = { 0 };

	kit_check(kit,
		  pmx_oracle_errno(kit->breach, "one breakpoint too many", try_one(kit), full, 1));
	close(set->fd[--set->count]);
	kit_check(kit, pmx_oracle_errno(kit->breach, "a breakpoint in the place of one closed",
					try_one(kit), fits, 1));
}

static void run(struct kit *kit)
{
	struct other *thread = kit_shared(kit, sizeof(*thread));
	struct other *child = kit_shared(kit, sizeof(*child));
	int room = breakpoint_room(kit, 0, -1);
	struct kit_thread beside;

	for (int i = 0; i < ROUNDS; i++) {
		struct breakpoint_set set = breakpoint_fill(kit, 0, -1, BREAKPOINT_MAX);

		if (set.count != room && breakpoint_room(kit, 0, -1) + set.count != room)
			kit_skip(kit, "others come and go with breakpoints of their own");
		check_room(kit, "breakpoints of a task", set.count, room);
		if (!i) {
			beside = kit_thread(kit, measure, thread);
			kit_thread_wait(kit, &beside);
			kit_wait(kit, kit_fork(kit, measure, child));
			check_room(kit, "breakpoints of a thread beside a full one", thread->room,
				   room);
			check_room(kit, "breakpoints of a child beside its full parent",
				   child->room, room);
		}
		check_close_one(kit, &set);
		breakpoint_close(&set);
	}
	check_room(kit, "breakpoints of a task, all closed again", breakpoint_room(kit, 0, -1),
		   room);
}

const struct pmx_scenario scenario_breakpoint_slots = {
	.name = "breakpoint.slots",
	.summary = "each task has its own room for breakpoints",
	.about = "toggle_bp_slot, fetch_bp_busy_slots",
	.explain =
		"Opens breakpoints for a task until one is refused, which must be with ENOSPC; a thread "
		"and a child beside it must have as much room again. Closing one makes room for exactly "
		"one, closing all for all, however often. The kernel books slots by task and by CPU, and "
		"a slot that is given back to the wrong one is lost until the next boot.",
	.needs = PMX_NEED_WRITES,
	.alone = true,
	.run = run,
};
