// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint_threads.c - a thread's breakpoint counts that thread's accesses only
 */
#include <stdio.h>

#include "kit/found.h"
#include "kit/thread.h"
#include "scenario/breakpoint.h"

enum { THREADS = 4, ROUNDS = 20, TIMES = 25 };

struct worker {
	struct kit_gate *gate;
	int word;
};

/* Writes to all words, more to its own. */
static void work(struct kit *kit, void *arg)
{
	const struct worker *worker = arg;

	kit_gate_wait(worker->gate, 1);
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < THREADS; i++)
			kit_work(&kit->found->meter[KIT_WRITES + i],
				 i == worker->word ? 2 * TIMES : TIMES);
}

static void run(struct kit *kit)
{
	struct kit_gate *gate = kit_shared(kit, sizeof(*gate));
	struct worker worker[THREADS];
	struct kit_thread thread[THREADS];
	int fd[THREADS];

	for (int i = 0; i < THREADS; i++) {
		worker[i] = (struct worker){ gate, i };
		thread[i] = kit_thread(kit, work, &worker[i]);
		/* another word for each, in the same or another register of the processor */
		fd[i] = kit_must_open(kit, &kit->found->meter[KIT_WRITES + i].attr, thread[i].tid,
				      -1, -1);
	}
	kit_gate_open(gate, 1);
	for (int i = 0; i < THREADS; i++)
		kit_thread_wait(kit, &thread[i]);
	for (int i = 0; i < THREADS; i++) {
		struct pmx_reading it = kit_read(kit, fd[i]);
		uint64_t done = 2 * ROUNDS * TIMES;
		char what[60];

		snprintf(what, sizeof(what), "writes of thread %d to its own word", i);
		kit_check(kit, pmx_oracle_exact(kit->breach, what, it.value, done, done));
		kit_check(kit, pmx_oracle_always_on(kit->breach, what, &it));
	}
}

const struct pmx_scenario scenario_breakpoint_threads = {
	.name = "breakpoint.threads",
	.summary = "a thread's breakpoint counts no other thread's",
	.about = "debug registers that follow their thread",
	.explain =
		"Four threads each have a breakpoint on a word of their own, and all write to all "
		"of the words at the same time. Each breakpoint must count its thread's writes to "
		"its word: debug registers are loaded and cleared as threads come and go on a CPU, "
		"and one that is left behind counts for the wrong thread.",
	.needs = PMX_NEED_WRITES,
	.run = run,
};
