// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_open_exit.c - events are opened for tasks that are about to end
 */
#include <errno.h>
#include <unistd.h>

#include "scenario/race.h"

enum { ROUNDS = 60, EVENTS = 4, TIMES = 20 };

struct round {
	struct kit_gate gate;
	uint32_t done; /* work, by the child */
};

static void work_and_end(struct kit *kit, void *arg)
{
	struct round *round = arg;
	const struct kit_meter *meter = race_meter(kit);

	kit_gate_wait(&round->gate, 1);
	for (int i = 0; i < TIMES; i++) {
		kit_work(meter, 1);
		__atomic_fetch_add(&round->done, 1, __ATOMIC_RELEASE);
	}
}

static void open_for(struct kit *kit, const struct kit_meter *meter, pid_t pid,
		     const struct round *round)
{
	static const int allowed[] = { 0, ESRCH };
	int fd[EVENTS];

	for (int i = 0; i < EVENTS; i++) {
		fd[i] = kit_open(kit, &meter->attr, pid, -1, -1);
		kit_check(kit, pmx_oracle_errno(kit->breach, "open for a task that ends", fd[i],
						allowed, 2));
	}
	kit_wait(kit, pid);
	for (int i = 0; i < EVENTS; i++) {
		struct pmx_reading it;

		if (fd[i] < 0)
			continue;
		it = kit_read(kit, fd[i]);
		kit_check(kit, pmx_oracle_exact(kit->breach, "work of a task that ended", it.value,
						0, round->done));
		kit_check(kit, pmx_oracle_times(kit->breach, "a task that ended", &it, UINT64_MAX,
						1, 0));
		close(fd[i]);
	}
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = race_meter(kit);
	struct round *round = kit_shared(kit, sizeof(*round));

	/* so that the last user of the event does not change with each round */
	kit_must_open(kit, &meter->attr, 0, -1, -1);
	for (int i = 0; i < ROUNDS; i++) {
		pid_t pid;

		*round = (struct round){ 0 };
		pid = kit_fork(kit, work_and_end, round);
		if (kit_random_chance(&kit->random, 2))
			kit_wait_asleep(kit, pid);
		kit_gate_open(&round->gate, 1);
		kit_spin(kit_random_below(&kit->random, 200) * 1000ull);
		open_for(kit, meter, pid, round);
	}
}

const struct pmx_scenario scenario_race_open_exit = {
	.name = "race.open-exit",
	.summary = "events opened for tasks that are ending",
	.about = "open against exit: a task's context goes away",
	.explain =
		"Children do a little work and end while their parent opens events for them, at a "
		"moment that chance determines. Opening works or says ESRCH, and nothing else; "
		"what was opened has no more than the child's work, running no longer than "
		"enabled, and can be read and closed after the child is gone. "
		"find_lively_task_by_vpid() and perf_event_exit_task() meet here over the task's "
		"context.",
	.run = run,
};
