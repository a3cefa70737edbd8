// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_inherit.c - children inherit breakpoints with the slots they take
 */
#include <unistd.h>

#include "scenario/breakpoint.h"

enum { CHILDREN = 4, TIMES = 150, STAGES = 3 };

struct common { /* in shared memory */
	struct kit_gate stage, done;
	uint32_t room[STAGES + 1][CHILDREN];
};

struct child {
	struct common *common;
	int index;
	int fd; /* the parent's, of which the child must not keep a copy */
};

/* Works while it has the breakpoints, and measures what room there is for its own. */
static void work(struct kit *kit, void *arg)
{
	const struct child *child = arg;
	struct common *common = child->common;

	close(child->fd);
	for (uint32_t stage = 1; stage <= STAGES; stage++) {
		kit_gate_wait(&common->stage, stage);
		common->room[stage][child->index] = (uint32_t)breakpoint_room(kit, 0, -1);
		kit_work(kit_meter(kit, KIT_WRITES), TIMES);
		kit_gate_step(&common->done);
	}
}

static void have_worked(struct common *common, uint32_t stage)
{
	kit_gate_open(&common->stage, stage);
	kit_gate_wait(&common->done, stage * CHILDREN);
}

static void expect_rooms(struct breakpoint_trial *trial, const char *what,
			 const struct common *common, int stage, int expected)
{
	for (int i = 0; i < CHILDREN; i++)
		breakpoint_expect(trial, what, (int)common->room[stage][i], expected);
}

static void check_writes(struct kit *kit, const char *what, int fd, uint64_t done)
{
	struct pmx_reading it = kit_read(kit, fd);

	kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, done, done));
	close(fd);
}

static void attempt(struct kit *kit, struct breakpoint_trial *trial)
{
	struct common *common = kit_shared(kit, sizeof(*common));
	struct perf_event_attr attr = kit_meter(kit, KIT_WRITES)->attr;
	pid_t pid[CHILDREN];
	int fd;

	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	for (int i = 0; i < CHILDREN; i++) {
		struct child child = { common, i, fd };

		pid[i] = kit_fork(kit, work, &child);
	}
	have_worked(common, 1);
	check_writes(kit, "writes of four children", fd, CHILDREN * TIMES);
	have_worked(common, 2);
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	have_worked(common, 3);
	check_writes(kit, "writes of children that came before the event", fd, 0);
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, pid[i]);
	expect_rooms(trial, "room of a child that has inherited one", common, 1, trial->before - 1);
	expect_rooms(trial, "room of a child whose parent has closed it", common, 2, trial->before);
	expect_rooms(trial, "room of a child whose parent has one of its own", common, 3,
		     trial->before);
}

static void run(struct kit *kit)
{
	breakpoint_attempt(kit, attempt);
}

const struct pmx_scenario scenario_breakpoint_inherit = {
	.name = "breakpoint.inherit",
	.summary = "inherited breakpoints are exact and take slots",
	.about = "breakpoints inherited, and released with the parent's",
	.explain =
		"Four children inherit a breakpoint and write to its word: all of it must be "
		"counted, and each child must have room for one breakpoint less. When the parent "
		"closes it the children's must be gone, with their slots, though they run on; one "
		"that the parent opens later is none of theirs.",
	.needs = PMX_NEED_WRITES,
	.alone = true,
	.run = run,
};
