// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_swap.c - the same work, with context swap possible and forbidden
 */
#include "kit/keep.h"
#include "scenario/inherit.h"

static struct inherit_counts run_as(struct kit *kit, struct inherit_family *family, bool apart,
				    bool threads)
{
	kit->random.state = kit->seed; /* the same amounts of work each time */
	family->apart = apart;
	family->threads = threads;
	return inherit_run(kit, family);
}

/* One event: as many as was done, swapped and not, give or take its own slack. */
static void check(struct kit *kit, const struct inherit_counts *tasks,
		  const struct inherit_counts *threads, size_t i, const char *name)
{
	for (int apart = 0; apart < 2; apart++) {
		kit_check(kit, pmx_oracle_always_on(kit->breach, name, &tasks[apart].reading[i]));
		kit_check(kit, pmx_oracle_always_on(kit->breach, name, &threads[apart].reading[i]));
	}
	kit_check(kit, pmx_oracle_same(kit->breach, "work of a family of tasks",
				       (const struct pmx_variant[]){
					       { "the work itself", &tasks[0].done[i] },
					       { "processes kept apart", &tasks[1].counted[i] },
					       { "processes swapped", &tasks[0].counted[i] },
					       { "threads kept apart", &threads[1].counted[i] },
					       { "threads swapped", &threads[0].counted[i] },
				       },
				       5, &name, 1, tasks[0].slack[i]));
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters);
	struct inherit_counts tasks[2], threads[2];
	struct inherit_family family;
	char name[120];

	kit_keep(kit, meters, count);
	family = inherit_order(meters, count, 0, name, sizeof(name));
	for (int apart = 0; apart < 2; apart++) {
		tasks[apart] = run_as(kit, &family, apart, false);
		threads[apart] = run_as(kit, &family, apart, true);
	}
	for (size_t i = 0; i < count; i++)
		check(kit, tasks, threads, i, meters[i]->name);
}

const struct pmx_scenario scenario_context_swap = {
	.name = "context.swap",
	.summary = "the same counts with contexts swapped and not",
	.about = "context swap between clones",
	.explain =
		"A parent and two children, as processes and as threads, take turns on one CPU "
		"with known work, counted by inherited events of several PMUs; then once more with "
		"an event beside them that is not inherited, which forbids the kernel to swap "
		"contexts. All four must give the counts that the work has. A swap exchanges the "
		"contexts of two tasks and all that hangs on them in one step while their events "
		"stay on the PMUs.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
