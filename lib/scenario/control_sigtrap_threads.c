// SPDX-License-Identifier: GPL-2.0-only
/*
 * control_sigtrap_threads.c - each thread gets the SIGTRAPs of its own accesses
 */
#include <unistd.h>

#include "kit/thread.h"
#include "scenario/control.h"

enum { THREADS = 4, TIMES = 100 };

struct worker {
	struct kit_gate *gate;
	struct control_tally *own; /* of an event for this thread only */
	int fd;
};

static void work(struct kit *kit, void *arg)
{
	struct worker *worker = arg;
	const struct kit_meter *meter = kit_meter(kit, KIT_WRITES);
	struct perf_event_attr attr = control_sigtrap(meter, 1, worker->own);

	worker->fd = kit_must_open(kit, &attr, 0, -1, -1);
	kit_gate_wait(worker->gate, 1);
	for (uint32_t i = 1; i <= TIMES; i++) {
		kit_work(meter, 1);
		if (worker->own->signals == i && worker->own->tid == gettid())
			continue;
		kit_breach(kit, "signals", "write %u: %u signals, the latest in task %d, not %d", i,
			   worker->own->signals, worker->own->tid, gettid());
		break;
	}
	control_check_value(kit, "writes of a thread, each with a signal", worker->fd, TIMES);
	close(worker->fd);
}

/* Threads inherit the event, and add to its tally. */
static void write_all(struct kit *kit, void *arg)
{
	(void)arg;
	kit_work(kit_meter(kit, KIT_WRITES), TIMES);
}

static void check_inherited(struct kit *kit)
{
	struct control_tally *tally = kit_shared(kit, sizeof(*tally));
	struct perf_event_attr attr = control_sigtrap(kit_meter(kit, KIT_WRITES), 1, tally);
	struct kit_thread thread[THREADS];
	uint64_t done = (THREADS + 1) * TIMES;
	int fd;

	attr.inherit = 1;
	attr.inherit_thread = 1;
	fd = kit_must_open(kit, &attr, 0, -1, -1);
	for (int i = 0; i < THREADS; i++)
		thread[i] = kit_thread(kit, write_all, NULL);
	write_all(kit, NULL);
	for (int i = 0; i < THREADS; i++)
		kit_thread_wait(kit, &thread[i]);
	kit_check(kit, pmx_oracle_exact(kit->breach, "signals of an event that threads inherit",
					tally->signals, done, done));
	control_check_value(kit, "writes of all threads", fd, done);
	close(fd);
}

static void run(struct kit *kit)
{
	struct kit_gate *gate = kit_shared(kit, sizeof(*gate));
	struct worker worker[THREADS];
	struct kit_thread thread[THREADS];

	control_tally_sigtraps(kit);
	check_inherited(kit);
	for (int i = 0; i < THREADS; i++) {
		worker[i] = (struct worker){ gate, kit_shared(kit, sizeof(*worker[i].own)), -1 };
		thread[i] = kit_thread(kit, work, &worker[i]);
	}
	kit_gate_open(gate, 1);
	for (int i = 0; i < THREADS; i++)
		kit_thread_wait(kit, &thread[i]);
}

const struct pmx_scenario scenario_control_sigtrap_threads = {
	.name = "control.sigtrap-threads",
	.summary = "each thread gets its own accesses' SIGTRAPs",
	.about = "sigtrap, perf_pending_task",
	.explain =
		"Four threads each have a breakpoint with sigtrap on the same word, and write to "
		"it at the same time: after each write a thread must have one signal more, and it "
		"must have come in that thread. Then threads inherit one event (inherit_thread), "
		"whose signals must be as many as all threads' writes. When contexts of threads "
		"are swapped, an event overflows in another task than the one it was opened for.",
	.needs = PMX_NEED_WRITES,
	.run = run,
};
