// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_task_storm.c - processes open and close events of a task that is counted
 */
#include <unistd.h>

#include "scenario/race.h"

enum { NOISES = 2, WIDTH = 6, TIMES = 20000, PIECES = 20 };

struct storm {
	pid_t task;
	uint64_t rounds;
};

static void open_and_close(struct kit *kit, void *arg)
{
	struct storm *storm = arg;
	static const uint64_t configs[] = { PERF_COUNT_SW_DUMMY, PERF_COUNT_SW_TASK_CLOCK,
					    PERF_COUNT_SW_CONTEXT_SWITCHES };
	int fd[WIDTH];

	for (int i = 0; i < WIDTH; i++) {
		struct perf_event_attr attr = kit_attr(PERF_TYPE_SOFTWARE, configs[i % 3]);

		attr.exclude_kernel = 1;
		fd[i] = kit_open(kit, &attr, storm->task, -1, i % 2 ? fd[i - 1] : -1);
	}
	for (int i = 0; i < WIDTH; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	__atomic_fetch_add(&storm->rounds, 1, __ATOMIC_RELAXED);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = race_meter(kit);
	struct storm *storm = kit_shared(kit, sizeof(*storm));
	struct pmx_reading it[PIECES];
	int fd = kit_must_open(kit, &meter->attr, 0, -1, -1);

	storm->task = getpid();
	race_noise(kit, NOISES, open_and_close, storm);
	for (int i = 0; i < PIECES; i++) {
		kit_work(meter, TIMES / PIECES);
		it[i] = kit_read(kit, fd);
		kit_sleep(KIT_MSEC);
	}
	kit_count(kit, storm->rounds * WIDTH * 2);
	kit_check(kit, pmx_oracle_exact(kit->breach, "work beside events that come and go",
					it[PIECES - 1].value, TIMES, TIMES));
	kit_check(kit, pmx_oracle_monotone(kit->breach, meter->name, it, PIECES));
	kit_check(kit, pmx_oracle_always_on(kit->breach, meter->name, &it[PIECES - 1]));
	kit_check(kit, pmx_oracle_exact(kit->breach, "rounds of the storm", storm->rounds, 1,
					UINT64_MAX));
}

const struct pmx_scenario scenario_race_task_storm = {
	.name = "race.task-storm",
	.summary = "events of a counted task opened and closed",
	.about = "installing into and removing from a running context",
	.explain = "Two processes open and close events and groups for a task as fast as they can, "
		   "while an event of that task counts known work. The count must be exact, go up "
		   "only, and its event must never be off. perf_install_in_context() and "
		   "perf_remove_from_context() stop and start the task's context from other CPUs.",
	.run = run,
};
