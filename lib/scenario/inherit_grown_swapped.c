// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_grown_swapped.c - a group grows while its leader is in a child's context
 */
#include <unistd.h>

#include "scenario/inherit.h"

enum { TRIES = 20 };

static int grow(struct kit *kit)
{
	struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
	struct inherit_taker *taker;
	int leader, sibling;

	attr.inherit = 1;
	leader = kit_must_open(kit, &attr, 0, -1, -1);
	taker = inherit_taker(kit);
	sibling = kit_open(kit, &attr, 0, -1, leader);
	inherit_taker_end(kit, taker);
	if (sibling >= 0)
		close(sibling);
	close(leader);
	return sibling;
}

static void run(struct kit *kit)
{
	int sibling = 0;

	kit_pin(kit_cpu(kit, 0));
	for (int i = 0; i < TRIES && sibling >= 0; i++)
		sibling = grow(kit);
	kit_check(kit, pmx_oracle_errno(kit->breach,
					"a sibling opened after a child has inherited the leader",
					sibling, (const int[]){ 0 }, 1));
}

const struct pmx_scenario scenario_inherit_grown_swapped = {
	.name = "inherit.grown-swapped",
	.summary = "a group grows, its leader in a child's context",
	.about = "context swap between clones",
	.explain = "A task opens an inherited event, a child runs when the task goes to sleep and "
		   "sleeps before it runs again, and the task then opens a sibling for its event. "
		   "That must work as it does without a child. When the kernel has swapped the "
		   "contexts of the two the leader is in the child's, while the sibling is for the "
		   "parent's, and perf_event_open() takes that for a group of two tasks. "
		   "inherit.grown does the same where no contexts are swapped.",
	.run = run,
};
