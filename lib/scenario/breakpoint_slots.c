// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_slots.c - each task has room for so many breakpoints, and closing makes room
 */
#include <errno.h>
#include <unistd.h>

#include "kit/thread.h"
#include "scenario/breakpoint.h"

struct other { /* a thread or process beside, in shared memory */
	int room;
};

static void measure(struct kit *kit, void *arg)
{
	struct other *other = arg;

	other->room = breakpoint_room(kit, 0, -1);
}

/* Whether one more fits, which is then closed again. */
static int fits(struct kit *kit)
{
	struct breakpoint_set set = breakpoint_fill(kit, 0, -1, 1);
	int count = set.count;

	breakpoint_close(&set);
	return count;
}

static void attempt(struct kit *kit, struct breakpoint_trial *trial)
{
	struct other *other = kit_shared(kit, sizeof(*other));
	struct breakpoint_set set = breakpoint_fill(kit, 0, -1, BREAKPOINT_MAX);
	struct kit_thread beside;

	breakpoint_expect(trial, "breakpoints of a task", set.count, trial->before);
	breakpoint_expect(trial, "errno of one too many", -set.refusal, ENOSPC);
	beside = kit_thread(kit, measure, other);
	kit_thread_wait(kit, &beside);
	breakpoint_expect(trial, "breakpoints of a thread beside a full one", other->room,
			  trial->before);
	kit_wait(kit, kit_fork(kit, measure, other));
	breakpoint_expect(trial, "breakpoints of a child of a full task", other->room,
			  trial->before);
	breakpoint_expect(trial, "breakpoints that fit beside all", fits(kit), 0);
	if (set.count)
		close(set.fd[--set.count]);
	breakpoint_expect(trial, "breakpoints that fit where one was closed", fits(kit), 1);
	breakpoint_close(&set);
}

static void run(struct kit *kit)
{
	breakpoint_attempt(kit, attempt);
}

const struct pmx_scenario scenario_breakpoint_slots = {
	.name = "breakpoint.slots",
	.summary = "each task has its own room for breakpoints",
	.about = "toggle_bp_slot, fetch_bp_busy_slots",
	.explain =
		"Opens breakpoints for a task until one is refused, which must be with ENOSPC; a "
		"thread and a child beside it must have as much room again. Closing one makes room "
		"for exactly one, closing all for all, however often. The kernel books slots by "
		"task and by CPU, and a slot that is given back to the wrong one is lost until the "
		"next boot.",
	.needs = PMX_NEED_WRITES,
	.alone = true,
	.run = run,
};
