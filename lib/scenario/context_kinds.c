// SPDX-License-Identifier: GPL-2.0-only
/*
 * context_kinds.c - events of all kinds of PMU in one task, some inherited, and children
 */
#include <stdio.h>

#include "scenario/inherit.h"

enum { CHILDREN = 4, TIMES = 100, CORE_EVENTS = 12 };

static void work(struct kit *kit, void *arg)
{
	(void)arg;
	inherit_work(kit, TIMES);
}

/*
 * More than a core PMU has room for, which is none of the others' business; how many were opened.
 */
static size_t open_core(struct kit *kit, int *fd)
{
	const struct kit_pmu *pmus[2];
	size_t count = kit_pmus(kit, pmus, 2), opened = 0;

	for (size_t i = 0; i < count; i++)
		for (int k = 0; k < CORE_EVENTS / 2; k++) {
			struct perf_event_attr attr = pmus[i]->attr;

			attr.inherit = k % 2;
			fd[opened] = kit_open(kit, &attr, 0, -1, -1);
			opened += fd[opened] >= 0;
		}
	return opened;
}

static void check(struct kit *kit, const struct kit_meter *meter, const char *whose, int fd,
		  uint64_t tasks)
{
	struct pmx_reading it = kit_read(kit, fd);
	char what[80];

	snprintf(what, sizeof(what), "%s of %s", meter->name, whose);
	kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, tasks * TIMES,
					tasks * (TIMES + meter->slack)));
	kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
}

static void run(struct kit *kit)
{
	const struct kit_meter *meters[KIT_METERS];
	size_t count = inherit_meters(kit, meters), opened;
	int own[KIT_METERS], all[KIT_METERS], core[CORE_EVENTS];
	uint64_t start = kit_now();
	pid_t child[CHILDREN];

	opened = open_core(kit, core);
	for (size_t i = 0; i < count; i++) {
		struct perf_event_attr attr = meters[i]->attr;

		/* emulated processors tell one breakpoint of an address only */
		own[i] = meters[i]->kind == KIT_WRITES ? -1 : kit_must_open(kit, &attr, 0, -1, -1);
		attr.inherit = 1;
		all[i] = kit_must_open(kit, &attr, 0, -1, -1);
	}
	for (int i = 0; i < CHILDREN; i++)
		child[i] = kit_fork(kit, work, NULL);
	work(kit, NULL);
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, child[i]);
	for (size_t i = 0; i < count; i++) {
		check(kit, meters[i], "all tasks", all[i], CHILDREN + 1);
		if (own[i] >= 0)
			check(kit, meters[i], "the parent", own[i], 1);
	}
	for (size_t i = 0; i < opened; i++) {
		struct pmx_reading it = kit_read(kit, core[i]);

		kit_check(kit, pmx_oracle_times(kit->breach, "an event of a core PMU", &it,
						kit_now() - start, CHILDREN + 1, 0));
	}
}

const struct pmx_scenario scenario_context_kinds = {
	.name = "context.kinds",
	.summary = "events of all PMUs in one task, then forks",
	.about = "per-PMU contexts of a task, since Linux 6.2",
	.explain =
		"Opens events of every PMU that counts here in one task, inherited ones and others "
		"by turns, and more events of core PMUs than have room; then four children and the "
		"task do known work. Events of software-class PMUs must count exactly and never be "
		"off, whatever the core PMUs go through; an inherited one counts all tasks, "
		"another the parent only. All of these share one context, whose parts each have a "
		"PMU's events.",
	.needs = PMX_NEED_TWO_METERS,
	.run = run,
};
