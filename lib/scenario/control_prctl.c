// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_prctl.c - prctl() switches all events off and on that a task has opened
 */
#include <sys/prctl.h>

#include "kit/thread.h"
#include "scenario/control.h"

enum { ROUNDS = 8, TIMES = 60, THREAD_EVENTS = 1 };

struct common {
	struct kit_gate phase, done;
	int fd; /* opened by the thread for itself, which the main thread's prctl() is not about */
	uint64_t before;
};

static void work(struct kit *kit, void *arg)
{
	struct common *common = arg;

	common->fd = kit_must_open(kit, &kit_meter(kit, KIT_CALLS)->attr, 0, -1, -1);
	for (uint32_t phase = 1; phase <= ROUNDS; phase++) {
		kit_gate_wait(&common->phase, phase);
		kit_work(kit_meter(kit, KIT_CALLS), TIMES);
		kit_gate_open(&common->done, phase);
	}
	kit_gate_wait(&common->phase, ROUNDS + 1);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = kit_meter(kit, KIT_CALLS);
	struct common *common = kit_shared(kit, sizeof(*common));
	struct kit_thread thread = kit_thread(kit, work, common);
	int own = kit_must_open(kit, &meter->attr, 0, -1, -1);
	int others = kit_must_open(kit, &meter->attr, thread.tid, -1, -1);
	uint64_t counted = 0;

	for (uint32_t phase = 1; phase <= ROUNDS; phase++) {
		bool on = kit_random_chance(&kit->random, 2);

		prctl(on ? PR_TASK_PERF_EVENTS_ENABLE : PR_TASK_PERF_EVENTS_DISABLE);
		kit_work(meter, TIMES);
		kit_gate_open(&common->phase, phase);
		kit_gate_wait(&common->done, phase);
		counted += on ? TIMES : 0;
		control_check_value(kit, "own event, by prctl", own, counted);
		control_check_value(kit, "own event of another task, by prctl", others, counted);
	}
	control_check_value(kit, "another task's own event, by prctl", common->fd, ROUNDS * TIMES);
	kit_gate_open(&common->phase, ROUNDS + 1);
	kit_thread_wait(kit, &thread);
}

const struct pmx_scenario scenario_control_prctl = {
	.name = "control.prctl",
	.summary = "prctl() switches what the task has opened",
	.about = "perf_event_task_enable, perf_event_task_disable",
	.explain =
		"A task opens an event for itself and one for a thread beside it, which has one of "
		"its own; then it calls prctl(PR_TASK_PERF_EVENTS_DISABLE) and _ENABLE at random "
		"while both make system calls. The events that the task has opened must count "
		"while enabled, whomever they are for; the other thread's own must not care.",
	.needs = PMX_NEED_CALLS,
	.run = run,
};
