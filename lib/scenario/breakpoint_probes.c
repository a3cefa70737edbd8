// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_probes.c - breakpoints, uprobes and tracepoints that are not inherited count one task
 */
#include <stdio.h>

#include "kit/thread.h"
#include "scenario/breakpoint.h"

enum { CHILDREN = 3, TIMES = 200 };

static void work(struct kit *kit, void *arg)
{
	static const enum kit_meter_kind kinds[] = { KIT_CALLS, KIT_PROBE, KIT_WRITES };

	(void)arg;
	for (int i = 0; i < 3; i++)
		if (kit_meter(kit, kinds[i]))
			kit_work(kit_meter(kit, kinds[i]), TIMES);
}

static void run(struct kit *kit)
{
	static const enum kit_meter_kind kinds[] = { KIT_CALLS, KIT_PROBE, KIT_WRITES };
	struct kit_thread thread;
	pid_t child[CHILDREN];
	int fd[3] = { -1, -1, -1 };

	for (int i = 0; i < 3; i++)
		if (kit_meter(kit, kinds[i]))
			fd[i] = kit_must_open(kit, &kit_meter(kit, kinds[i])->attr, 0, -1, -1);
	for (int i = 0; i < CHILDREN; i++)
		child[i] = kit_fork(kit, work, NULL);
	thread = kit_thread(kit, work, NULL);
	work(kit, NULL);
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, child[i]);
	kit_thread_wait(kit, &thread);
	for (int i = 0; i < 3; i++) {
		struct pmx_reading it;
		char what[60];

		if (fd[i] < 0)
			continue;
		it = kit_read(kit, fd[i]);
		snprintf(what, sizeof(what), "%s of one task", kit_meter(kit, kinds[i])->name);
		kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, TIMES, TIMES));
		kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
	}
}

const struct pmx_scenario scenario_breakpoint_probes = {
	.name = "breakpoint.probes",
	.summary = "probes that are not inherited count one task",
	.about = "uprobes and breakpoints over fork",
	.explain =
		"A task has a breakpoint, a uprobe and a tracepoint event, none of them inherited; "
		"then children and a thread do what these count, beside the task itself. Each "
		"event must have the task's own work only. A child is born with the uprobe's "
		"instruction in its memory, and a thread shares that memory, so that the kernel "
		"must tell by the task.",
	.needs = PMX_NEED_PROBES,
	.run = run,
};
