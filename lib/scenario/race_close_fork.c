// SPDX-License-Identifier: GPL-2.0-only
/*
 * race_close_fork.c - inherited events are closed while their task forks
 */
#include <unistd.h>

#include "kit/thread.h"
#include "scenario/race.h"

enum { CHILDREN = 60, TIMES = 50 };

/* Opens inherited events of the main thread and closes them, over and over. */
struct closer {
	const struct kit_meter *meter;
	pid_t task;
	bool stop;
};

static void open_and_close(struct kit *kit, void *arg)
{
	struct closer *closer = arg;
	struct perf_event_attr attr = closer->meter->attr;

	attr.inherit = 1;
	while (!__atomic_load_n(&closer->stop, __ATOMIC_ACQUIRE)) {
		int fd = kit_open(kit, &attr, closer->task, -1, -1);

		if (fd >= 0)
			close(fd);
	}
}

static void work(struct kit *kit, void *arg)
{
	(void)kit;
	kit_work(arg, TIMES);
}

static void run(struct kit *kit)
{
	const struct kit_meter *meter = race_meter(kit);
	struct closer closer = { .meter = meter, .task = gettid() };
	struct perf_event_attr attr = meter->attr;
	struct pmx_reading it;
	struct kit_thread thread;
	int fd;

	attr.inherit = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	thread = kit_thread(kit, open_and_close, &closer);
	for (int i = 0; i < CHILDREN; i++)
		kit_wait(kit, kit_fork(kit, work, (void *)meter));
	__atomic_store_n(&closer.stop, true, __ATOMIC_RELEASE);
	kit_thread_wait(kit, &thread);
	it = kit_read(kit, fd);
	kit_check(kit,
		  pmx_oracle_exact(kit->breach, "work of children beside events that come and go",
				   it.value, CHILDREN * TIMES, CHILDREN * TIMES));
	kit_check(kit, pmx_oracle_always_on(kit->breach, meter->name, &it));
}

const struct pmx_scenario scenario_race_close_fork = {
	.name = "race.close-fork",
	.summary = "inherited events closed while their task forks",
	.about = "close against fork: children of an event go away",
	.explain =
		"A thread opens inherited events for the main thread and closes them, without a "
		"pause, while the main thread forks children that do known work. One more "
		"inherited event stays open all the time, and must count exactly what the children "
		"did. inherit_event() walks the parent's list while perf_event_release_kernel() "
		"takes events off it and removes their children.",
	.run = run,
};
