// SPDX-License-Identifier: GPL-2.0-only
/*
 * inherit_uprobes_preempted.c - an inherited uprobe of threads that are interrupted in their calls
 */
#include <unistd.h>

#include "kit/thread.h"
#include "scenario/inherit.h"

enum { THREADS = 6, TIMES = 3000, TRIES = 3 };

struct crowd {
	const struct kit_meter *probe;
	struct kit_gate done;
};

/* None ends before all calls are made: the events of those that have ended are elsewhere. */
static void call(struct kit *kit, void *arg)
{
	struct crowd *crowd = arg;

	(void)kit;
	kit_work(crowd->probe, TIMES);
	kit_gate_step(&crowd->done);
	kit_gate_wait(&crowd->done, THREADS);
}

static void be_in_the_way(struct kit *kit, void *arg)
{
	(void)kit, (void)arg;
	for (;;)
		kit_spin(KIT_MSEC);
}

static uint64_t count(struct kit *kit, struct crowd *crowd)
{
	struct perf_event_attr attr = crowd->probe->attr;
	struct kit_thread thread[THREADS];
	uint64_t counted;
	int fd;

	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	crowd->done.stage = 0;
	for (int i = 1; i < THREADS; i++)
		thread[i] = kit_thread(kit, call, crowd);
	call(kit, crowd);
	for (int i = 1; i < THREADS; i++)
		kit_thread_wait(kit, &thread[i]);
	counted = kit_read(kit, fd).value;
	close(fd);
	return counted;
}

static void run(struct kit *kit)
{
	struct crowd *crowd = kit_shared(kit, sizeof(*crowd));
	uint64_t done = (uint64_t)THREADS * TIMES;
	bool right = true;

	crowd->probe = kit_meter(kit, KIT_PROBE);
	kit_pin(kit_cpu(kit, 0));
	kit_fork(kit, be_in_the_way, NULL);
	for (int i = 0; i < TRIES && right; i++)
		right = kit_check(kit, pmx_oracle_exact(kit->breach, "uprobe, threads at once",
							count(kit, crowd), done, done));
}

const struct pmx_scenario scenario_inherit_uprobes_preempted = {
	.name = "inherit.uprobes-preempted",
	.summary = "an inherited uprobe, threads interrupted in calls",
	.about = "context swap between clones",
	.explain =
		"A task opens an inherited uprobe event, and it and five threads call the function "
		"on one CPU, all at once and beside another process, so that tasks are switched "
		"also in the middle of a call. Each call must be counted once. Each thread's event "
		"is a consumer of the uprobe: handler_chain() calls one after the other, and the "
		"context of the thread may be swapped between two of them.",
	.needs = PMX_NEED_PROBES,
	.run = run,
};
