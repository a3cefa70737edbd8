// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_children.c - n children and their parent do known work: all of it is counted
 */
#include "scenario/inherit.h"

enum { CHILDREN = 8, TIMES = 200 };

static void work(struct kit *kit, void *arg)
{
	(void)arg;
	inherit_work(kit, TIMES);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	int fd[KIT_METERS];
	pid_t child[CHILDREN];

	for (size_t i = 0; i < count; i++) {
		struct perf_event_attr attr = meters[i]->attr;

		attr.inherit = 1;
		fd[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	for (int i = 0; i < CHILDREN; i++)
		child[i] = kit_fork(kit, work, NULL);
	work(kit, NULL);
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, child[i]);
	for (size_t i = 0; i < count; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);
		uint64_t done = (CHILDREN + 1) * TIMES;

		kit_check(kit, pmx_oracle_exact(kit->breach, meters[i]->name, it.value, done,
						done + (CHILDREN + 1) * meters[i]->slack));
		kit_check(kit, pmx_oracle_always_on(kit->breach, meters[i]->name, &it));
	}
}

const struct pmx_scenario scenario_inherit_children = {
	.name = "inherit.children",
	.summary = "eight children's counts add up with the parent's",
	.about = "inheritance: counts added to the parent at exit",
	.explain =
		"Opens an inherited event of each kind that counts known work exactly, has eight "
		"children and their parent do that work on any CPU, and reads after the last child "
		"has ended. Each count must be the work of all nine. A child's count is added to "
		"its parent's when the child ends; what is lost or added twice there shows here.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
